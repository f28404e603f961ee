/** What may be a username or an e-mail address: the server's own rules (`crates/model/src/names.rs`), so that a form can say it at once. */

/** The fewest characters of a username. */
export const USERNAME_MIN = 3

/** The Nordic letters beside A to Z. */
const NORDIC = 'æøåäöþðÆØÅÄÖÞÐ'

const usernameForm = new RegExp(`^[A-Za-z0-9 !+\\-.@_~${NORDIC}]+$`)
const localPartForm = new RegExp(`^[A-Za-z0-9!#$%&'*+\\-/=?^_\`{|}~${NORDIC}]+$`)
const labelForm = new RegExp(`^[A-Za-z0-9\\-${NORDIC}]+$`)
const lastLabelForm = new RegExp(`^[A-Za-z${NORDIC}]{2,}$`)

/** The most bytes of an address, of what stands before its @, and of one part of its host. */
const MAIL_MAX = 254
const LOCAL_MAX = 64
const LABEL_MAX = 63

const encoder = new TextEncoder()
const bytes = (text: string) => encoder.encode(text).length

const isLabel = (label: string) =>
  labelForm.test(label) && bytes(label) <= LABEL_MAX && !label.startsWith('-') && !label.endsWith('-')

/**
 * Whether a text is an e-mail address that mail servers take: one @, before it parts with single dots between them, and a host of two parts
 * or more whose last has at least two letters.
 */
export function isMail(text: string): boolean {
  const at = text.indexOf('@')
  if (at < 0 || bytes(text) > MAIL_MAX) return false
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    bytes(local) <= LOCAL_MAX &&
    local.split('.').every((part) => localPartForm.test(part)) &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    lastLabelForm.test(labels.at(-1) ?? '')
  )
}

/** Whether a text is a username: at least three letters, digits, single spaces and `! + - . @ _ ~`. */
export function isUsername(text: string): boolean {
  return text.length >= USERNAME_MIN && usernameForm.test(text) && !text.includes('  ') && text.trim() === text
}

/** The form in which two of them are compared. */
export function usernameKey(text: string): string {
  return text.trim().toLowerCase()
}
