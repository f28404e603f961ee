import { describe, expect, it } from 'vitest'
import { passwordProblems, passwordStrength, suggestedPassword } from './password'

const good = 'Correct-Horse-7'

describe('a password that is chosen', () => {
  it.each([
    ['', '', {}],
    [good, good, {}],
    ['abc', 'abc', { password: 'tooShort' }],
    ['abcdefgh', 'abcdefgh', { password: 'weak' }],
    [good, '', { repeat: 'differs' }],
    ['', good, { password: 'tooShort', repeat: 'differs' }],
  ])('%j, repeated as %j, has the problems %o', (password, repeat, problems) => {
    expect(passwordProblems({ password, repeat })).toEqual(problems)
  })
})

describe('a password that is suggested', () => {
  it('is of digits and capitals that nobody takes for others, each as likely', () => {
    let next = 0
    const counting = (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => (next += 5) % 256)
    const signs = Array.from({ length: 128 }, () => suggestedPassword(counting)).join('')
    const counts = new Map<string, number>()
    for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    expect([...counts.keys()].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
    expect(new Set(counts.values())).toEqual(new Set([56]))
  })

  it('is another one where chance makes it weak', () => {
    const chances = [0, 5]
    const password = suggestedPassword((bytes) => {
      const step = chances.shift() ?? 0
      return bytes.map((_, index) => index * step)
    })
    expect(password).toHaveLength(14)
    expect(passwordStrength(password)).not.toBe('weak')
  })
})
