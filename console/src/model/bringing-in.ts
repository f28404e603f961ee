import type { Capability } from './entries'

/** What the console brings into a domain. */
export type BroughtIn = 'lock' | 'bridge' | 'keypad'

/** The types of hardware that there are of each. */
export const deviceTypes = {
  lock: ['danalockv3', 'universalmodulev3'],
  bridge: ['danabridgev3'],
  keypad: ['danapadv3'],
} as const satisfies Record<BroughtIn, readonly string[]>

/** A type of hardware that the console brings in. */
export type DeviceType = (typeof deviceTypes)[BroughtIn][number]

/** The type of hardware of this name; null where the console brings in none such. */
export function typeNamed(name: string): DeviceType | null {
  return (
    Object.values<readonly DeviceType[]>(deviceTypes)
      .flat()
      .find((type) => type === name) ?? null
  )
}

/** By what a device of each kind is told from others. */
const ability = { lock: 'bolt', bridge: 'bridge', keypad: 'keypad' } as const satisfies Record<BroughtIn, Capability>

/** What a device that can do this is brought in as; null where that is not known. */
export function kindThatCan(capabilities: readonly Capability[]): BroughtIn | null {
  const kinds = Object.keys(ability) as BroughtIn[]
  return kinds.find((kind) => capabilities.includes(ability[kind])) ?? null
}

/** How long the code of a bridge counts, in milliseconds; the server says the same (docs/gateway.md, Enrollment). */
export const CODE_LIVES = 3_600_000

/** Characters of the 128 bytes with which a bridge answers its code, in base64 without padding. */
const ANSWER_LENGTH = 171

/** The answer of a bridge as the server takes it, without the spaces and line ends of whatever it was copied from; null if it cannot be one. */
export function readAnswer(text: string): string | null {
  const answer = text.replaceAll(/\s/g, '')
  const isWhole = answer.replace(/={1,2}$/, '').length === ANSWER_LENGTH
  return isWhole && /^[A-Za-z0-9+/_-]+={0,2}$/.test(answer) ? answer : null
}
