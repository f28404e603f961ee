import { expect, it } from 'vitest'
import { batteryLevel } from './battery'

it.each([
  [null, 'unknown'],
  [0, 'unknown'],
  [1, 'low'],
  [29, 'low'],
  [30, 'medium'],
  [69, 'medium'],
  [70, 'high'],
  [100, 'high'],
  [101, 'unknown'],
  [Number.NaN, 'unknown'],
] as const)('a battery at %s per cent is %s', (percent, level) => {
  expect(batteryLevel(percent)).toBe(level)
})
