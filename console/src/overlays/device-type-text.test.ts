import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '../i18n/i18n'
import { deviceTypeText } from './device-type-text'

beforeAll(startI18n)

it.each([
  ['danalockv3', 'Danalock V3'],
  ['danabridgev3', 'Danabridge V3'],
  ['lockofnextyear', 'lockofnextyear'],
  ['\u202Ekcol', '\u2068\u202Ekcol\u2069'],
])('hardware of type %s is called %s', (type, called) => {
  expect(deviceTypeText(type)).toBe(called)
})
