/** Names that are typed for guests to be created or invited: e-mail addresses and usernames. */
import { isMail, isUsername, usernameKey } from './usernames'

/**
 * The names in a text, as somebody types them or as mail programs and tables give them: separated by commas, semicolons and what stands
 * between lines and cells, and by white space beside an e-mail address. Of `Anna <anna@example.com>`, and of a row of a table with an
 * address in it, the address alone counts. Else no white space parts or joins anything: it stays, to be seen.
 */
export function namesIn(text: string): string[] {
  const lines = text
    // What cannot be seen, such as spaces of no width.
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[\n\r]/)
    .filter((line) => line.trim() !== '')
  return lines.flatMap((line) => {
    const names = partsOf(line).flatMap(namesOfPart)
    const addresses = names.filter((name) => name.includes('@'))
    // In one line semicolons separate names; between several, cells too.
    const isRow = line.includes('\t') || (lines.length > 1 && line.includes(';'))
    return isRow && addresses.length > 0 ? addresses : names
  })
}

/** What was copied, as it is typed between what stands `before` and `after` it: in one line, with commas. */
export function inOneLine(text: string, before = '', after = ''): string {
  return [before, namesIn(text).join(', '), after]
    .map((part) => part.trim().replaceAll(/^,\s*|\s*,$/g, ''))
    .filter((part) => part !== '')
    .join(', ')
}

/** The parts of a line: names, or addresses with what mail programs write before them. */
function partsOf(line: string): string[] {
  // Names of addresses may have commas, within quotes.
  const parts = line.replaceAll(/"(?:[^"\\]|\\.)*"\s*(?=<[^<>]*@)/g, '').split(/[;\t]/)
  // Between semicolons also without.
  const isWhole = (part: string) => parts.length > 1 && /^[^@<>]*<[^<>]+>\s*$/.test(part)
  return parts.flatMap((part) => (isWhole(part) ? [part] : part.split(',')))
}

/** The names in a part of a line. */
function namesOfPart(part: string): string[] {
  const names: string[] = []
  let rest = 0
  for (const angled of part.matchAll(/<([^<>]+)>/g)) {
    const address = addressIn(angled[1] ?? '')
    if (address === null) continue
    const others = addressesIn(part.slice(rest, angled.index)).filter((other) => other !== address)
    names.push(...others, address)
    rest = angled.index + angled[0].length
  }
  return [...names, ...besideAddresses(part.slice(rest).trim())]
}

/** The addresses among words. */
function addressesIn(words: string): string[] {
  return words.split(/\s+/).flatMap((word) => addressIn(word) ?? [])
}

/** Addresses, and what stands between them; without an address the text itself. */
function besideAddresses(text: string): string[] {
  const names: string[] = []
  let between: string[] = []
  const end = () => {
    // Dashes and dots of a list are no name.
    if (between.some((word) => /[\p{L}\p{N}]/u.test(word))) names.push(between.join(' '))
    between = []
  }
  for (const word of text.split(/\s+/)) {
    const address = addressIn(word)
    if (address === null) between.push(word)
    else {
      end()
      names.push(address)
    }
  }
  if (names.length === 0) return text === '' ? [] : [text]
  end()
  return names
}

/**
 * The e-mail address that a word is, without what is written around it and, where its host has letters that no address has, with that as
 * mail goes to it; null if it is none.
 */
function addressIn(word: string): string | null {
  const written = [word.trim(), bare(word.trim())]
  // An address that the server takes as it stands may be somebody's username.
  return [...written, ...written.map(withPlainHost)].find(isMail) ?? null
}

/** A word without quotes, brackets, `mailto:` and the end of a sentence. */
function bare(word: string): string {
  return word
    .replace(/^[\p{Ps}\p{Pi}\p{Pf}"'<]+/u, '')
    .replace(/[\p{Pe}\p{Pi}\p{Pf}"'>.,:!?]+$/u, '')
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
}

/** An address whose host is written in ASCII, as `xn--` where it has other letters. */
function withPlainHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  if (at === 0 || !/\P{ASCII}/u.test(host) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(host)) return address
  const url = `http://${host}`
  return URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address
}

/** What can be wrong with a name: it is no e-mail address, nor a username, is somebody's here, or is invited already. */
export type NameProblem = 'mail' | 'name' | 'here' | 'invited'

/**
 * What is wrong with a name; null where nothing is. `here` holds the keys of names that others in the domain have, `invited` of
 * invitations.
 */
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

/**
 * The list with further names: those that are `added`, those that are `doubled`, for they were in it already or among `others`, and those
 * that are `repeated` among the further ones themselves and come in once.
 */
export function withNames(names: readonly string[], further: readonly string[], others: readonly string[]) {
  const known = new Set([...names, ...others].map(usernameKey))
  const seen = new Set<string>()
  const repeated = new Map<string, string>()
  const added: string[] = []
  const doubled: string[] = []
  for (const name of further) {
    const key = usernameKey(name)
    if (!seen.has(key)) (known.has(key) ? doubled : added).push(name)
    else if (!known.has(key)) repeated.set(key, name)
    seen.add(key)
  }
  return { names: [...names, ...added], added, doubled, repeated: [...repeated.values()] }
}
