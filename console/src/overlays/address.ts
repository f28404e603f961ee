/** Places as an address names them: `modify-lock.lock-1.log`, and `*` before one that lies on top of another. */
import type { Role } from '../model/entries'
import { isBeyond, type Action } from './actions'
import { idCount, type Place } from './registry'

const word = /^[\w-]+$/

/** The text of the open overlays for an address; undefined where none is open. */
export function placesText(places: readonly Place[]): string | undefined {
  if (places.length === 0) return undefined
  return places.map(({ action, ids, tab }) => [action, ...ids, ...(tab === null ? [] : [tab])].join('.')).join('*')
}

/** The places that an address names. What is not one, and what lies on top of that, is left out: addresses are typed, too. */
export function readPlaces(text: unknown): readonly Place[] {
  if (typeof text !== 'string' || text === '') return []
  const places: Place[] = []
  for (const part of text.split('*')) {
    const [action = '', ...rest] = part.split('.')
    const count = idCount(action)
    const sound =
      count !== undefined && (rest.length === count || rest.length === count + 1) && rest.every((id) => word.test(id))
    if (!sound || places.some((place) => place.action === action)) break
    places.push({ action: action as Action, ids: rest.slice(0, count), tab: rest[count] ?? null })
  }
  return places
}

/** Those of the places that somebody of this role has, up to the first that they do not: what lies on top of that is nothing without it. */
export function placesOf(role: Role, places: readonly Place[]): readonly Place[] {
  const first = places.findIndex(({ action }) => isBeyond(action, role))
  return first < 0 ? places : places.slice(0, first)
}
