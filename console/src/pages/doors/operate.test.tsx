import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LockOperation } from '../../api/queries/operation'
import { calendar } from '../../testing/example'
import { shownFor } from '../../overlays/OperateDoor'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { holdTimers } from '../../testing/hold-timers'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { guest, house, iso, open, operation, path, result, street } from './testing'

signedIn()

describe("a guest's doors, as they are operated,", () => {
  it('are opened by keyboard: a press, a second one to confirm, and the stages up to the moment of confirmation', async () => {
    const stages: LockOperation['result']['stage'][] = ['sent', 'at_bridge', 'moving']
    const { calls } = await open('invited', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => {
        const stage = stages.shift()
        if (stage === undefined) return operation({})
        return operation({ ...{ status: 'InProgress', is_completed: false }, result: { ...result, stage } })
      },
    })
    await expect.element(street()).toBeVisible()
    ;(street().getByRole('button', { name: 'Unlock' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(street().getByRole('alertdialog', { name: 'Unlock Street door now?' })).toBeVisible()
    await expect.element(street().getByRole('button', { name: 'Confirm: unlock Street door' })).toBeVisible()
    await expect.element(street().getByRole('button', { name: 'Lock', exact: true })).toBeDisabled()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await expect.element(street().getByRole('button', { name: 'Confirm' })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(street().getByRole('button', { name: 'Unlocking' })).toHaveFocus()
    await expect.element(street().getByText('Successfully unlocked the door')).toBeVisible()
    await expect.element(street().getByRole('list', { name: 'Progress' })).toHaveTextContent(/Confirmed \d\d:\d\d:\d\d/)
    await expect.element(street()).toHaveTextContent('Unlocked')
    const call = calls.find(({ method }) => method === 'POST')
    expect(call?.headers.get('X-Assume-User')).toBe(guest)
    await expectAccessible()
  })

  it('tell when it was confirmed by the clock of the door', async () => {
    const doors = house()
    doors.locks[0] = { ...doors.locks[0]!, timezone: 'Pacific/Kiritimati' }
    const answers = {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({}),
    }
    await open('created', answers, doors)
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    const progress = street().getByRole('list', { name: 'Progress' })
    await expect.element(progress).toHaveTextContent(/Confirmed \d\d/)
    const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Pacific/Kiritimati' }).format(
      Date.now(),
    )
    await expect.element(progress).toHaveTextContent(`Confirmed ${hour}:`)
  })

  it('are operated with nothing moving from the first press to the last word, and take no room for words before', async () => {
    await page.viewport(390, 844)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await open('invited', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': async () => {
        await held
        return operation({})
      },
    })
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeEnabled()
    await expect.element(page.getByRole('heading', { name: 'Mobile app' })).toBeVisible()
    const places = () => {
      const moved = [
        ...page.getByRole('article').elements(),
        page.getByRole('heading', { name: 'Mobile app' }).element(),
      ]
      return moved.map((element) => (element as HTMLElement).offsetTop)
    }
    const height = () => street().element().getBoundingClientRect().height
    const low = height()
    await street().getByRole('button', { name: 'Unlock' }).click()
    await expect.element(street().getByRole('alertdialog')).toBeVisible()
    expect(height(), 'no room is kept before the first press').toBeGreaterThan(low + 80)
    const asked = places()
    const passTime = holdTimers(shownFor)
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByRole('list', { name: 'Progress' })).toBeVisible()
    expect(places()).toEqual(asked)
    goOn()
    await expect.element(street().getByText('Successfully unlocked the door')).toBeVisible()
    expect(places()).toEqual(asked)
    passTime()
    await expect.element(street().getByText('Successfully unlocked the door')).not.toBeInTheDocument()
    expect(places()).toEqual(asked)
  })

  it('say no longer that they were unlocked once they are locked again', async () => {
    const doors = house()
    const { owners } = await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({}),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByText('Successfully unlocked the door')).toBeVisible()
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.change({ conditions: [{ ...doors.conditions[0]!, state: 'Locked', at: iso(Date.now() + 1000) }] })
    await expect.element(street().getByText('Successfully unlocked the door')).not.toBeInTheDocument()
    await expect.element(street().getByText('Locked', { exact: true })).toBeVisible()
    expect(street().getByRole('list', { name: 'Progress' }).query()).toBeNull()
  })

  it('say for a time that they were unlocked, not for ever', async () => {
    await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({}),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    const passTime = holdTimers(shownFor)
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByText('Successfully unlocked the door')).toBeVisible()
    passTime()
    await expect.element(street().getByText('Successfully unlocked the door')).not.toBeInTheDocument()
    await expect.element(street().getByText('Unlocked', { exact: true })).toBeVisible()
  })

  it('stay as they are when the second press is not made', async () => {
    const { calls } = await open('created')
    await street().getByRole('button', { name: 'Lock', exact: true }).click()
    await street().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(street().getByRole('button', { name: 'Lock', exact: true })).toHaveFocus()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('say why an operation failed', async () => {
    await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () =>
        operation({
          ...{ status: 'Failed', is_successful: false },
          result: { ...result, afi_status: 11, afi_status_text: 'LowBattery' },
        }),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByRole('alert')).toHaveTextContent('The battery of the lock is too low')
    await expect.element(street().getByRole('alert')).toBeInViewport()
    await expect
      .element(street().getByRole('list', { name: 'Progress' }))
      .toHaveTextContent(/Sent.*At the bridge.*Bolt not moved.*Confirmed/)
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeEnabled()
  })

  it('tell of a bridge that is away what a guest can do, until it is back', async () => {
    const doors = house()
    const away = { ...result, bridge_server_status: 5, bridge_server_status_text: 'NotAttached' }
    const { owners } = await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({ ...{ status: 'Failed', is_successful: false }, result: away }),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    const alert = street().getByRole('alert')
    await expect.element(alert).toHaveTextContent(/^The bridge cannot be reached\. Use the app at the door/)
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    const since = iso(Date.now() + 1000)
    owners.change({ conditions: [{ ...doors.conditions[0]!, bridge: 'online', bridge_since: since }] })
    await expect.element(alert).not.toBeInTheDocument()
    expect(street().getByRole('list', { name: 'Progress' }).query()).toBeNull()
  })

  it('tell no longer how they stand once the access has ended, nor what was done with them before', async () => {
    const { owners } = await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({}),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByText('Unlocked', { exact: true })).toBeVisible()
    const past = iso(Date.now() - 1000)
    owners.change({ calendars: [calendar('calendar-1', { start_time: null, end_time: past })] })
    await expect.element(street()).toHaveTextContent('Your access has ended.')
    await expect.element(street().getByText('Whether it is locked is shown while you may open this door')).toBeVisible()
    expect(
      street()
        .getByText(/^(Locked|Unlocked)$/)
        .elements(),
    ).toHaveLength(0)
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeDisabled()
  })

  it('tell no longer that an operation failed once the access has ended', async () => {
    const { owners } = await open('created', { [`POST ${path}`]: () => Response.error() })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByRole('alert')).toBeVisible()
    owners.change({ calendars: [calendar('calendar-1', { start_time: null, end_time: iso(Date.now() - 1000) })] })
    await expect.element(street()).toHaveTextContent('Your access has ended.')
    expect(street().getByRole('alert').query()).toBeNull()
    expect(street().getByRole('list', { name: 'Progress' }).query()).toBeNull()
  })

  it('never go back in time: an attempt that fails takes nothing back of what the one before told', async () => {
    let isThere = true
    await open('created', {
      [`POST ${path}`]: () => (isThere ? json({ id: 'job-1' }) : Response.error()),
      'GET /locks/v1/operation/job-1': () => operation({}),
    })
    const press = async () => {
      await street().getByRole('button', { name: 'Unlock', exact: true }).click()
      await street().getByRole('button', { name: 'Confirm' }).click()
    }
    await press()
    await expect.element(street().getByText('Unlocked', { exact: true })).toBeVisible()
    isThere = false
    await press()
    await expect.element(street().getByRole('alert')).toBeVisible()
    await expect.element(street().getByText('Unlocked', { exact: true })).toBeVisible()
    expect(street().getByText('Locked', { exact: true }).query()).toBeNull()
  })
})
