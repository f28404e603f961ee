import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { showLanguage, startI18n } from '../../i18n/i18n'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import type { ConditionEntry, LinkEntry } from '../../model/entries'
import { DomainSource } from './domain-source'
import { columnText, columnWords, doorWords, personWords } from './heads'
import { AccessWords, sentence } from '../parts/words'

/** 14:02 on a Friday in Copenhagen. */
const now = Date.parse('2026-11-20T13:02:00Z')

beforeAll(async () => {
  ;(globalThis as { document?: unknown }).document ??= { documentElement: {} }
  await startI18n()
})

const calendars = [
  calendar('calendar-until', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-24T09:00:00Z' }),
  calendar('calendar-next-year', { end_time: '2027-01-02T09:00:00Z' }),
  calendar('calendar-from', { start_time: '2026-11-28T09:00:00Z', end_time: '2026-12-01T09:00:00Z' }),
  calendar('calendar-ended', { start_time: '2026-10-01T00:00:00Z', end_time: '2026-11-03T09:00:00Z' }),
  calendar('calendar-week', { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 }),
  calendar('calendar-week-until', {
    ...{ week_days: [0, 3], daily_start: 28_800, daily_end: 43_200 },
    end_time: '2026-12-01T10:00:00Z',
  }),
]

function house(...links: LinkEntry[]) {
  return domainOf({
    users: [
      user('user-anna', { display_name: 'Anna' }),
      user('user-bo', { display_name: 'Bo', role: 'administrator' }),
    ],
    locks: [
      lock('lock-street', { name: 'Street door' }),
      lock('lock-shed', { name: 'Shed', timezone: null }),
      lock('lock-lisbon', { timezone: 'Europe/Lisbon' }),
    ],
    groups: [
      userGroup('group-cleaners', ['user-anna'], { name: 'Cleaners' }),
      lockGroup('group-ground', ['lock-street', 'lock-shed'], { name: 'Ground floor' }),
      lockGroup('group-wide', ['lock-street', 'lock-lisbon']),
    ],
    calendars,
    links,
  })
}

function said(...links: LinkEntry[]) {
  return new AccessWords(house(...links), now, true).describe('user-anna', 'lock-street')
}

const own = (calendar_id: string | null, link_profile: LinkEntry['link_profile'] = 'user') =>
  link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id, link_profile })

