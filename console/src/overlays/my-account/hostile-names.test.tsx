import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json } from '../../testing/fake-api'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { atMyAccount, open, tab } from './testing'

atMyAccount()

const at = '2026-11-02T09:15:00Z'

/** Each pane that lists what has a name of its own: how it is told, what is said beside the name, and what is asked before it ends. */
const panes = [
  {
    pane: 'Passkeys',
    answers: (name: string) => ({
      'GET /passkeys/v1': () =>
        json({
          relying_party: location.hostname,
          passkeys: [{ id: 'AAAA', name, created_at: at, last_used_at: null }],
        }),
    }),
    beside: 'Added 2 Nov',
    button: /^Remove /,
    asks: 'Remove the passkey',
  },
  {
    pane: 'Tokens',
    answers: (name: string) => ({
      'GET /oauth/v2/user/tokens': () =>
        json([{ id: 'token-1', name, scope: null, created: at, last_used: null, expires_at: '2027-01-30T08:00:00Z' }]),
    }),
    beside: 'never used',
    button: /^Revoke /,
    asks: 'Revoke',
  },
  {
    pane: 'Notifications',
    answers: (name: string) => ({
      'GET /user/v1/devices': () =>
        json([
          {
            ...{ device_identification: 'a', platform_name: 'android', platform_version: name, platform_model: name },
            ...{ application_identifier: name, application_version: name, application_settings: null },
            ...{ application_release_state: 'production', receive_push_notifications: true },
            ...{ push_notification_registration: null, last_seen_at: at, expires_at: at },
          },
        ]),
    }),
    beside: 'last seen 2 Nov',
    button: /^Remove /,
    asks: 'Remove',
  },
] as const

describe.each(panes)(
  'a name that turns the direction of writing, in $pane',
  ({ pane, answers, beside, button, asks }) => {
    it.each(['\u202Eeve', hostile])('leaves what stands beside it and around it in its order: %j', async (name) => {
      await open({ further: answers(name) })
      await userEvent.click(tab(pane))
      const line = page.getByRole('list', { name: pane }).getByRole('listitem')
      await expect.element(line).toBeVisible()
      expectInOrder(line.element(), beside)
      await line.getByRole('button', { name: button }).click()
      const title = page.getByRole('alertdialog').getByRole('heading')
      await expect.element(title).toHaveTextContent(/\?$/)
      const { right } = expectInOrder(title.element(), asks)
      const end = expectInOrder(title.element(), '?')
      const words = document.createRange()
      words.selectNodeContents(title.element())
      expect(right).toBeLessThan(end.left)
      // The name is before the question mark, whichever way it reads.
      expect(end.right).toBeCloseTo(words.getBoundingClientRect().right, 0)
    })
  },
)
