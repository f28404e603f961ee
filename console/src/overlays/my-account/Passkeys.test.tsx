import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import type * as SignIn from '../../session/sign-in'
import { signInAgain } from '../../session/sign-in'
import { expectAccessible } from '../../testing/axe'
import { json, type Answers } from '../../testing/fake-api'
import { holdTimers } from '../../testing/hold-timers'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { ARMING } from '../../ui/Button'
import { alert, atMyAccount, field, open, refusal, tab } from './testing'

// Leaving the page would end the tests with it.
vi.mock('../../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signInAgain: vi.fn(() => Promise.resolve()),
}))

atMyAccount()
beforeEach(() => vi.mocked(signInAgain).mockClear())

const LIST = 'GET /passkeys/v1'
const BEGIN = 'POST /passkeys/v1/begin'
const FINISH = 'POST /passkeys/v1/finish'
const PHONE = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k'

const phone = { id: PHONE, name: 'Phone', created_at: '2026-11-02T09:15:00+00:00', last_used_at: null }
const ring = { ...phone, id: 'AAAA', name: 'Key on the ring', last_used_at: '2026-11-19T18:40:00+00:00' }
const asked = {
  challenge: 'AQID',
  rp: { id: location.hostname, name: 'Cardea' },
  user: { id: 'BAUG', name: 'owner@demo.cardea', displayName: 'Mette Sørensen' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: '_-8' }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

/** A server that has these, and what else it is asked. */
function server(passkeys: object[], further: Answers = {}, relying_party: string | null = location.hostname): Answers {
  const kept = [...passkeys]
  return {
    [LIST]: () => json({ relying_party, passkeys: kept }),
    [BEGIN]: () => json(asked),
    [FINISH]: ({ body }) => {
      const added = { ...phone, name: (JSON.parse(body) as { name: string }).name }
      kept.push(added)
      return json(added)
    },
    [`PATCH /passkeys/v1/${PHONE}`]: ({ body }) => {
      kept[0] = { ...phone, name: (JSON.parse(body) as { name: string }).name }
      return json(kept[0])
    },
    [`DELETE /passkeys/v1/${PHONE}`]: () => {
      kept.shift()
      return new Response(null, { status: 204 })
    },
    ...further,
  }
}

/** Opens the tab. */
async function show(further: Answers) {
  const opened = await open({ further })
  await userEvent.click(tab('Passkeys'))
  return opened
}

/** Has the browser answer as a device does. */
function answerWith(create: () => Promise<Credential | null>) {
  return vi.spyOn(navigator.credentials, 'create').mockImplementation(create)
}

const made = () =>
  Promise.resolve({
    id: 'made',
    type: 'public-key',
    response: { clientDataJSON: Uint8Array.of(255, 239).buffer, attestationObject: Uint8Array.of(1).buffer },
  } as unknown as Credential)
const name = field('Name of the passkey')
const add = page.getByRole('button', { name: 'Add a passkey' })
const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })

describe('adding a passkey', () => {
  it('has the browser make one of what the server asks for, under a name', async () => {
    const create = answerWith(made)
    const { sent } = await show(server([]))
    await expect.element(page.getByText('You have no passkey yet.')).toBeVisible()
    await expectAccessible()
    await userEvent.fill(name, ' Phone ')
    await userEvent.click(add)
    await expect.element(line('Phone')).toHaveTextContent(/Never used yet/)
    await expect.element(name).toHaveValue('')
    const { publicKey } = create.mock.calls[0]![0]!
    expect([...new Uint8Array(publicKey!.challenge as ArrayBuffer)]).toEqual([1, 2, 3])
    expect([...new Uint8Array(publicKey!.user.id as ArrayBuffer)]).toEqual([4, 5, 6])
    expect([...new Uint8Array(publicKey!.excludeCredentials![0]!.id as ArrayBuffer)]).toEqual([255, 239])
    expect(publicKey!.authenticatorSelection).toEqual(asked.authenticatorSelection)
    const response = { clientDataJSON: '_-8', attestationObject: 'AQ' }
    expect(sent()).toEqual([
      BEGIN,
      `${FINISH} ${JSON.stringify({ name: 'Phone', credential: { id: 'made', response } })}`,
    ])
    await expectAccessible()
  })

  it('has its button beside the box of its name, whatever is said of that', async () => {
    await show(server([]))
    const box = () => name.element().parentElement!.getBoundingClientRect()
    const besideIt = () => expect(add.element().getBoundingClientRect().top).toBeCloseTo(box().top, 0)
    await expect.element(add).toBeVisible()
    besideIt()
    await userEvent.click(add)
    await expect.element(name).toHaveAccessibleDescription(/Please fill in this field\./)
    besideIt()
  })

  it('asks before the overlay is closed with the name of one', async () => {
    const { close } = await show(server([]))
    await userEvent.fill(name, 'Phone')
    await pressEscape()
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    expect(close).not.toHaveBeenCalled()
  })

  it('needs a name', async () => {
    const create = answerWith(made)
    const { sent } = await show(server([]))
    await userEvent.click(add)
    await expect.element(name).toHaveAccessibleDescription(/Please fill in this field\./)
    await expect.element(name).toHaveFocus()
    await expect.element(name).toBeInViewport()
    expect(create).not.toHaveBeenCalled()
    expect(sent()).toEqual([])
  })

  it.each([
    ['NotAllowedError', 'No passkey was made. Try again when your device is ready.'],
    ['InvalidStateError', 'This device has a passkey of yours already.'],
  ])('that the browser does not do (%s) is said, and may be tried again', async (kind, said) => {
    answerWith(() => Promise.reject(new DOMException('', kind)))
    const { sent } = await show(server([]))
    await userEvent.fill(name, 'Phone')
    await userEvent.click(add)
    await expect.element(alert).toHaveTextContent(said)
    await expect.element(name).toHaveValue('Phone')
    expect(sent()).toEqual([BEGIN])
    answerWith(made)
    await userEvent.click(add)
    await expect.element(line('Phone')).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })

  it('leads to signing in again where that lies too far back', async () => {
    await show(server([], { [BEGIN]: () => refusal(403, 'sign_in_too_old') }))
    await userEvent.fill(name, 'Phone')
    await userEvent.click(add)
    await expect.element(alert).toHaveTextContent(/^For this you have to have signed in within the last ten minutes\./)
    await page.getByRole('button', { name: 'Sign in again' }).click()
    expect(signInAgain).toHaveBeenCalledOnce()
  })

  it.each([
    [null, /^This server offers no passkeys/],
    ['doors.example', /^In this browser and at this address no passkey can be added\. They are for .*doors\.example/],
  ])('is not offered where they are for %s', async (relyingParty, said) => {
    await show(server([phone], {}, relyingParty))
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(line('Phone')).toBeVisible()
    expect(add.query()).toBeNull()
  })

  it('is not offered to whoever has twenty', async () => {
    await show(server(Array.from({ length: 20 }, (_, n) => ({ ...phone, id: `id-${n}`, name: `Key ${n}` }))))
    await expect.element(page.getByText(/^You have 20 passkeys, which is as many as there may be\./)).toBeVisible()
    expect(add.query()).toBeNull()
  })
})

