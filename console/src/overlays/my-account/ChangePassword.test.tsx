import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, field, open, refusal, save, tab } from './testing'

atMyAccount()

describe('Change password', () => {
  const good = 'Correct-Horse-7'
  const until = 'Cardea-Demo-2026'
  const current = field('Current password')
  const fresh = field('New password')
  const repeat = field('Repeat password')
  const change = (password: string) => `PATCH update ${JSON.stringify({ password, current_password: until })}`
  const wrong = (name: string, error_code: string) =>
    refusal(422, 'validation_failed', { errors: { [name]: [{ error_code, error_message: '' }] } })

  it('can be saved once it is good enough and repeated, and says what is wanting', async () => {
    const { sent, close } = await open()
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, until)
    await userEvent.fill(fresh, 'abc')
    await expect.element(fresh).toHaveAccessibleDescription('At least 6 characters.')
    await expect.element(save).toBeDisabled()
    await userEvent.fill(fresh, 'abcdefgh')
    await expect.element(fresh).toHaveAccessibleDescription(/^This password is too easy to guess\./)
    await expectAccessible()
    await userEvent.fill(fresh, good)
    await expect.element(fresh).toHaveAccessibleDescription('Strong.')
    await expect.element(save).toBeDisabled()
    await userEvent.fill(repeat, 'Correct')
    await expect.element(repeat).toHaveAccessibleDescription('Repeated password is not valid')
    await expect.element(save).toBeDisabled()
    await userEvent.fill(repeat, good)
    await expect.element(save).toBeEnabled()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([change(good)])
    const kept = JSON.stringify({ ...sessionStorage, ...localStorage })
    expect(kept).not.toContain(good)
    expect(kept).not.toContain(until)
  })

  it('takes the current one: without it Save rests, and the field says so once all else is there', async () => {
    const { sent } = await open()
    await userEvent.click(tab('Change password'))
    await userEvent.fill(fresh, good)
    await expect.element(current).toHaveAccessibleDescription('The one that you have signed in with until now.')
    await userEvent.fill(repeat, good)
    await expect.element(current).toHaveAccessibleDescription(/Please fill in this field\.$/)
    await expect.element(save).toBeDisabled()
    await expectAccessible()
    await userEvent.click(tab('General'))
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(save)
    await expect.element(current).toHaveFocus()
    await userEvent.fill(current, until)
    await expect.element(current).not.toHaveAccessibleDescription(/fill in/)
    await expect.element(save).toBeEnabled()
    expect(sent()).toEqual([])
  })

  it('asks nobody for a current one who has none, and for it once there is one', async () => {
    const { sent } = await open({ told: { has_password: false }, answers: [json({ has_password: true })] })
    await userEvent.click(tab('Change password'))
    await expect.element(page.getByText(/^You have no password yet\./)).toBeVisible()
    await expectAccessible()
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    expect(current.query()).toBeNull()
    await userEvent.click(save)
    await waitFor(() => expect(currentSession().user?.has_password).toBe(true))
    expect(sent()).toEqual([`PATCH update {"password":"${good}"}`])
  })

  it('leads to signing in again where the first one asks for that', async () => {
    await open({ told: { has_password: false }, answers: [json({ error: 'sign_in_too_old' }, 403)] })
    await userEvent.click(tab('Change password'))
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    await userEvent.click(save)
    await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  })

  it('says at the field that the current one is wrong, until another is typed', async () => {
    const { sent, close } = await open({ answers: [wrong('current_password', 'invalid')] })
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, 'Another-Horse-7')
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    await userEvent.click(save)
    await expect.element(current).toHaveAccessibleDescription(/This is not your password\.$/)
    await expect.element(alert).toHaveTextContent('Failed to change the password.This is not your password.')
    await expect.element(current).toHaveFocus()
    await expectAccessible()
    await userEvent.fill(current, until)
    await expect.element(current).not.toHaveAccessibleDescription(/not your password/)
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()[1]).toBe(change(good))
  })

  it('leads back to the current one that is wrong, wherever Save was pressed', async () => {
    await open({ answers: [wrong('current_password', 'invalid')] })
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, 'Another-Horse-7')
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    await userEvent.click(tab('General'))
    await userEvent.click(save)
    await expect.element(current).toHaveFocus()
    await expect.element(current).toHaveAccessibleDescription(/This is not your password\.$/)
  })

  it('says what too many wrong ones lead to', async () => {
    await open({ answers: [refusal(429, 'too_many_attempts')] })
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, until)
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Too many attempts. Wait a little and try again.')
  })

  it('is told to password managers: whose it is, which is the current one, and which is new', async () => {
    await open()
    await userEvent.click(tab('Change password'))
    await expect.element(current).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(fresh).toHaveAttribute('autocomplete', 'new-password')
    await expect.element(repeat).toHaveAttribute('autocomplete', 'new-password')
    const form = current.element().closest('form')!
    expect(form.contains(fresh.element())).toBe(true)
    expect(form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('owner@demo.cardea')
  })

  it('that is not repeated yet keeps nothing else from view: Save leads there from other tabs', async () => {
    const { sent } = await open()
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, until)
    await userEvent.fill(fresh, good)
    await userEvent.click(tab('General'))
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(save)
    await expect.element(tab('Change password')).toHaveAttribute('aria-selected', 'true')
    await expect.element(repeat).toHaveFocus()
    await expect.element(repeat).toHaveAccessibleDescription('Repeated password is not valid')
    expect(sent()).toEqual([])
  })

  it('that the server refuses says why, and is tried again alone', async () => {
    const { sent, close } = await open({
      answers: [json({ has_password: true }), wrong('password', 'invalid_password')],
    })
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(tab('Change password'))
    await userEvent.fill(current, until)
    await userEvent.fill(fresh, good)
    await userEvent.fill(repeat, good)
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to change the password.')
    await expect.element(alert).toHaveTextContent('1 of 2 changes are saved, the rest are not.')
    await expect
      .element(fresh)
      .toHaveAccessibleDescription('This password is too easy to guess, or many people have it. Choose another one.')
    await userEvent.fill(fresh, `${good}!`)
    await userEvent.fill(repeat, `${good}!`)
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent().slice(1)).toEqual([change(good), change(`${good}!`)])
  })
})
