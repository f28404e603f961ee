import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { link } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, choose, cleaners, house, open, personal, press, segment } from './testing'

atTheDoor()

const lockedOut = page.getByText(/cannot get in any more/)

describe('access of one’s own that outlives its end beside a group', () => {
  it('says before it is saved who is locked out then, and through which group they would get in', async () => {
    await open({ domain: house([cleaners]) })
    await expect
      .element(lockedOut)
      .toHaveTextContent(
        'Anna Lindqvist cannot get in any more once this access has ended, on 20 Dec 2026, 14:02: until it is removed, it outranks Cleaners (Tue 08:00–12:00).',
      )
    await expectAccessible()
    await press(segment('month', 'To'), '{ArrowDown}')
    await press(segment('day', 'To'), '{ArrowUp}')
    await expect.element(lockedOut).toHaveTextContent('once this access has ended, on 21 Nov 2026, 14:02')
  })

  it('says so of recurring access only while it has an end, and never of permanent access', async () => {
    await open({ domain: house([cleaners]) })
    await choose('Recurring')
    await expect.element(lockedOut).not.toBeInTheDocument()
    await userEvent.click(page.getByText('Start and end date'))
    await expect.element(lockedOut).toBeVisible()
    await choose('Permanent')
    await expect.element(lockedOut).not.toBeInTheDocument()
  })

  it('names the doors where there are several', async () => {
    await open({ domain: house([cleaners]), column: 'group-ground' })
    await expect
      .element(lockedOut.first())
      .toHaveTextContent(/^Anna Lindqvist cannot get in any more at Street door once/)
  })

  it('is silent where the group’s access ends before', async () => {
    const holiday = link('group_lock-1', {
      ...{ group_id: 'group-cleaners', lock_id: 'lock-street', calendar_id: 'calendar-until' },
    })
    await open({ domain: house([holiday]) })
    await expect.element(page.getByText(/^This access replaces/)).toBeVisible()
    expect(lockedOut.query()).toBeNull()
  })

  it('is silent where there is no group', async () => {
    await open({ domain: house([personal('calendar-until')]) })
    expect(lockedOut.query()).toBeNull()
  })

  it('says who is locked out until access begins that starts later, and where', async () => {
    const early = page.getByText(/cannot get in (at Street door )?until this access begins/)
    const holiday = link('group_lock-1', {
      ...{ group_id: 'group-cleaners', lock_id: 'lock-street', calendar_id: 'calendar-until' },
    })
    const { screen } = await open({ domain: house([holiday]) })
    await expect.element(lockedOut).not.toBeInTheDocument()
    expect(early.query()).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'Weekend' }))
    await expect
      .element(early)
      .toHaveTextContent(
        'Anna Lindqvist cannot get in until this access begins, on 20 Nov 2026, 15:00: until it is removed, it outranks Cleaners (until 1 Dec).',
      )
    await expect.element(lockedOut).toHaveTextContent('once this access has ended, on 22 Nov 2026, 20:00')
    await screen.unmount()
    const own = link('group_user-1', {
      ...{ user_id: 'user-anna', group_id: 'group-ground', calendar_id: 'calendar-coming' },
    })
    await open({ domain: house([own, holiday]), column: 'group-ground' })
    await expect
      .element(early)
      .toHaveTextContent(
        /^Anna Lindqvist cannot get in at Street door until this access begins, on 25 Nov 2026, 09:00:/,
      )
  })

  it('is silent until access begins where the group’s access is shut until then too', async () => {
    await open({ domain: house([cleaners]) })
    await userEvent.click(page.getByRole('button', { name: 'Weekend' }))
    await expect.element(lockedOut).toHaveTextContent('Cleaners (Tue 08:00–12:00)')
    expect(page.getByText(/until this access begins/).query()).toBeNull()
  })

  it('is whole on a phone, in German, without scrolling', async () => {
    await page.viewport(390, 844)
    await showLanguage('de')
    await open({ domain: house([cleaners]) })
    const text = page.getByText(/^Nach dem Ende am 20\.12\.2026, 14:02 gibt es für Anna Lindqvist keinen Einlass mehr/)
    await expect.element(text).toBeVisible()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    await expect.element(text).toBeInViewport({ ratio: 1 })
    for (const cut of [...document.querySelectorAll('[role=dialog] *')].filter(isCutSideways)) {
      expect(cut.textContent).toBe('')
    }
  })
})

/** Whether some of an element's text is beyond its edge and cannot be seen. What is for screen readers alone is a pixel wide. */
function isCutSideways(element: Element): boolean {
  if (element.clientWidth <= 1) return false
  return element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'
}
