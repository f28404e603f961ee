/**
 * How strong a password is; only medium and strong ones may be set. `rules/password.json` holds this to the server's
 * rule.
 */
export type PasswordStrength = 'weak' | 'medium' | 'strong'

/** The fewest characters. */
export const PASSWORD_MIN = 6

/** Digits and capitals without those that look alike: 0 and O, 1 and I. There are 32, so that five bits choose one evenly. */
const LEGIBLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** How long a suggested password is: 70 bits. */
const SUGGESTED = 14

/** A password that `fill` makes up by filling bytes at random: it can be read out and typed on a phone. */
export function suggestedPassword(fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  for (;;) {
    const password = Array.from(fill(new Uint8Array(SUGGESTED)), (byte) => LEGIBLE[byte % LEGIBLE.length]).join('')
    // By chance it may be of digits alone.
    if (passwordStrength(password) !== 'weak') return password
  }
}

/** A password that is being chosen, typed twice. */
export interface ChosenPassword {
  password: string
  repeat: string
}

/** What is wrong with one; nothing while neither field is filled in. */
export interface PasswordProblems {
  password?: 'tooShort' | 'weak'
  repeat?: 'differs'
}

/** What keeps a chosen password from being set. */
export function passwordProblems({ password, repeat }: ChosenPassword): PasswordProblems {
  const problems: PasswordProblems = {}
  if (password !== '' || repeat !== '') {
    if (Array.from(password).length < PASSWORD_MIN) problems.password = 'tooShort'
    else if (passwordStrength(password) === 'weak') problems.password = 'weak'
    if (repeat !== password) problems.repeat = 'differs'
  }
  return problems
}

/** The strength of a password: under 64 bits weak, under 80 medium; its bits are its characters × log2(size of their set − 1). */
export function passwordStrength(password: string): PasswordStrength {
  const bits = Array.from(password).length * Math.log2(Math.max(charset(password) - 1, 1))
  return bits < 64 ? 'weak' : bits < 80 ? 'medium' : 'strong'
}

/**
 * The size of the set that the characters are drawn from: that of the ASCII letters and digits, and 36 more if there is anything
 * else, letters beyond ASCII among it.
 */
function charset(password: string): number {
  const special = /[^0-9a-z]/i.test(password) ? 36 : 0
  return special + plainCharset(password.replace(/[^0-9a-z]/gi, ''))
}

function plainCharset(plain: string): number {
  if (plain === '') return 0
  if (/^[0-9]+$/.test(plain)) return 10
  if (/^[0-9a-f]+$/i.test(plain)) return 16
  const digits = /[0-9]/.test(plain)
  const mixed = /[a-z]/.test(plain) && /[A-Z]/.test(plain)
  return mixed ? (digits ? 62 : 52) : digits ? 36 : 26
}
