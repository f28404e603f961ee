import { expect, it } from 'vitest'
import { isUsername, usernameKey } from './usernames'

// The examples of the server's own test; those of e-mail addresses are rules/email-address.json.
it('usernames have their form', () => {
  for (const right of ['anna', 'owner@demo.cardea', 'Søren Ø', 'a+b-c.d_e~!'])
    expect(isUsername(right), right).toBe(true)
  for (const wrong of ['anna  holm', 'ab', '', ' anna', 'name;drop', '日本語', 'a/b'])
    expect(isUsername(wrong), wrong).toBe(false)
})

it('they are compared whatever their case', () => {
  expect(usernameKey(' ÆØÅ@X.dk')).toBe(usernameKey('æøå@x.DK'))
})
