import { createHmac } from 'node:crypto'

/** The code that an app shows for a key, `steps` times 30 seconds from now. */
export function oneTimeCode(key: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', base32(key)).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(at) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)))
}
