import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { dateTimeText } from '../../i18n/format'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import type { Fixture } from '../../testing/fixture'
import { holdTimers } from '../../testing/hold-timers'
import { LiveServer } from '../../testing/live-server'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { expectWithinScreen } from '../../testing/within-screen'
import { day, guest, house, iso, open, street } from './testing'

signedIn()

describe("a guest's doors", () => {
  it.each(['invited', 'created'] as const)(
    'come first, the words on the mobile app below, for who was %s',
    async (kind) => {
      await open(kind)
      await expect.element(street()).toBeVisible()
      const words = page.getByRole('heading', { name: 'Mobile app' }).element()
      await expect.element(page.getByText('Please use the mobile app')).toBeVisible()
      await expect.element(page.getByText('Doors with buttons above can be opened here too.')).toBeVisible()
      const isAbove = words.compareDocumentPosition(street().element()) & Node.DOCUMENT_POSITION_PRECEDING
      expect(isAbove).toBeTruthy()
      expect(page.getByText('No locks found').query()).toBeNull()
      expect(page.getByText(/You manage no locks/).query()).toBeNull()
      await expect.element(street()).toHaveTextContent(/Until .* · ?Europe|Until/)
      await expect.element(street()).toHaveTextContent('Owner: owner@demo.cardea')
      await expectAccessible()
    },
  )

  it('are never preceded by nothing found, not even while they are fetched', async () => {
    let answerNow = () => {}
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const owners = new LiveServer(house())
    await open('created', {
      'GET /domain/v1/stream': async (call) => {
        await held
        return owners.answers['GET /domain/v1/stream']?.(call) as Response
      },
    })
    await expect.element(page.getByRole('progressbar', { name: 'Fetching your doors' })).toBeVisible()
    expect(page.getByText('No locks found').query()).toBeNull()
    answerNow()
    await expect.element(street()).toBeVisible()
  })

  it('of several domains come all at once, so that none moves another away', async () => {
    let answerNow = () => {}
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const both = new LiveServer(house())
    const here = { domain: "owner@demo.cardea's domain", role: 'user', primary: true, domain_rights: [] }
    const { owners } = await open('created', {
      'GET /user/v1/identities': () =>
        json([
          { ...here, id: guest },
          { ...here, id: 'user-there', primary: false },
        ]),
      'GET /domain/v1/stream': async (call) => {
        if (call.headers.get('X-Assume-User') === 'user-there') await held
        return both.answers['GET /domain/v1/stream']?.(call) as Response
      },
    })
    await waitFor(() => expect(owners.feeds.length).toBeGreaterThan(0))
    await expect.element(page.getByRole('progressbar', { name: 'Fetching your doors' })).toBeVisible()
    expect(page.getByRole('article').elements()).toHaveLength(0)
    answerNow()
    await expect.element(street()).toBeVisible()
  })

  it('that are opened with the mobile app alone have a card too, which says so', async () => {
    await open('created')
    const cellar = page.getByRole('article', { name: 'Cellar' })
    await expect.element(cellar).toHaveTextContent('Opens at the door with the mobile app, never from afar.')
    expect(cellar.getByRole('button').elements()).toHaveLength(0)
  })

  describe('tell times', () => {
    /** The street door in this zone, and the age of its state. */
    const inZone = async (timezone: string, calendar_id: string | null) => {
      const doors = house()
      doors.locks[0] = { ...(doors.locks[0] as Fixture['locks'][0]), timezone }
      doors.links[0] = { ...(doors.links[0] as Fixture['links'][0]), calendar_id }
      await open('created', {}, doors)
      await expect.element(street()).toBeVisible()
      return dateTimeText(Date.parse(doors.conditions[0]?.at ?? ''), timezone)
    }
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    const other = 'Pacific/Kiritimati'

    it('of access and of what is known by the one clock of the door, which is named', async () => {
      const asOf = await inZone(other, 'calendar-1')
      await expect.element(street()).toHaveTextContent(`as of ${asOf}`)
      await expect.element(street()).toHaveTextContent(/(?<!\/)Kiritimati time/)
    })

    it('of what is known by that clock, also where access is always', async () => {
      const asOf = await inZone(other, null)
      await expect.element(street()).toHaveTextContent(`as of ${asOf}`)
      await expect.element(street()).toHaveTextContent(/(?<!\/)Kiritimati time/)
    })

    it('without a clock where access is always and nothing tells a time', async () => {
      const doors = house()
      doors.locks[1] = { ...(doors.locks[1] as Fixture['locks'][0]), timezone: other }
      await open('created', {}, doors)
      const cellar = page.getByRole('article', { name: 'Cellar' })
      await expect.element(cellar).toHaveTextContent('Always')
      await expect.element(cellar).not.toHaveTextContent(/Kiritimati/)
    })

    it('without a clock where both show the same', async () => {
      await inZone(own, 'calendar-1')
      await expect.element(street()).not.toHaveTextContent(new RegExp(` time|${own}`))
    })
  })

  it('have one wide button for what people come to do, which is the other one once the door is open', async () => {
    await page.viewport(390, 844)
    const doors = house()
    const { owners } = await open('created', {}, doors)
    const [unlock, lock] = ['Unlock', 'Lock'].map((name) => street().getByRole('button', { name, exact: true }))
    const ground = (button = unlock) => getComputedStyle(button?.element() as Element).backgroundColor
    await expect.element(unlock!).toBeVisible()
    const room = street().element().clientWidth - 2 * 16
    expect(unlock!.element().getBoundingClientRect().width).toBeCloseTo(room, 0)
    const [standsOut, stepsBack] = [ground(unlock), ground(lock)]
    expect(standsOut).not.toBe(stepsBack)
    const [known] = doors.conditions
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.change({ conditions: [{ ...known!, state: 'Unlocked', at: iso(Date.now()) }] })
    await waitFor(() => expect([ground(unlock), ground(lock)]).toEqual([stepsBack, standsOut]))
  })

  it('whose bridge is away say so before the press', async () => {
    const doors = house()
    const [street_, gate] = doors.conditions
    const away = { ...street_!, bridge: 'offline', bridge_since: iso(Date.now() - day) } as const
    await open('created', {}, { ...doors, conditions: [away, gate!] })
    const said = /^The bridge has been offline since .*, so the door cannot be reached from here at the moment\.$/
    await expect.element(street().getByText(said)).toBeVisible()
    await expectAccessible()
  })

  it('are not promised where none can be opened from here', async () => {
    const doors = house()
    await open('created', {}, { ...doors, devices: [], conditions: [] })
    await expect.element(street()).toHaveTextContent('This lock is not paired with a bridge.')
    expect(page.getByText(/can be opened here/).query()).toBeNull()
  })

  it('that have no bridge say so, and those that are closed cannot be operated', async () => {
    await open('created')
    const shed = page.getByRole('article', { name: 'Shed' })
    await expect.element(shed).toHaveTextContent('This lock is not paired with a bridge.')
    expect(shed.getByRole('button').elements()).toHaveLength(0)
    const gate = page.getByRole('article', { name: 'Gate' })
    await expect.element(gate).toHaveTextContent('You can get in from')
    await expect.element(gate.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  })

  it('with names that turn the direction leave the words around them in their order', async () => {
    const doors = house()
    doors.locks[0] = { ...(doors.locks[0] as Fixture['locks'][0]), name: hostile }
    await open('created', {}, doors)
    const card = page.getByRole('article', { name: hostile })
    await card.getByRole('button', { name: 'Unlock' }).click()
    const question = card.getByRole('alertdialog').element()
    expect(expectInOrder(question, 'Unlock ').right).toBeLessThan(expectInOrder(question, ' now?').left)
  })

  const asUnknown = async (card: ReturnType<typeof street>) => {
    await expect.element(card).toHaveTextContent('Unknown')
    await expect.element(card).not.toHaveTextContent(/Locked|as of|battery/)
  }

  it('keep names of one long word within a phone', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1200, 800))
    const locks = house().locks.map((lock) => ({ ...lock, name: `${lock.name}${'D'.repeat(60)}` }))
    const here = { id: guest, domain: `${'o'.repeat(60)}@nordic.se's domain`, role: 'user', domain_rights: [] }
    await open(
      'created',
      { 'GET /user/v1/identities': () => json([{ ...here, primary: true }]) },
      { ...house(), locks },
    )
    await expect.element(page.getByRole('article', { name: /^Gate/ })).toBeVisible()
    expectWithinScreen(document.querySelector('main')!)
  })

  it('of which nothing is known say so, and can be opened all the same', async () => {
    await open('created', {}, { ...house(), conditions: [] })
    await asUnknown(street())
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeEnabled()
    await expectAccessible()
  })

  it('do not tell how they stand outside the hours of access', async () => {
    await open('created')
    const gate = page.getByRole('article', { name: 'Gate' })
    await expect.element(gate).not.toHaveTextContent(/Unknown|as of|battery/)
    await expect.element(gate).toHaveTextContent('Whether it is locked is shown while you may open this door')
    await expect.element(street()).toHaveTextContent(/Locked.*as of .*battery 82%/)
  })

  it('are not followed by the first steps in a domain of one’s own, which come where there are no doors', async () => {
    const steps = page.getByRole('list', { name: 'First steps' })
    const { owners } = await open('invited')
    await expect.element(street()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Mobile app' })).toBeVisible()
    expect(steps.query()).toBeNull()
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.change({}, ['lock_user-1', 'lock_user-2', 'lock_user-3', 'lock_user-4'])
    await expect.element(steps).toBeVisible()
  })

  it('go when the access goes', async () => {
    const { owners } = await open('created')
    await expect.element(street()).toBeVisible()
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.change({}, ['lock_user-1'])
    await waitFor(() => expect(street().elements()).toHaveLength(0))
  })

  it.each([
    ['invited', 'Three steps to your first guest'],
    ['created', 'No domain lists you any more'],
  ] as const)('make way for what is still theirs when the domain lists no more who was %s', async (kind, left) => {
    const { owners } = await open(kind)
    await expect.element(street()).toBeVisible()
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.refuses = true
    owners.reset()
    await expect.element(page.getByRole('heading', { name: left })).toBeVisible()
    expect(street().query()).toBeNull()
    expect(page.getByText('Your doors could not be fetched.').query()).toBeNull()
    await expectAccessible()
  })

  it('are shown no longer, but not as if the server were away, where one that lists them still refuses', async () => {
    const later = holdTimers(2000)
    const { owners } = await open('created', {
      'GET /user/v1/identities': () =>
        json([{ id: guest, domain: "owner@demo.cardea's domain", role: 'user', primary: true, domain_rights: [] }]),
    })
    await expect.element(street()).toBeVisible()
    await waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.refuses = true
    owners.reset()
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
    expect(street().query()).toBeNull()
    later()
    expect(page.getByText(/No connection to the server/).query()).toBeNull()
    // It asks once, not again and again.
    expect(owners.assumed).toHaveLength(2)
  })

  it('say when they could not be fetched', async () => {
    const { owners } = await open('created', {}, null)
    await expect.element(page.getByText('Your doors could not be fetched.')).toBeVisible()
    expect(page.getByText('No locks found').query()).toBeNull()
    owners.document = house()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(street()).toBeVisible()
  })
})
