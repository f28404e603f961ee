import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import type * as SignIn from '../../session/sign-in'
import { signInAgain } from '../../session/sign-in'
import { local } from '../../session/storage'
import { asksToLeave } from '../../testing/asks-to-leave'
import { expectAccessible } from '../../testing/axe'
import { catchDownloads } from '../../testing/downloads'
import { json, type Answers } from '../../testing/fake-api'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, field, open, refusal, save, tab } from './testing'

// Leaving the page would end the tests with it.
vi.mock('../../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signInAgain: vi.fn(() => Promise.resolve()),
}))

atMyAccount()
beforeEach(() => vi.mocked(signInAgain).mockClear())

const GENERATE = 'POST /twofactorauth/v1/generate'
const ENROLL = 'POST /twofactorauth/v1/enroll'
const REMOVE = 'DELETE /twofactorauth/v1/remove'

const drawn = (secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') => ({
  responseQR: `<svg viewBox="0 0 53 53" xmlns="http://www.w3.org/2000/svg"><rect width="53" height="53" fill="#fff"/></svg>`,
  activity: 'generate',
  status: 'Success',
  secret,
  uri: `otpauth://totp/Cardea:owner%40demo.cardea?secret=${secret}&issuer=Cardea`,
})
const codes = ['7KQ2-WX9M-TR4H-CAF3', 'N8VD-2GYU-PQ6J-XK5E', '4TMC-H9RW-3DAY-V7FN']
const wrongCode = () =>
  refusal(422, 'validation_failed', { errors: { totp: [{ error_code: 'wrong_code', error_message: '' }] } })
const setUp = (further: Answers = {}): Answers => ({
  [GENERATE]: () => json(drawn()),
  [ENROLL]: () => json({ status: 'Success', recovery_codes: codes }),
  [REMOVE]: () => new Response(null, { status: 204 }),
  ...further,
})
const theSwitch = page.getByRole('switch', { name: /^Ask for a code at sign-in/ })
const pressSwitch = () => page.getByText(/^Ask for a code at sign-in/).click()
const code = field('One-time code')
const kept = page.getByRole('dialog', { name: 'Recovery codes' })

