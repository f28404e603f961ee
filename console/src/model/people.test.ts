import { describe, expect, it } from 'vitest'
import { domainOf, user } from '../testing/example'
import { peopleByName, personNamed } from './people'

const domain = domainOf({
  users: [
    user('user-1', { display_name: 'Zoë', username: 'zoe', email_address: 'z@nordic.se' }),
    user('user-2', { display_name: 'Jan', username: 'jan@huis.example' }),
    user('user-3', { display_name: 'Jan', username: 'jan@other.example' }),
    user('user-4', { display_name: 'Bo Kristensen', alias: 'Electrician' }),
  ],
})
const people = peopleByName(domain, 'en-GB')
const found = (typed: string) => personNamed(people, typed).map(({ id }) => id)

describe('the people to choose from', () => {
  it('stand by name, and of several with one name the username is said', () => {
    expect(people.map(({ name, detail }) => [name, detail])).toEqual([
      ['Electrician', undefined],
      ['Jan', 'jan@huis.example'],
      ['Jan', 'jan@other.example'],
      ['Zoë', undefined],
    ])
  })

  it('are found by all their names, username and e-mail address, whatever the case and accents', () => {
    expect(found('ZOE')).toEqual(['user-1'])
    expect(found('nordic')).toEqual(['user-1'])
    expect(found('kristen')).toEqual(['user-4'])
    expect(found('electri')).toEqual(['user-4'])
    expect(found('other.ex')).toEqual(['user-3'])
    expect(found('zoë z')).toEqual([])
    expect(found(' ')).toHaveLength(4)
  })
})
