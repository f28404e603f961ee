/** Names that are typed for guests to be created or invited: e-mail addresses and usernames. */
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

/** What can be wrong with a name: it is no e-mail address, nor a username, is somebody's here, or is invited already. */
export type NameProblem = 'mail' | 'name' | 'here' | 'invited'

/** What is wrong with a name; null where nothing is. `here` holds the keys of names that others in the domain have, `invited` of invitations. */
export function nameProblem(
  name: string,
  here: ReadonlySet<string>,
  invited: ReadonlySet<string> = new Set(),
): NameProblem | null {
  if (here.has(usernameKey(name))) return 'here'
  if (invited.has(usernameKey(name))) return 'invited'
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