describe('switching two-factor sign-in on', () => {
  it('draws a QR code and a key, takes six digits, and is done with Save', async () => {
    const { sent, close } = await open({ further: setUp() })
    await expect.element(theSwitch).not.toBeChecked()
    await expect.element(save).toBeDisabled()
    await pressSwitch()
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await expect.element(picture).toBeVisible()
    await waitFor(() => expect((picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0))
    await expect.element(page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible()
    expect(page.getByRole('link', { name: 'Open it in an app on this device' }).element().getAttribute('href')).toBe(
      drawn().uri,
    )
    await expectAccessible()
    await expect.element(save).toBeDisabled()
    await userEvent.fill(code, '28a7 08')
    await expect.element(code).toHaveValue('28708')
    await expect.element(save).toBeDisabled()
    await userEvent.fill(code, '287 0829')
    await expect.element(code).toHaveValue('287082')
    await userEvent.click(save)
    await expect.element(kept.getByText(codes[0]!)).toBeVisible()
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([GENERATE, `${ENROLL} {"totp":"287082"}`])
    expect(local.get('twofa')).toBe(true)
    const stored = JSON.stringify({ ...sessionStorage, ...localStorage })
    for (const secret of [drawn().secret, ...codes]) expect(stored).not.toContain(secret)
  })

  it('copies the key without its gaps', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await open({ further: setUp() })
    await pressSwitch()
    await page.getByRole('button', { name: 'Copy the key' }).click()
    expect(copy).toHaveBeenCalledExactlyOnceWith(drawn().secret)
  })

  it('that was switched off again asks for nothing, and another switching on draws anew', async () => {
    const secrets = ['AAAABBBB', 'CCCCDDDD']
    const { sent } = await open({ further: setUp({ [GENERATE]: () => json(drawn(secrets.shift())) }) })
    await pressSwitch()
    await expect.element(page.getByText('AAAA BBBB')).toBeVisible()
    await userEvent.fill(code, '123')
    await pressSwitch()
    await expect.element(code).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
    await pressSwitch()
    await expect.element(page.getByText('CCCC DDDD')).toBeVisible()
    await expect.element(code).toHaveValue('')
    expect(sent()).toEqual([GENERATE, GENERATE])
  })

  it('with other changes leads there from other tabs while the code is not whole', async () => {
    const { sent } = await open({ further: setUp() })
    await pressSwitch()
    await userEvent.fill(code, '12')
    await userEvent.click(tab('Change password'))
    await userEvent.click(save)
    await expect.element(tab('General')).toHaveAttribute('aria-selected', 'true')
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAccessibleDescription(/A one-time code has six digits\.$/)
    expect(sent()).toEqual([GENERATE])
  })

  it('by a wrong code fails, and says so until the code is typed again', async () => {
    const answers = [wrongCode(), json({ status: 'Success', recovery_codes: codes })]
    const { close } = await open({ further: setUp({ [ENROLL]: () => answers.shift()! }) })
    await pressSwitch()
    await userEvent.fill(code, '111111')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to switch two-factor sign-in on.')
    await expect.element(alert).toHaveTextContent('This is not the code that the app shows now.')
    await expect.element(code).toHaveAccessibleDescription(/This is not the code that the app shows now\.$/)
    await expect.element(code).toHaveFocus()
    await userEvent.fill(code, '222222')
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(code).toHaveAccessibleDescription('The six digits that the app shows now.')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('is no success unless the answer says so', async () => {
    const { close } = await open({ further: setUp({ [ENROLL]: () => json({ status: 'Failed', recovery_codes: [] }) }) })
    await pressSwitch()
    await userEvent.fill(code, '111111')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to switch two-factor sign-in on.')
    expect(close).not.toHaveBeenCalled()
    expect(kept.query()).toBeNull()
    expect(local.get('twofa')).toBe(false)
  })

  it('that somebody did elsewhere already is said, and is what stands', async () => {
    await open({ further: setUp({ [GENERATE]: () => refusal(409, 'conflict') }) })
    await pressSwitch()
    await expect.element(page.getByText(/^Two-factor sign-in is on already/)).toBeVisible()
    await expect.element(theSwitch).toBeChecked()
    await expect.element(save).toBeDisabled()
    expect(code.query()).toBeNull()
    expect(local.get('twofa')).toBe(true)
  })

  it('leads to signing in again where that lies too far back', async () => {
    await open({ further: setUp({ [GENERATE]: () => refusal(403, 'sign_in_too_old') }) })
    await pressSwitch()
    await expect.element(alert).toHaveTextContent(/^For this you have to have signed in within the last ten minutes\./)
    await expect.element(theSwitch).not.toBeChecked()
    await expectAccessible()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    expect(signInAgain).toHaveBeenCalledOnce()
  })
})

describe('switching it off', () => {
  const on = { told: { '2fa': true } }

  it('says what that means, and is done with Save', async () => {
    const { sent, close } = await open({ ...on, further: setUp() })
    await expect.element(theSwitch).toBeChecked()
    await pressSwitch()
    await expect.element(page.getByText(/^Once you save, the password alone signs you in/)).toBeVisible()
    expect(sent()).toEqual([])
    await expectAccessible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([REMOVE])
    expect(local.get('twofa')).toBe(false)
  })

  it('leads to signing in again where that lies too far back; what was changed is kept', async () => {
    const { close } = await open({ ...on, further: setUp({ [REMOVE]: () => refusal(403, 'sign_in_too_old') }) })
    await pressSwitch()
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to switch two-factor sign-in off.')
    await expect.element(page.getByText(/^You come back here afterwards\./)).toBeVisible()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    expect(signInAgain).toHaveBeenCalledOnce()
    expect(close).not.toHaveBeenCalled()
  })
})

describe('recovery codes', () => {
  it('are new by switching it off and on again, which is said while it is on', async () => {
    await open({ told: { '2fa': true }, further: setUp() })
    const said = page.getByText(/^You were shown ten recovery codes when this was switched on; each works once\./)
    await expect.element(said).toHaveTextContent(/switch it off and save, then switch it on again/)
    await expectAccessible()
    await pressSwitch()
    await expect.element(said).not.toBeInTheDocument()
  })

  it('are not spoken of while it is off', async () => {
    await open({ further: setUp() })
    await expect.element(theSwitch).not.toBeChecked()
    expect(page.getByText(/recovery codes/).query()).toBeNull()
  })

  const show = async () => {
    await open({ further: setUp() })
    await pressSwitch()
    await userEvent.fill(code, '287082')
    await userEvent.click(save)
    await expect.element(kept).toBeVisible()
  }
  const done = kept.getByRole('button', { name: 'Done' })

  it('are shown until somebody says that they have kept them', async () => {
    await show()
    await expect.element(kept.getByRole('listitem').nth(2)).toHaveTextContent(codes[2]!)
    await expectAccessible()
    await expect.element(done).toBeDisabled()
    expect(asksToLeave()).toBe(true)
    await kept.getByText('I have kept these codes').click()
    await expect.element(done).toBeEnabled()
    expect(asksToLeave()).toBe(false)
    await userEvent.click(done)
    await expect.element(kept).not.toBeInTheDocument()
  })

  it('are copied and downloaded, with whose they are', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await show()
    await kept.getByRole('button', { name: 'Copy the recovery codes' }).click()
    expect(copy).toHaveBeenCalledExactlyOnceWith(codes.join('\n'))
    const files = catchDownloads()
    await kept.getByRole('button', { name: 'Download' }).click()
    expect(files[0]?.name).toMatch(/^Cardea_recovery-codes_owner-demo-cardea_2026-11-2\d\.txt$/)
    const text = (await files[0]?.text()) ?? ''
    expect(text).toMatch(/^Recovery codes for .*Cardea.*\r\nowner@demo\.cardea\r\n2026-11-2\d\r\n\r\n/)
    for (const one of codes) expect(text).toContain(`${one}\r\n`)
  })

  it('that were not kept are not closed without a question', async () => {
    await show()
    await pressEscape()
    const question = page.getByRole('alertdialog', { name: 'Close without the recovery codes?' })
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect.element(kept).toBeVisible()
    await pressEscape()
    await question.getByRole('button', { name: 'Close' }).click()
    await expect.element(kept).not.toBeInTheDocument()
  })
})

describe.each([
  ['da-DK', /^Spørg efter en kode ved login/, 'Engangskode'],
  ['de', /^Beim Anmelden nach einem Code fragen/, 'Einmalcode'],
] as const)('in %s', (language, name, label) => {
  it('setting it up speaks the language', async () => {
    await showLanguage(language)
    await open({ further: setUp() })
    await page.getByText(name).click()
    await expect.element(field(label)).toBeVisible()
    await expectAccessible()
  })
})
