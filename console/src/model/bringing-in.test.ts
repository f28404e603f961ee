import { describe, expect, it } from 'vitest'
import type { Capability, DeviceType } from './entries'
import { kindThatCan, readAnswer, typesOf } from './bringing-in'

describe('what a device is brought in as', () => {
  it.each([
    [['bolt', 'calendars', 'verifies'], 'lock'],
    [['bolt'], 'lock'],
    [['bridge'], 'bridge'],
    [['keypad'], 'keypad'],
    [[], null],
  ] as const)('follows from what it can do: %j is a %s', (capabilities, kind) => {
    expect(kindThatCan(capabilities)).toBe(kind)
  })
})

describe('the types of hardware', () => {
  const type = (device_type: string, capabilities: Capability[]): DeviceType => ({
    ...{ device_type, name: device_type, type: 'device', capabilities, pin_slots: null },
  })
  const types = [
    type('one', ['bolt']),
    type('other', ['keypad']),
    type('third', ['bolt', 'calendars']),
    type('hub', []),
  ]

  it.each([
    ['lock', ['one', 'third']],
    ['keypad', ['other']],
    ['bridge', []],
  ] as const)('of a %s follow from what they can do', (kind, names) => {
    expect(typesOf(kind, types).map(({ device_type }) => device_type)).toEqual(names)
  })
})

const answer = `${'Ab+/'.repeat(42)}xyz=`

describe('the answer of a bridge', () => {
  it('is read without what a mail or a terminal put into it', () => {
    expect(readAnswer(` ${answer.slice(0, 76)}\n${answer.slice(76)}\n`)).toBe(answer)
  })

  it('may be written in either alphabet, with or without padding', () => {
    const plain = answer.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    expect(readAnswer(plain)).toBe(plain)
  })

  it.each(['', answer.slice(1), `A${answer}`, answer.replace('A', '*')])('is not %j', (text) => {
    expect(readAnswer(text)).toBeNull()
  })
})
