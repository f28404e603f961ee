import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startI18n } from '../i18n/i18n'
import type { Clock } from '../model/clock'
import { doorsClockText, listedClocks, byClockText } from './told-clock'

vi.mock('./viewer-zone', () => ({ viewerZone: () => 'Europe/Berlin' }))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startI18n()
})

const now = Date.parse('2026-11-20T13:02:30Z')
const clock = (zone: string, named: Clock['named'] = 'never'): Clock => ({ zone, named, shared: named !== 'instants' })

describe('the clock of doors', () => {
  it.each([
    [clock('Europe/London'), 'London time'],
    [clock('Europe/Copenhagen'), null],
    [clock('UTC', 'always'), 'UTC'],
    [clock('UTC', 'instants'), 'each door’s own clock'],
  ])('%j is named in the head where it is not that of who looks: %j', (given, text) => {
    expect(doorsClockText(given, now)).toBe(text)
  })

  it.each([
    [clock('Europe/London'), 'temporary', 'then (London time)'],
    [clock('Europe/London'), 'permanent', 'then'],
    [clock('Europe/Copenhagen'), 'temporary', 'then'],
    // UTC stands beside the times already.
    [clock('UTC', 'always'), 'temporary', 'then'],
    [clock('UTC', 'instants'), 'temporary', 'then'],
    [clock('UTC', 'instants'), 'recurring', 'then (each door’s own clock)'],
  ] as const)('%j of %s access, in a sentence: %j', (given, type, text) => {
    expect(byClockText('then', given, type, now)).toBe(text)
  })
})

describe('a list of doors', () => {
  const named = (zones: string[], head?: string) => {
    const { above, beside } = listedClocks(zones, now, head)
    return [above, ...zones.map(beside)]
  }

  it.each([
    [[], undefined, [null]],
    [['Europe/London', 'Europe/London'], undefined, ['London time', null, null]],
    [['Europe/Copenhagen'], undefined, [null, null]],
    [['Europe/Copenhagen', 'Europe/London', 'UTC'], undefined, [null, null, 'London time', 'UTC']],
    [['Europe/London'], 'Europe/London', [null, null]],
    [['Asia/Tokyo', 'Europe/London'], 'Europe/London', [null, 'Tokyo time', null]],
  ])('of %j below a head of %j names above it and beside its lines: %j', (zones, head, texts) => {
    expect(named(zones, head)).toEqual(texts)
  })
})
