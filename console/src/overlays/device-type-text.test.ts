import { expect, it } from 'vitest'
import { deviceTypes } from '../testing/device-types'
import { deviceTypeText } from './device-type-text'

it.each([
  ['danalockv3', 'Danalock V3'],
  ['danabridgev3', 'Danabridge V3'],
  ['lockofnextyear', 'lockofnextyear'],
  ['\u202Ekcol', '\u2068\u202Ekcol\u2069'],
])('hardware of type %s is called %s', (type, called) => {
  expect(deviceTypeText(type, deviceTypes)).toBe(called)
})

it('hardware is called by its type while nobody has told the names', () => {
  expect(deviceTypeText('danalockv3')).toBe('danalockv3')
})
