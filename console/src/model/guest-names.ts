/** Names that are typed for guests to be created: e-mail addresses and usernames. */
import { isMail, isUsername, usernameKey } from './usernames'

/** The names in a text: separated by commas, or by what stands between lines and cells of what was copied. White space goes. */
export function namesIn(text: string): string[] {
  return text
    .split(/[,;\n\r\t]/)
    .map((name) => name.replaceAll(/\s/g, ''))
    .filter((name) => name !== '')
}

/** What was copied, as it is typed: in one line, with commas. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[;\n\r\t]+\s*/g, ', ')
}

/** What is wrong with a name; null where nothing is. `here` holds the keys of names that others in the domain have. */
export function nameProblem(name: string, here: ReadonlySet<string>): 'mail' | 'name' | 'here' | null {
  if (here.has(usernameKey(name))) return 'here'
  if (name.includes('@')) return isMail(name) ? null : 'mail'
  return isUsername(name) ? null : 'name'
}

/** The list with further names, and those of them that were in it already, or among `others`. */
export function withNames(names: readonly string[], further: readonly string[], others: readonly string[]) {
  const known = new Set([...names, ...others].map(usernameKey))
  const added: string[] = []
  const doubled: string[] = []
  for (const name of further) {
    if (known.has(usernameKey(name))) doubled.push(name)
    else added.push(name)
    known.add(usernameKey(name))
  }
  return { names: [...names, ...added], added, doubled }
}