describe('the list of passkeys', () => {
  it('says when each was added and used last', async () => {
    await show(server([phone, ring]))
    await expect.element(line('Phone')).toHaveTextContent(/Added 2 Nov 2026.*Never used yet/)
    await expect.element(line('Key on the ring')).toHaveTextContent(/Last used 19 Nov 2026/)
    await expectAccessible()
  })

  it('gives one another name', async () => {
    const { sent } = await show(server([phone, ring]))
    await userEvent.click(page.getByRole('button', { name: 'Rename Phone' }))
    const renamed = page.getByLabelText(/^New name of .*Phone/)
    await expect.element(renamed).toHaveValue('Phone')
    await userEvent.fill(renamed, 'Old phone')
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(line('Old phone')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Rename Old phone' })).toHaveFocus()
    expect(sent()).toEqual([`PATCH /passkeys/v1/${PHONE} {"name":"Old phone"}`])
  })

  it('leads to the name where it is empty', async () => {
    const { sent } = await show(server([phone, ring]))
    await userEvent.click(page.getByRole('button', { name: 'Rename Phone' }))
    const renamed = page.getByLabelText(/^New name of .*Phone/)
    await userEvent.fill(renamed, ' ')
    await userEvent.click(page.getByRole('button', { name: 'Rename', exact: true }))
    await expect.element(renamed).toHaveFocus()
    expect(sent()).toEqual([])
  })

  it('closes the name of one alone by Escape, and asks before it is closed with what was typed', async () => {
    const { sent, close } = await show(server([phone, ring]))
    const rename = page.getByRole('button', { name: 'Rename Phone' })
    await userEvent.click(rename)
    await userEvent.fill(page.getByLabelText(/^New name of .*Phone/), 'Old phone')
    await pressEscape()
    await expect.element(rename).toHaveFocus()
    await userEvent.click(rename)
    await expect.element(page.getByLabelText(/^New name of .*Phone/)).toHaveValue('Phone')
    await userEvent.keyboard(' of old')
    await userEvent.click(page.getByRole('button', { name: 'Close', exact: true }).last())
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await userEvent.click(question.getByRole('button', { name: 'Go on editing' }))
    await expect.element(question).not.toBeInTheDocument()
    await userEvent.click(page.getByLabelText(/^New name of .*Phone/))
    await pressEscape()
    await expect.element(rename).toHaveFocus()
    await pressEscape()
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([])
  })

  it('takes one away, once that is confirmed', async () => {
    const { sent } = await show(server([phone, ring]))
    const letGo = holdTimers(ARMING)
    await userEvent.click(page.getByRole('button', { name: 'Remove Phone' }))
    const question = page.getByRole('alertdialog', { name: /^Remove the passkey .*Phone/ })
    await expect.element(question).toHaveTextContent(/It will not sign you in any more\./)
    letGo()
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await expect.element(line('Phone')).not.toBeInTheDocument()
    await expect.element(line('Key on the ring')).toBeVisible()
    await expect.element(page.getByRole('status').filter({ hasText: 'Removed.' })).toBeVisible()
    expect(sent()).toEqual([`DELETE /passkeys/v1/${PHONE}`])
  })

  it('leads to signing in again where taking one away asks for that', async () => {
    await show(server([phone], { [`DELETE /passkeys/v1/${PHONE}`]: () => refusal(403, 'sign_in_too_old') }))
    const letGo = holdTimers(ARMING)
    await userEvent.click(page.getByRole('button', { name: 'Remove Phone' }))
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    letGo()
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(page.getByRole('alertdialog').query()).toBeNull())
    await page.getByRole('button', { name: 'Sign in again' }).click()
    expect(signInAgain).toHaveBeenCalledOnce()
  })
})

describe.each([
  ['da-DK', 'Adgangsnøgler', 'Tilføj en adgangsnøgle'],
  ['de', 'Passkeys', 'Passkey hinzufügen'],
] as const)('in %s', (language, title, label) => {
  it('the pane speaks the language', async () => {
    await showLanguage(language)
    await open({ further: server([phone, ring]) })
    await userEvent.click(tab(title))
    await expect.element(page.getByRole('button', { name: label })).toBeVisible()
    await expectAccessible()
  })
})
