import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, open, refusal, tab } from './testing'

atMyAccount()

const LIST = 'GET /user/v1/devices'
const ALL = 'DELETE /user/v1/devices'
const REMOVE = 'DELETE /user/v1/devices/a%2Fb'

const pixel = {
  ...{ device_identification: 'a/b', platform_name: 'android', platform_version: '16', platform_model: 'Pixel 9' },
  ...{ application_identifier: 'com.example.doors', application_version: '2.4.1', application_settings: null },
  ...{ application_release_state: 'production', receive_push_notifications: true },
  ...{ push_notification_registration: 'cXv0l1Zt:APA91bH' as string | null },
  ...{ last_seen_at: '2026-11-18T12:00:00Z', expires_at: '2027-05-20T12:00:00Z' },
}
const bare = { platform_version: '', platform_model: '', application_identifier: '', application_version: '' }
const iphone = {
  ...{ ...pixel, ...bare, device_identification: 'c', platform_name: 'iphone' },
  ...{ receive_push_notifications: false, last_seen_at: '2026-11-20T12:00:00Z' },
}

/** Opens the tab; what is left of the list is answered each time it is asked for. */
async function show(devices = [pixel, iphone], further = {}) {
  const left = [...devices]
  const take = (kept: (id: string) => boolean) => () => {
    left.splice(0, left.length, ...left.filter((device) => kept(device.device_identification)))
    return new Response(null, { status: 204 })
  }
  const answers = {
    [LIST]: () => json(left),
    [REMOVE]: take((id) => id !== 'a/b'),
    [ALL]: take(() => false),
    ...further,
  }
  const opened = await open({ further: answers })
  await userEvent.click(tab('Notifications'))
  return opened
}

const list = page.getByRole('list', { name: 'Notifications' })
const entry = (text: string) => list.getByRole('listitem').filter({ hasText: text })
const question = page.getByRole('alertdialog')
const none = page.getByText('There are no phones')

describe('Notifications', () => {
  it('list the phones, those seen last first, with what is known of them and whether messages reach them', async () => {
    await show([pixel, iphone, { ...pixel, device_identification: 'd', push_notification_registration: null }])
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent('iPhone')
    await expect.element(entry('iPhone')).toHaveTextContent(/^iPhonewants no messageslast seen 20 Nov 2026/)
    await expect
      .element(entry('Pixel 9').first())
      .toHaveTextContent(/Android.*16.*com\.example\.doors.*2\.4\.1.*receives messages.*last seen 18 Nov 2026/)
    await expect.element(entry('Pixel 9').last()).toHaveTextContent('cannot be reached')
    expect(page.getByText('cXv0l1Zt').query()).toBeNull()
    expect(page.getByRole('button', { name: 'Save', exact: true }).query()).toBeNull()
    await expectAccessible()
  })

  it('say where there is no phone how one comes here', async () => {
    await show([])
    await expect.element(none).toBeVisible()
    await expect.element(page.getByText(/^Once you sign in to an app that receives messages/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Remove all' }).query()).toBeNull()
    await expectAccessible()
  })

  it('end for one phone after a question, whatever that calls itself', async () => {
    const { sent } = await show()
    await page.getByRole('button', { name: 'Remove Pixel 9' }).click()
    await expect.element(question).toHaveTextContent('Remove Pixel 9?')
    expect(sent()).toEqual([])
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(entry('Pixel 9')).not.toBeInTheDocument()
    await expect.element(entry('iPhone')).toBeVisible()
    await expect.element(page.getByRole('status').filter({ hasText: 'Removed.' })).toBeVisible()
    expect(sent()).toEqual(['DELETE devices/a%2Fb'])
    // The last of them has its own button.
    expect(page.getByRole('button', { name: 'Remove all' }).query()).toBeNull()
  })

  it('that are gone meanwhile are no failure', async () => {
    let isThere = true
    const answers = {
      [LIST]: () => json(isThere ? [pixel, iphone] : [iphone]),
      [REMOVE]: () => {
        isThere = false
        return refusal(404, 'entity_not_found')
      },
    }
    await show([], answers)
    await page.getByRole('button', { name: 'Remove Pixel 9' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(entry('Pixel 9')).not.toBeInTheDocument()
  })

  it('end for all phones at once, after a question', async () => {
    const { sent } = await show()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await question.getByRole('button', { name: 'Remove all' }).click()
    await expect.element(none).toBeVisible()
    expect(sent()).toEqual(['DELETE devices'])
  })

  it('that cannot be ended or fetched say why', async () => {
    let isAway = true
    const answers = {
      [LIST]: () => (isAway ? refusal(403, 'forbidden') : json([pixel])),
      [REMOVE]: () => refusal(429, 'too_many_requests'),
    }
    await show([], answers)
    await expect.element(alert).toHaveTextContent('Your phones could not be fetched.')
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Remove Pixel 9' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await waitFor(() => expect(question.element().textContent).toContain('Too many requests in a row.'))
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(entry('Pixel 9')).toBeVisible()
  })

  it.each([
    ['da-DK', 'Notifikationer', 'Fjern Pixel 9'],
    ['de', 'Benachrichtigungen', 'Pixel 9 entfernen'],
  ] as const)('speak %s', async (language, title, remove) => {
    await showLanguage(language)
    await open({ further: { [LIST]: () => json([pixel]) } })
    await userEvent.click(tab(title))
    await expect.element(page.getByRole('button', { name: remove })).toBeVisible()
    await expectAccessible()
  })
})
