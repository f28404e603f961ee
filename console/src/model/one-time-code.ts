/** So many digits a one-time code of an app has. */
export const CODE_DIGITS = 6

/** The digits of what was typed as a one-time code, at most as many as one has: apps show them in groups. */
export function codeDigits(typed: string): string {
  return typed.replaceAll(/[^0-9]/g, '').slice(0, CODE_DIGITS)
}

/** A key that is typed by hand, in groups of four. */
export function keyGroups(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? ''
}
