/** What may be a username or an e-mail address: the server's own rules (`crates/model/src/names.rs`), so that a form can say it at once. */

/** The fewest characters of a username. */
export const USERNAME_MIN = 3

/** The Nordic letters beside A to Z. */
const NORDIC = 'æøåäöþðÆØÅÄÖÞÐ'

const usernameForm = new RegExp(`^[A-Za-z0-9 !+\\-.@_~${NORDIC}]+$`)
const localForm = new RegExp(`^[A-Za-z0-9!#$%&'*+\\-/=?^_\`{|}~.${NORDIC}]+$`)
const labelForm = new RegExp(`^[A-Za-z0-9\\-${NORDIC}]+$`)
const lastLabelForm = new RegExp(`^[A-Za-z${NORDIC}]{2,}$`)

/** Whether a text is an e-mail address: one @, a part before it, and a host whose last part has at least two letters. */
export function isMail(text: string): boolean {
  const at = text.indexOf('@')
  if (at < 0) return false
  const labels = text.slice(at + 1).split('.')
  const last = labels.pop() ?? ''
  return (
    localForm.test(text.slice(0, at)) &&
    labels.length > 0 &&
    labels.every((label) => labelForm.test(label)) &&
    lastLabelForm.test(last)
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
