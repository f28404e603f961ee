/** The vectors of rules/, which the server's rules run too: one truth, two languages. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { effectiveAccess, HORIZON } from './access'
import { calendarType, isExpired, isOpen, nextChange, readCalendar } from './calendar'
import { domainOf } from '../testing/example'
import type { CalendarEntry, DomainDocument } from './entries'
import { PASSWORD_MIN, passwordStrength } from './password'
import { finder } from './search'
import { isMail } from './usernames'
import { zoneOf } from './zone'

const folder = new URL('../../../rules/', import.meta.url)

function cases<T>(file: string): T[] {
  return (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: T[] }).cases
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text))
/** The wire form of a vector may leave out the id. */
const read = (calendar: CalendarEntry) => readCalendar({ ...calendar, id: 'calendar-000000000000' })

interface CalendarCase {
  name: string
  calendar: CalendarEntry
  timezone: string | null
  at: string
  open: boolean
  until: string | null
}

interface TypeCase {
  name: string
  calendar: CalendarEntry | null
  now: string
  type: string
  expired: boolean
}

interface PasswordCase {
  name: string
  password: string
  strength: string
}

interface AddressCase {
  name: string
  address: string
  valid: boolean
}

interface SearchCase {
  name: string
  typed: string
  text: string
  found: boolean
}

interface AccessCase {
  name: string
  document: DomainDocument
  questions: {
    user_id: string
    lock_id: string
    at: string
    open: boolean
    remote: boolean
    priority: number | null
    until: string | null
  }[]
}

it('knows every file of rules', () => {
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([
    'access.json',
    'calendar-type.json',
    'calendar.json',
    'email-address.json',
    'password.json',
    'search.json',
  ])
})

describe('rules/calendar.json', () => {
  it.each(cases<CalendarCase>('calendar.json'))('$name', ({ calendar, timezone, at, open, until }) => {
    const zone = zoneOf(timezone)
    const from = Date.parse(at)
    expect(isOpen(read(calendar), zone, from)).toBe(open)
    expect(nextChange(read(calendar), zone, from, from + HORIZON)).toBe(instant(until))
  })
})

describe('rules/calendar-type.json', () => {
  it.each(cases<TypeCase>('calendar-type.json'))('$name', ({ calendar, now, type, expired }) => {
    const rule = calendar === null ? null : read(calendar)
    expect(calendarType(rule, Date.parse(now))).toBe(type)
    expect(isExpired(rule, Date.parse(now))).toBe(expired)
  })
})

describe('rules/email-address.json', () => {
  it.each(cases<AddressCase>('email-address.json'))('$name', ({ address, valid }) => {
    expect(isMail(address)).toBe(valid)
  })
})

describe('rules/password.json', () => {
  it.each(cases<PasswordCase>('password.json'))('$name', ({ password, strength }) => {
    expect(passwordStrength(password)).toBe(strength)
    if (password.length < PASSWORD_MIN) expect(strength).toBe('weak')
  })
})

describe('rules/search.json', () => {
  it.each(cases<SearchCase>('search.json'))('$name', ({ typed, text, found }) => {
    expect(finder(typed)(text)).toBe(found)
  })
})

describe('rules/access.json', () => {
  it.each(cases<AccessCase>('access.json'))('$name', ({ document, questions }) => {
    const domain = domainOf(document)
    for (const { user_id, lock_id, at, ...expected } of questions) {
      const { open, remote, priority, until } = effectiveAccess(domain, user_id, lock_id, Date.parse(at))
      expect({ open, remote, priority, until }, `${user_id} at ${lock_id}, ${at}`).toEqual({
        ...expected,
        until: instant(expected.until),
      })
    }
  })
})
