import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { user } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { sent as sentTo } from '../../testing/invitations'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { openOverlays } from '../registry'
import { alert, button, fact, field, now, open, people, refused, save } from './testing'

signedIn(now)

describe('who has no account', () => {
  const nameless = () => {
    const domain = people()
    const carl = { display_name: 'Carl Berg', username: 'user-carl', email_address: '', has_account: false }
    domain.put('users', [user('user-carl', carl)])
    return { domain, id: 'user-carl' }
  }
  const SENT = 'GET /invitations/v1/sent'

  it('is told so in words; there is no username, role or password', async () => {
    await open(nameless())
    await expect.element(page.getByRole('dialog')).toHaveTextContent(/^CBCarl BergGuest without an account/)
    expect(fact('Account')).toBe('None: known in this domain alone')
    expect(page.getByText('user-carl').query()).toBeNull()
    expect(page.getByText('Username').query()).toBeNull()
    expect(page.getByRole('radio').query()).toBeNull()
    expect(field('New password').query()).toBeNull()
    await expectAccessible()
  })

  it('is renamed by administrators, by a call of its own', async () => {
    const { sent, close } = await open(nameless())
    await userEvent.fill(field('Name'), ' Carl B ')
    await userEvent.fill(field('Alias'), 'Second floor')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH user-carl {"display_name":"Carl B"}', 'PATCH user-carl {"alias":"Second floor"}'])
  })

  it('needs a name that is not too long, nor the alias; what the server refuses stands at the field', async () => {
    const refusal = {
      error: 'validation_failed',
      errors: { display_name: [{ error_code: 'invisible', error_message: '' }] },
    }
    const { sent } = await open({ ...nameless(), answers: [refused(refusal, 422)] })
    await userEvent.fill(field('Name'), ' ')
    await expect.element(field('Name')).toHaveAccessibleDescription('Please fill in this field.')
    await userEvent.click(save)
    await expect.element(field('Name')).toHaveFocus()
    await userEvent.fill(field('Name'), 'C'.repeat(256))
    await expect.element(field('Name')).toHaveAccessibleDescription('At most 255 characters.')
    await userEvent.fill(field('Name'), 'Carl')
    await userEvent.fill(field('Alias'), 'A'.repeat(256))
    await expect.element(field('Alias')).toHaveAccessibleDescription(/At most 255 characters\./)
    await userEvent.fill(field('Alias'), '')
    expect(sent()).toEqual([])
    await userEvent.click(save)
    await expect.element(field('Name')).toHaveAccessibleDescription('Nothing of this can be seen.')
    await expect.element(alert).toHaveTextContent('Failed to rename Carl Berg.')
  })

  it('is invited to one from here', async () => {
    await open(nameless())
    await userEvent.click(button('Invite to an account'))
    await waitFor(() => expect(openOverlays().map(({ place }) => place?.ids)).toEqual([['user-carl']]))
    expect(openOverlays()[0]?.action).toBe('invite-person')
  })

  it('and is invited already is said with how long that counts, and leads to the invitation', async () => {
    const invitation = { ...sentTo('carl@nordic.se'), user_id: 'user-carl', expires_at: '2026-12-20T13:02:00Z' }
    await open({ ...nameless(), logs: { [SENT]: () => json([sentTo('bo@nordic.se'), invitation]) } })
    await expect.element(page.getByText(/^Invited to an account\. .* until .*20 Dec 2026/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Invite to an account' }).query()).toBeNull()
    await expectAccessible()
    await userEvent.click(button('Sent invitations'))
    await waitFor(() => expect(openOverlays()[0]?.action).toBe('sent-invitations'))
  })

  it('others keep their own names', async () => {
    await open()
    await expect.element(field('Alias')).toBeVisible()
    expect(field('Name').query()).toBeNull()
  })
})
