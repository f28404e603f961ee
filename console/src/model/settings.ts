/**
 * Settings of an entry as a form edits them: fields of text, of choices, and of lists of ids. Whether one is the same as another, and what
 * becomes of them when two people change them, is asked of each field by what it holds.
 */
import { mergeMemberships, sameMemberships } from './memberships'

/** The settings with `change` made to each field. */
function withEach<S extends object>(settings: S, change: (value: unknown, field: keyof S) => unknown): S {
  const fields = Object.entries(settings).map(([field, value]) => [field, change(value, field as keyof S)])
  return Object.fromEntries(fields) as S
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

/** Whether two values of a field are the same; lists are in their order. */
export function sameValue(a: unknown, b: unknown): boolean {
  return isList(a) && isList(b) ? sameMemberships(a, b) : a === b
}

/** Whether all fields are the same. */
export function sameSettings<S extends object>(a: S, b: S): boolean {
  return (Object.keys(a) as (keyof S)[]).every((field) => sameValue(a[field], b[field]))
}

/** The settings as they are saved: texts without spaces around them. */
export function trimmed<S extends object>(settings: S): S {
  return withEach(settings, (value) => (typeof value === 'string' ? value.trim() : value))
}

/** The settings without ids of what is no more: these themselves where nothing is missing. */
export function present<S extends object>(settings: S, all: ReadonlyMap<string, unknown>): S {
  const isHere = (id: string) => all.has(id)
  if (Object.values(settings).every((value) => !isList(value) || value.every(isHere))) return settings
  return withEach(settings, (value) => (isList(value) ? value.filter(isHere) : value))
}

/** `mine`, with the changes that led there from `stood` made to the lists of `theirs` instead: of lists nobody has to decide. */
export function mergedLists<S extends object>(stood: S, mine: S, theirs: S): S {
  return withEach(mine, (value, field) =>
    isList(value)
      ? mergeMemberships(stood[field] as readonly string[], value, theirs[field] as readonly string[])
      : value,
  )
}

/** Merges field by field: what was changed here stays, the rest follows; null where both changed one field that is no list. */
export function mergedSettings<S extends object>(stood: S, mine: S, theirs: S): S | null {
  const merged = withEach(mergedLists(stood, mine, theirs), (value, field) => {
    if (isList(value) || value !== stood[field]) return value
    return theirs[field]
  })
  const collides = (Object.keys(mine) as (keyof S)[]).some(
    (field) =>
      !isList(mine[field]) &&
      mine[field] !== stood[field] &&
      theirs[field] !== stood[field] &&
      mine[field] !== theirs[field],
  )
  return collides ? null : merged
}
