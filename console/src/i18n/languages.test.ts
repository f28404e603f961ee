import { describe, expect, it } from 'vitest'
import { negotiate } from './languages'

describe('the language that a browser is spoken to in', () => {
  it.each([
    [['de'], 'de'],
    [['da-DK', 'en-US'], 'da-DK'],
    [['da'], 'da-DK'],
    [['de-AT'], 'de'],
    [['DE-ch'], 'de'],
    [['en-US', 'da'], 'en-GB'],
    [['sv-SE', 'da-DK', 'de'], 'da-DK'],
    [['sv-SE'], 'en-GB'],
    [['', 'x'], 'en-GB'],
    [[], 'en-GB'],
  ] as const)('of those wanted %j is %s', (wanted, shown) => {
    expect(negotiate(wanted)).toBe(shown)
  })
})
