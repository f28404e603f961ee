/**
 * Wall clocks. A zone is a piecewise constant offset from UTC; between two transitions a door's clock is plain arithmetic. The
 * offsets come from the browser's own time zone data, a year at a time, and are kept.
 */

/** Milliseconds. */
export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000
const WEEK = 7 * DAY

/** The clock of a door. */
export interface Zone {
  /** Its IANA name, `UTC` where a lock has none. */
  readonly name: string
  /** Milliseconds to add to an instant to read this clock as if it were UTC. */
  offset(at: number): number
  /** The first instant after `at` and before `limit` at which the offset changes; `limit` when there is none. */
  nextTransition(at: number, limit: number): number
}

/** Time UTC, also the clock of locks without a time zone. */
export const utc: Zone = { name: 'UTC', offset: () => 0, nextTransition: (_at, limit) => limit }

const known = new Map<string, Zone>([
  ['UTC', utc],
  ['Etc/UTC', utc],
])

/** The zone of an IANA name. No name, or one that this browser does not know, counts as UTC. */
export function zoneOf(name: string | null): Zone {
  if (name === null) return utc
  let zone = known.get(name)
  if (zone === undefined) {
    zone = readZone(name)
    known.set(name, zone)
  }
  return zone
}

/** Whether two clocks show the same all year round, whatever they are called. */
export function isSameClock(one: Zone, other: Zone, now: number): boolean {
  return agreeAt(
    one,
    other,
    [0, 1, 2, 3].map((quarter) => now + quarter * 91 * DAY),
  )
}

/** Whether two clocks show the same at each of these instants. */
export function agreeAt(one: Zone, other: Zone, instants: readonly number[]): boolean {
  return instants.every((at) => one.offset(at) === other.offset(at))
}

/** The instant at which the clock of a zone shows a time, given as if it were UTC. */
export function instantOf(wall: number, zone: Zone): number {
  return wall - zone.offset(wall - zone.offset(wall))
}

/** Offset changes of one calendar year (UTC). */
interface Year {
  first: number
  transitions: { at: number; offset: number }[]
}

function readZone(name: string): Zone {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    return utc
  }
  const years = new Map<number, Year>()
  const yearOf = (at: number): Year => {
    const number = new Date(at).getUTCFullYear()
    let year = years.get(number)
    if (year === undefined) {
      year = readYear(format, Date.UTC(number, 0, 1), Date.UTC(number + 1, 0, 1))
      years.set(number, year)
    }
    return year
  }
  return {
    name,
    offset(at) {
      const year = yearOf(at)
      let offset = year.first
      for (const transition of year.transitions) {
        if (transition.at > at) break
        offset = transition.offset
      }
      return offset
    },
    nextTransition(at, limit) {
      for (let from = at; from < limit; from = Date.UTC(new Date(from).getUTCFullYear() + 1, 0, 1)) {
        for (const transition of yearOf(from).transitions) {
          if (transition.at > at) return Math.min(transition.at, limit)
        }
      }
      return limit
    },
  }
}

function readYear(format: Intl.DateTimeFormat, start: number, end: number): Year {
  const first = offsetBy(format, start)
  const transitions: Year['transitions'] = []
  // The instant before the year belongs to the search: a change at midnight UTC of New Year's Day is this year's.
  let before = start - 1000
  let offset = offsetBy(format, before)
  while (before < end - 1000) {
    const probe = Math.min(before + WEEK, end - 1000)
    const there = offsetBy(format, probe)
    if (there !== offset) {
      let low = before
      let high = probe
      while (high - low > 1000) {
        const middle = low + Math.floor((high - low) / 2000) * 1000
        if (offsetBy(format, middle) === offset) low = middle
        else high = middle
      }
      offset = offsetBy(format, high)
      transitions.push({ at: high, offset })
      before = high
    } else {
      before = probe
    }
  }
  return { first, transitions }
}

function offsetBy(format: Intl.DateTimeFormat, at: number): number {
  const found = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(format.format(at))
  if (found?.[1] === undefined) return 0
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0)
  return (found[1] === '-' ? -seconds : seconds) * 1000
}

/** Names that browsers tell of zones which the IANA database has renamed since, and what they are called there by now. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const earlier = new Map(Object.entries(renamed).map(([before, now]) => [now, before]))

/**
 * The names of all time zones that this browser knows, as they are called by now, and of the one that is there already; in alphabetical
 * order.
 */
export function zoneNames(present: string | null): string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name), utc.name])
  if (present !== null) names.add(present)
  return [...names].sort()
}

/** What a zone was called before it was renamed. */
export function earlierName(zone: string): string | undefined {
  return earlier.get(zone)
}

/** The day that a clock shows at an instant, counted from 1 January 1970. */
export function dayAtDoor(at: number, zone: Zone): number {
  return Math.floor((at + zone.offset(at)) / DAY)
}
