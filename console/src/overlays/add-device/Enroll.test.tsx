import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asksToLeave } from '../../testing/asks-to-leave'
import { expectAccessible } from '../../testing/axe'
import { json, type Answers } from '../../testing/fake-api'
import { giveTokens, signedIn } from '../../testing/session'
import { bridge, button, choose, field, inPath, open, pick, refusal, wrong } from './testing'

signedIn()

const ask = `POST /ekey/v3/devices/${inPath(bridge)}/enrollment_token`
const confirm = `POST /ekey/v3/devices/${inPath(bridge)}/enrollment_confirmation_token`
const answer = `${'Ab+/'.repeat(42)}xyz=`
const token = { serial_number: bridge, enrollment_token: 'the-token', server_public_key: 'the-key' }

/** Chooses the bridge that is here and asks for its code. */
async function begin(answers: Answers = {}) {
  const opened = await open({
    answers: {
      [ask]: () => json(token),
      [confirm]: () => json({ serial_number: bridge, enrollment_confirmation_token: 'the-word' }),
      ...answers,
    },
  })
  await choose(/^Gives it the code/)
  await pick(/Bridge/, /Stairwell/)
  await userEvent.click(button('Continue'))
  await userEvent.click(button('Show the code'))
  return opened
}

describe('the code of a bridge', () => {
  it('is shown with the server’s key and how long it counts; the answer is confirmed, the confirmation shown', async () => {
    const { made, close } = await begin()
    await expect.element(page.getByText('the-token')).toBeVisible()
    await expect.element(page.getByText('the-key')).toBeVisible()
    await expect.element(page.getByText(/The code counts once, until .*\d\d:\d\d/)).toBeVisible()
    await expectAccessible()
    await expect.element(button('Confirm')).toBeDisabled()
    await userEvent.fill(field('Answer of the bridge'), 'the-token')
    await expect.element(field('Answer of the bridge')).toHaveAccessibleDescription(/This is not the whole answer/)
    await userEvent.fill(field('Answer of the bridge'), ` ${answer} `)
    await userEvent.click(button('Confirm'))
    await expect.element(page.getByText('the-word')).toBeVisible()
    expect(made()).toEqual([
      [ask, null],
      [confirm, { enrollment_result_token: answer }],
    ])
    await expectAccessible()
    expect(asksToLeave()).toBe(true)
    await userEvent.click(button('Close').last())
    expect(close).toHaveBeenCalledOnce()
  })

  it('is copied by its button', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    await begin()
    await userEvent.click(button('Copy the code'))
    expect(write).toHaveBeenCalledExactlyOnceWith('the-token')
    await expect.element(page.getByText('Copied.')).toBeVisible()
  })

  it('that cannot be copied says so', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    onTestFinished(() => write.mockRestore())
    await begin()
    await userEvent.click(button('Copy the code'))
    await expect.element(page.getByText(/^The browser does not allow copying/)).toBeVisible()
  })

  it('that is refused, used or of another bridge is said at the answer, and another one can be had', async () => {
    const errors = { enrollment_result_token: wrong('invalid') }
    const { made } = await begin({ [confirm]: () => refusal(422, 'validation_failed', errors) })
    await userEvent.fill(field('Answer of the bridge'), answer)
    await userEvent.click(button('Confirm'))
    await expect.element(field('Answer of the bridge')).toHaveAccessibleDescription(/The answer does not belong/)
    await userEvent.click(button('Show another code'))
    await expect.element(field('Answer of the bridge')).toHaveValue('')
    expect(made().map(([call]) => call)).toEqual([ask, confirm, ask])
  })

  it('that has run out says so and gives way to another', async () => {
    giveTokens(3 * 3600)
    // Six seconds before a minute begins, when the console looks at the clock.
    let ahead = 54_000 - (Date.now() % 60_000)
    const real = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead)
    onTestFinished(() => clock.mockRestore())
    await begin()
    await expect.element(page.getByText('the-token')).toBeVisible()
    ahead += 3_600_000
    await expect.element(page.getByText(/^The code has run out/)).toBeVisible()
    expect(page.getByText('the-token').query()).toBeNull()
    await userEvent.click(button('Show another code'))
    await expect.element(page.getByText('the-token')).toBeVisible()
  })

  it('is for administrators to give where the bridge has one', async () => {
    await begin({ [ask]: () => refusal(403, 'forbidden') })
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/gets another one by administrators only.*You may not do this in this domain\./)
  })
})