describe('a cell says', () => {
  it.each<[string, LinkEntry, string, string[], string[]]>([
    ['permanent access', own(null), 'permanent', ['Always'], ['Always']],
    ['remote', own(null, 'user_allow_remote'), 'permanent', ['Always', 'remote allowed'], ['Always', 'remote allowed']],
    ['the profile', own(null, 'installer'), 'permanent', ['Always', 'Installer'], ['Always', 'Installer']],
    ['the end', own('calendar-until'), 'temporary', ['Until 24 Nov', '10:00'], ['Until 24 Nov 2026, 10:00']],
    [
      'the year where it is another',
      own('calendar-next-year'),
      'temporary',
      ['Until 2 Jan 2027', '10:00'],
      ['Until 2 Jan 2027, 10:00'],
    ],
    [
      'the beginning of what is to come',
      own('calendar-from', 'user_allow_remote'),
      'temporary',
      ['From 28 Nov', 'until 1 Dec', 'remote allowed'],
      ['From 28 Nov 2026, 10:00, until 1 Dec 2026, 10:00', 'remote allowed'],
    ],
    [
      'what has ended, and nothing of what it allowed',
      own('calendar-ended', 'user_allow_remote'),
      'expired',
      ['Ended 3 Nov', '10:00'],
      ['Ended 3 Nov 2026, 10:00'],
    ],
    ['days and hours', own('calendar-week'), 'recurring', ['Mon–Fri', '09:00–17:00'], ['Mon–Fri 09:00–17:00']],
    [
      'days, hours and end',
      own('calendar-week-until', 'user_allow_remote'),
      'recurring',
      ['Mon, Thu', '08:00–12:00', 'until 1 Dec, remote allowed'],
      ['Mon, Thu 08:00–12:00, until 1 Dec', 'remote allowed'],
    ],
  ])('%s', (_what, entry, look, texts, full) => {
    const cell = said(entry)
    expect(cell).toMatchObject({ look, texts, full, indirect: false })
  })

  it('through which groups access comes', () => {
    const through = link('group_group-1', {
      ...{ group_id: 'group-cleaners', other_group_id: 'group-ground' },
      calendar_id: 'calendar-week',
    })
    expect(said(through)).toMatchObject({
      look: 'recurring',
      indirect: true,
      texts: ['Mon–Fri', '09:00–17:00', 'via Cleaners and Ground floor'],
    })
    const byUsers = link('group_lock-1', { group_id: 'group-cleaners', lock_id: 'lock-street' })
    expect(said(byUsers).texts).toEqual(['Always', 'via Cleaners'])
  })

  it('what limits access before the path by which it came, which a narrow cell cuts first', () => {
    const through = link('group_group-1', {
      ...{ group_id: 'group-cleaners', other_group_id: 'group-ground' },
      ...{ calendar_id: 'calendar-week-until', link_profile: 'user_allow_remote' },
    })
    expect(said(through).texts.at(-1)).toBe('until 1 Dec, remote allowed, via Cleaners and Ground floor')
    expect(said(through).full).toEqual([
      'Mon, Thu 08:00–12:00, until 1 Dec',
      'via Cleaners and Ground floor',
      'remote allowed',
    ])
  })

  it('that nobody gets in where ended access outranks what would let them in', () => {
    const guests = link('group_lock-1', {
      ...{ group_id: 'group-cleaners', lock_id: 'lock-street', calendar_id: 'calendar-until' },
    })
    const text = 'cannot get in: this ended access outranks Cleaners (until 24 Nov)'
    expect(said(own('calendar-ended'), guests)).toMatchObject({
      look: 'expired',
      texts: ['Ended 3 Nov', '10:00', text],
      full: ['Ended 3 Nov 2026, 10:00', text],
    })
    expect(said(own('calendar-ended'), { ...guests, calendar_id: 'calendar-ended' }).texts).toHaveLength(2)
    expect(said(own('calendar-until'), guests).texts).toHaveLength(2)
  })

  it('that nobody gets in until it begins where access to come outranks what would let them in', () => {
    const guests = link('group_lock-1', {
      ...{ group_id: 'group-cleaners', lock_id: 'lock-street', calendar_id: 'calendar-until' },
    })
    const text = 'cannot get in until 28 Nov, 10:00: this access outranks Cleaners (until 24 Nov)'
    expect(said(own('calendar-from'), guests)).toMatchObject({
      look: 'temporary',
      texts: ['From 28 Nov', 'until 1 Dec', text],
      full: ['From 28 Nov 2026, 10:00, until 1 Dec 2026, 10:00', text],
    })
    expect(said(own('calendar-from'), { ...guests, calendar_id: 'calendar-ended' }).texts).toHaveLength(2)
    expect(said(own('calendar-from'), { ...guests, calendar_id: 'calendar-from' }).texts).toHaveLength(2)
    // It is Friday; this begins with Saturday.
    const meanwhile = (day: number) => {
      const domain = house(own('calendar-from'), { ...guests, calendar_id: 'calendar-day' })
      domain.put('calendars', [
        calendar('calendar-day', { week_days: [day] }),
        calendar('calendar-from', { start_time: '2026-11-20T23:00:00Z' }),
      ])
      return new AccessWords(domain, now, true).describe('user-anna', 'lock-street').full.length
    }
    expect([meanwhile(4), meanwhile(5)]).toEqual([2, 1])
  })

  it('which access is outranked, and only where it is', () => {
    const both = { group_id: 'group-cleaners', other_group_id: 'group-ground', calendar_id: null }
    const domain = house(own('calendar-ended'), link('group_group-1', both))
    const words = new AccessWords(domain, now, true)
    expect(words.describe('user-anna', 'lock-street').full).toContain(
      'cannot get in: this ended access outranks Cleaners (always)',
    )
    expect(words.describe('user-anna', 'lock-shed').full).toEqual(['Always', 'via Cleaners and Ground floor'])
  })

  it('nothing, or that it waits while the links are still arriving', () => {
    expect(said()).toMatchObject({ look: 'none', texts: [], full: ['no access'] })
    const waiting = new AccessWords(house(), now, false).describe('user-anna', 'lock-street')
    expect(waiting).toMatchObject({ look: 'waiting', full: ['still being fetched'] })
  })

  it('that its calendar is not known', () => {
    expect(said(own('calendar-nowhere'))).toMatchObject({
      look: 'unknown',
      texts: ['Unknown', 'its calendar is not known'],
      full: ['Unknown', 'its calendar is not known'],
    })
  })

  it('all times by the clock of the door, or of the doors of a group, and names a clock only where the head has no single one', () => {
    const texts = (column: string, sides: Partial<LinkEntry>) =>
      new AccessWords(house(link('group_user-1', { user_id: 'user-anna', ...sides })), now, true).describe(
        'user-anna',
        column,
      )
    const until = { calendar_id: 'calendar-until' }
    const weekly = { calendar_id: 'calendar-week' }
    expect(texts('group-ground', { ...until, group_id: 'group-ground' }).texts[1]).toBe('10:00')
    expect(texts('lock-lisbon', { ...until, lock_id: 'lock-lisbon' }).texts[1]).toBe('09:00')
    expect(texts('lock-shed', { ...until, lock_id: 'lock-shed' })).toMatchObject({
      texts: ['Until 24 Nov', '09:00'],
      full: ['Until 24 Nov 2026, 09:00'],
    })
    expect(texts('lock-shed', { ...weekly, lock_id: 'lock-shed' })).toMatchObject({
      texts: ['Mon–Fri', '09:00–17:00'],
      full: ['Mon–Fri 09:00–17:00'],
    })
    expect(texts('group-wide', { ...until, group_id: 'group-wide' })).toMatchObject({
      texts: ['Until 24 Nov', '09:00 UTC'],
      full: ['Until 24 Nov 2026, 09:00 UTC'],
    })
    expect(texts('group-wide', { ...weekly, group_id: 'group-wide' }).texts[1]).toBe('09:00–17:00')
  })

  it('who and what it is about in a sentence', () => {
    expect(sentence('Anna', 'Street door', said(own(null)))).toBe('Anna, Street door: Always')
    expect(sentence('Anna', 'Street door', said(own('calendar-ended')))).toBe(
      'Anna, Street door: Ended 3 Nov 2026, 10:00',
    )
  })
})

