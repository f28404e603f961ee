import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { calendar, link, lock } from '../../testing/example'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { guest, iso, open, street } from './testing'

signedIn()

const names = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.getAttribute('aria-label'))

it('doors stand with those first that are open now, of those the ones that can be opened from here, and stay so', async () => {
  const { owners } = await open('created')
  await expect.element(street()).toBeVisible()
  expect(names()).toEqual(['Shed', 'Street door', 'Cellar', 'Gate'])
  await waitFor(() => expect(owners.feeds).toHaveLength(1))
  owners.change({ calendars: [calendar('calendar-1', { start_time: null, end_time: iso(Date.now() - 1000) })] })
  await expect.element(street()).toHaveTextContent('Your access has ended.')
  // None changes places under the thumb.
  expect(names()).toEqual(['Shed', 'Street door', 'Cellar', 'Gate'])
  owners.change({
    locks: [lock('lock-attic', { name: 'Attic' })],
    links: [link('lock_user-5', { user_id: guest, lock_id: 'lock-attic' })],
  })
  await expect.poll(names).toEqual(['Shed', 'Street door', 'Cellar', 'Gate', 'Attic'])
})
