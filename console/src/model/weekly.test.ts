import { describe, expect, it } from 'vitest'
import {
  countNewDays,
  draftHours,
  hasRoom,
  inRanges,
  isTwice,
  linesOfWeek,
  overlapped,
  rangesOf,
  withChanged,
  withDays,
  withHours,
  withLine,
  without,
} from './weekly'

const hour = 3600
const hours = (...times: [number, number][]) =>
  times.map(([from, to], id) => ({ id, from: from * hour, to: to * hour }))
const added = (...times: [number, number][]) => {
  const { from, to } = withHours(hours(...times)).at(-1) ?? { from: 0, to: 0 }
  return [from / hour, to / hour]
}

describe('further hours', () => {
  it('begin after a break of an hour', () => {
    expect(added([9, 12])).toEqual([13, 17])
    expect(added([9, 17])).toEqual([18, 22])
    expect(added([9, 21])).toEqual([22, 24])
  })

  it('are nine to five where the day has no room after the last', () => {
    expect(added()).toEqual([9, 17])
    expect(added([9, 23])).toEqual([9, 17])
    expect(added([22, 6])).toEqual([9, 17])
  })

  it('are told from all others, whichever were taken away', () => {
    const three = withHours(withHours(hours([9, 12])))
    const left = withHours(without(three, 1))
    expect(left.map(({ id }) => id)).toEqual([0, 2, 3])
    expect(withChanged(left, { id: 2, from: 0, to: 1 }).map(({ to }) => to === 1)).toEqual([false, true, false])
  })
})

describe('hours that another part has too', () => {
  const meets = (...times: [number, number][]) => {
    const list = hours(...times)
    return overlapped(list, list[1] as (typeof list)[0])?.id
  }

  it('are those of the same day, of a night until midnight', () => {
    expect(meets([9, 17], [16, 18])).toBe(0)
    expect(meets([9, 17], [17, 18])).toBeUndefined()
    expect(meets([22, 6], [23, 24])).toBe(0)
    expect(meets([22, 6], [5, 7])).toBeUndefined()
  })

  it('are not the very same, which are twice', () => {
    expect(meets([9, 17], [9, 17])).toBeUndefined()
    const [first, second] = hours([9, 17], [9, 17]) as [ReturnType<typeof hours>[0], ReturnType<typeof hours>[0]]
    expect([isTwice([first, second], first), isTwice([first, second], second)]).toEqual([false, true])
  })
})

describe('a further line', () => {
  const office = linesOfWeek([{ days: 31, hours: [{ from: 9 * hour, to: 17 * hour }] }])

  it('is of the weekdays that none has yet, also where that is none', () => {
    const weekend = withLine(office, null)
    expect(weekend[1]).toMatchObject({ days: 96, weeks: null, hours: [{ from: 9 * hour, to: 17 * hour }] })
    expect(withLine(weekend, null)[2]?.days).toBe(0)
  })

  it('counts as many weeks as the last, and ends with the access', () => {
    const fortnightly = office.map((line) => ({ ...line, weeks: 2 }))
    expect(withLine(fortnightly, 7)[1]).toMatchObject({ weeks: 2, end: 7 })
  })

  it('has room up to sixteen rule sets', () => {
    const lines = (count: number) =>
      linesOfWeek([{ days: 1, hours: hours(...Array.from({ length: count }, (): [number, number] => [9, 17])) }])
    expect(hasRoom(lines(15))).toBe(true)
    expect(hasRoom(lines(16))).toBe(false)
  })
})

it('several days from one to another are added at once, and what is there already stays', () => {
  const kept = { day: 20_812, hours: [{ id: 0, from: 0, to: hour }] }
  expect(withDays([kept], 20_811, 20_813)).toEqual([{ day: 20_811, hours: [] }, kept, { day: 20_813, hours: [] }])
  expect(countNewDays([kept], 20_811, 20_813)).toBe(2)
})

it('days otherwise are in their order, and closed at first', () => {
  expect(withDays(withDays([], 20_811), 20_000)).toEqual([
    { day: 20_000, hours: [] },
    { day: 20_811, hours: [] },
  ])
})

describe('days one after another', () => {
  const days = (closed: number[], open: number[] = []) =>
    [
      ...closed.map((day) => ({ day, hours: [] })),
      ...open.map((day) => ({ day, hours: draftHours([{ from: 1, to: 2 }]) })),
    ].sort((a, b) => a.day - b.day)

  it('are ranges where they have the same hours', () => {
    expect(rangesOf(days([1, 2, 3, 7, 9], [4, 5]))).toEqual([
      { first: 1, last: 3 },
      { first: 4, last: 5 },
    ])
  })

  it('stand together as long as all of a range are there, alike', () => {
    const shown = (of: ReturnType<typeof days>, ...ranges: [number, number][]) =>
      inRanges(
        of,
        ranges.map(([first, last]) => ({ first, last })),
      ).map((group) => group.map(({ day }) => day))
    expect(shown(days([1, 2, 3, 4]), [2, 3])).toEqual([[1], [2, 3], [4]])
    expect(shown(days([1, 2, 4]), [2, 3])).toEqual([[1], [2], [4]])
    expect(shown(days([2, 4], [3]), [2, 4])).toEqual([[2], [3], [4]])
  })
})