describe('the head of a door says', () => {
  const condition = (given: Partial<ConditionEntry>): ConditionEntry => ({
    ...{ lock_id: 'lock-street', state: 'Locked', battery_level: 82, at: '2026-11-20T13:00:00+00:00' },
    ...{ bridge: 'online', bridge_since: '2026-11-20T08:00:00+00:00' },
    ...given,
  })
  const zone = 'Europe/Copenhagen'

  it.each<[string, Partial<ConditionEntry>, string, string]>([
    ['state and battery', {}, 'locked', 'Locked\u00a0·\u00a082%'],
    ['that it is open', { state: 'Unlocked', battery_level: 64 }, 'open', 'Unlocked\u00a0·\u00a064%'],
    ['the state alone where the battery is not known', { battery_level: null }, 'locked', 'Locked'],
    [
      'the age of what is not fresh',
      { at: '2026-11-20T08:21:00+00:00' },
      'locked',
      'Locked\u00a0·\u00a082%\u00a0·\u00a009:21',
    ],
    [
      'the day of what is older',
      { at: '2026-11-03T08:21:00+00:00' },
      'locked',
      'Locked\u00a0·\u00a082%\u00a0·\u00a03 Nov',
    ],
    [
      'since when nothing is known',
      { bridge: 'offline', bridge_since: '2026-11-20T13:02:00+00:00' },
      'unknown',
      'Unknown since 14:02',
    ],
    ['when it last could not tell', { state: 'Unknown' }, 'unknown', 'Unknown since 14:00'],
    ['that nothing was ever known', { state: 'Unknown', at: null }, 'unknown', 'Unknown'],
    ['that it has no bridge', { bridge: null }, 'no-bridge', 'No bridge'],
    ['first of all that the battery is low', { battery_level: 29 }, 'locked', 'Battery 29%\u00a0·\u00a0Locked'],
    ['and not that it is enough', { battery_level: 30 }, 'locked', 'Locked\u00a0·\u00a030%'],
    [
      'that it is low also where nothing else is known',
      { battery_level: 8, bridge: 'offline', bridge_since: '2026-11-20T13:02:00+00:00' },
      'unknown',
      'Battery 8%\u00a0·\u00a0Unknown since 14:02',
    ],
  ])('%s', (_what, given, state, text) => {
    expect(doorWords(condition(given), zone, now)).toMatchObject({ state, text })
  })

  it('all of it to the pointer, with the moment and the zone', () => {
    expect(doorWords(condition({}), zone, now).full).toBe(
      'Locked, battery 82%, as of 20 Nov 2026, 14:00, time at the door: Copenhagen',
    )
    expect(doorWords(undefined, null, now).full).toBe('No bridge, no time zone set, times are UTC')
  })
})

