import { describe, expect, it } from 'vitest'
import { readSerial } from './serial'

describe('a serial number', () => {
  it.each([
    '00:1b:ac:0f:e2:99',
    '00:1B:AC:0F:E2:99',
    '001bac0fe299',
    ' 00-1B-AC-0F-E2-99\n',
    '00–1b–ac–0f–e2–99',
    '001b.ac0f.e299',
    '00 1b ac 0f e2 99',
  ])('is read in any usual form: %s', (text) => {
    expect(readSerial(text)).toBe('00:1b:ac:0f:e2:99')
  })

  it.each(['', '001bac0fe29', '001bac0fe2999', '001bac0fe29g', 'serial 001bac0fe299'])('is not %j', (text) => {
    expect(readSerial(text)).toBeNull()
  })
})
