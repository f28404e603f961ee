import { expect, it } from 'vitest'
import { COUNTDOWN, IDLE_AFTER, idleness } from './idle'

const acted = Date.UTC(2026, 10, 20, 13)
const after = (ms: number) => idleness(acted, acted + ms)

it('who does nothing for 15 minutes is idle, and has 30 seconds', () => {
  expect([IDLE_AFTER, COUNTDOWN]).toEqual([15 * 60 * 1000, 30])
  expect(after(0)).toEqual({ phase: 'active', next: 900_000 })
  expect(after(899_999)).toEqual({ phase: 'active', next: 1 })
  expect(after(900_000)).toEqual({ phase: 'idle', seconds: 30, next: 1000 })
})

it('each second is counted when it is over, also where one was slept through', () => {
  expect(after(901_000)).toEqual({ phase: 'idle', seconds: 29, next: 1000 })
  expect(after(910_300)).toEqual({ phase: 'idle', seconds: 20, next: 700 })
  expect(after(929_999)).toEqual({ phase: 'idle', seconds: 1, next: 1 })
})

it('then their time is over, however long it was slept through', () => {
  expect(after(930_000)).toEqual({ phase: 'over' })
  expect(after(86_400_000)).toEqual({ phase: 'over' })
})

it('a clock that was put back makes nobody idle', () => {
  expect(after(-3_600_000)).toEqual({ phase: 'active', next: 900_000 })
})