describe('the head of a column names, beside what is known, whose clock its times go by', () => {
  const domain = house()
  domain.put('locks', [lock('lock-york', { name: 'York', timezone: 'America/New_York' })])
  domain.put('groups', [lockGroup('group-sheds', ['lock-shed']), lockGroup('group-empty', [])])
  const head = (id: string, viewer: string) => {
    const [lock, group] = [domain.locks.get(id), domain.groups.get(id)]
    if (lock !== undefined) return columnWords(domain, { kind: 'lock', id, lock }, now, viewer)
    if (group !== undefined) return columnWords(domain, { kind: 'lock-group', id, group }, now, viewer)
    throw new Error(id)
  }

  it.each([
    ['lock-street', 'Europe/Berlin', ''],
    ['lock-street', 'Europe/Lisbon', 'Copenhagen'],
    ['lock-york', 'Europe/Berlin', 'New York'],
    ['lock-shed', 'Europe/Copenhagen', 'UTC'],
    ['lock-shed', 'Atlantic/Reykjavik', ''],
    ['group-ground', 'Europe/Lisbon', 'Copenhagen'],
    ['group-ground', 'Europe/Copenhagen', ''],
    ['group-sheds', 'Europe/Copenhagen', 'UTC'],
    // Times of its access are UTC, and its cells do not say so.
    ['group-empty', 'Europe/Copenhagen', 'UTC'],
    // One of its doors has another clock than who looks, whoever that is.
    ['group-wide', 'Europe/Copenhagen', 'each door’s own clock'],
    ['group-wide', 'Europe/Lisbon', 'each door’s own clock'],
  ])('%s for a viewer in %s: %j', (id, viewer, place) => {
    expect(head(id, viewer).place).toBe(place)
    expect(head(id, viewer).detail).not.toMatch(/Copenhagen|York|UTC/)
  })

  it('by the name that the language has for it', async () => {
    onTestFinished(() => showLanguage('en-GB'))
    await showLanguage('de')
    expect(head('lock-street', 'Europe/Lisbon').place).toBe('Kopenhagen')
    expect(head('lock-street', 'Europe/Lisbon').door?.full).toMatch(/Zeit an der Tür: Kopenhagen$/)
  })

  it('in one line where there is room', () => {
    expect(columnText(head('lock-shed', 'Europe/Copenhagen'))).toBe('No bridge\u00a0·\u00a0UTC')
    expect(columnText(head('lock-shed', 'UTC'))).toBe('No bridge')
  })
})

describe('the head of a person says', () => {
  it('who they are here', () => {
    const domain = house()
    const row = (id: string) => {
      const found = domain.users.get(id)
      if (found === undefined) throw new Error(id)
      return personWords({ kind: 'user', id, user: found })
    }
    expect(row('user-anna')).toEqual({
      ...{ name: 'Anna', detail: 'Guest\u00a0·\u00a0user-anna@example.org', mark: 'A', group: false },
    })
    expect(row('user-bo').detail).toBe('Administrator')
    domain.put('users', [user('user-carl', { display_name: 'Carl', has_account: false })])
    expect(row('user-carl').detail).toBe('Guest without an account')
    const group = domain.groups.get('group-cleaners')
    if (group === undefined) throw new Error('no group')
    expect(personWords({ kind: 'user-group', id: group.id, group })).toMatchObject({ detail: '1 guest', group: true })
  })
})

describe('the source of the grid', () => {
  it('answers for every cell and head, and opens the heads of locks only', () => {
    const domain = house(own('calendar-until'))
    const user = domain.users.get('user-anna')
    const street = domain.locks.get('lock-street')
    const ground = domain.groups.get('group-ground')
    if (user === undefined || street === undefined || ground === undefined) throw new Error('incomplete')
    const source = new DomainSource(
      domain,
      [{ kind: 'user', id: user.id, user }],
      [
        { kind: 'lock', id: street.id, lock: street },
        { kind: 'lock-group', id: ground.id, group: ground },
      ],
      now,
      true,
    )
    expect([source.rows, source.columns]).toEqual([1, 2])
    expect(source.cell(0, 0)).toEqual({ look: 'temporary', text: 'Until 24 Nov\n10:00' })
    expect(source.cell(0, 1)).toEqual({ look: 'none', text: '' })
    expect(source.describe(0, 0)).toBe('Anna, Street door: Until 24 Nov 2026, 10:00')
    expect(source.column(0)).toMatchObject({ name: 'Street door', opens: true, dot: 'no-bridge', low: false })
    expect(source.column(1)).toMatchObject({
      name: 'Ground floor',
      detail: expect.stringMatching(/^2 locks/) as string,
      opens: false,
      dot: '',
    })
  })
})
