import type { Capability, DeviceType } from './entries'

/** What the console brings into a domain. */
export type BroughtIn = 'lock' | 'bridge' | 'keypad'

/** By what a device of each kind is told from others. */
const ability = { lock: 'bolt', bridge: 'bridge', keypad: 'keypad' } as const satisfies Record<BroughtIn, Capability>

/** What a device that can do this is brought in as; null where that is not known. */
export function kindThatCan(capabilities: readonly Capability[]): BroughtIn | null {
  const kinds = Object.keys(ability) as BroughtIn[]
  return kinds.find((kind) => capabilities.includes(ability[kind])) ?? null
}

/** The types of hardware of which a device is brought in as this, as the server has them. */
export function typesOf(kind: BroughtIn, types: readonly DeviceType[]): DeviceType[] {
  return types.filter(({ capabilities }) => kindThatCan(capabilities) === kind)
}

/** How long the code of a bridge counts, in milliseconds; the server says the same (docs/gateway.md, Enrollment). */
export const CODE_LIVES = 3_600_000

/** Characters of the 128 bytes with which a bridge answers its code, in base64 without padding. */
const ANSWER_LENGTH = 171

/**
 * The answer of a bridge as the server takes it, without the spaces and line ends of whatever it was copied from; null if it cannot be one.
 */
export function readAnswer(text: string): string | null {
  const answer = text.replaceAll(/\s/g, '')
  const isWhole = answer.replace(/={1,2}$/, '').length === ANSWER_LENGTH
  return isWhole && /^[A-Za-z0-9+/_-]+={0,2}$/.test(answer) ? answer : null
}
