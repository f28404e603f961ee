import { beforeAll, describe, expect, it } from 'vitest'
import { namesText } from './calendar-text'
import { listText } from './format'
import { i18n, startI18n } from './i18n'
import { isolate } from './isolate'

beforeAll(startI18n)

const [open, close] = ['\u2068', '\u2069']

describe('a name in a sentence', () => {
  it.each(['Anna Lindqvist', 'Søren (3. sal)', 'Иван', '山田', ''])(
    'that disturbs nothing stays as it is: %s',
    (name) => {
      expect(isolate(name)).toBe(name)
    },
  )

  it.each([
    ['that is written from right to left', 'דוד'],
    ['in letters beyond the first plane', '𐤀𐤁'],
    ['that overrides the direction', '\u202Egro.elpmaxe'],
    ['with a mark of direction', 'Anna\u200F'],
    ['that opens and closes an isolate of its own', '\u2067abc\u2069'],
  ])('%s is isolated', (_what, name) => {
    expect(isolate(name)).toBe(open + name + close)
  })

  it.each([
    ['closes what it has not opened', '\u2069\u202Eabc\u2069', '\u202Eabc'],
    ['leaves isolates open', '\u2066\u2067abc', '\u2066\u2067abc\u2069\u2069'],
    ['ends the paragraph', 'abc\u2029\u202Edef', 'abc \u202Edef'],
    ['has several lines', 'abc\r\n\u0085def', 'abc   def'],
  ])('that %s cannot break out', (_what, name, inside) => {
    expect(isolate(name)).toBe(open + inside + close)
  })

  it('may be isolated twice', () => {
    const name = isolate('\u202Eabc')
    expect(isolate(`${name} and Anna`)).toBe(`${open}${name} and Anna${close}`)
  })
})

describe('a text of the console', () => {
  it('isolates every value that it is filled in with', () => {
    const said = i18n.t('access.title', { who: '\u202Eanna', what: 'דלת' })
    expect(said).toBe(`Access for ${open}\u202Eanna${close} to ${open}דלת${close}`)
    expect(i18n.t('access.title', { who: 'Anna', what: 'Street & door' })).toBe('Access for Anna to Street & door')
  })

  it('isolates each of the names that it joins', () => {
    expect(listText(['\u202Ea', 'b', '\u2069\u202Ec'])).toBe(`${open}\u202Ea${close}, b and ${open}\u202Ec${close}`)
    expect(namesText(['\u202Ea', 'b', 'c', 'd', 'e'])).toBe(`${open}\u202Ea${close}, b, c and 2 more`)
  })
})
