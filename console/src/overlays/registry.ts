import { createElement, type ComponentType, type ReactElement } from 'react'
import { i18n } from '../i18n/i18n'
import type { Role } from '../model/entries'
import { isBeyond, type Action } from './actions'

/** What every overlay's body gets beside its own props. */
export interface OverlayProps {
  /** Closes the overlay; the focus goes back to where it was opened. */
  close: () => void
}

/** Which overlay is open, of what, at which tab: what an address says of it. */
export interface Place {
  action: Action
  /** In the order in which its open.ts names them. */
  ids: readonly string[]
  /** Null for the first. */
  tab: string | null
}

/** One overlay that is open: its loaded body, or what went wrong. */
export interface OpenOverlay {
  key: number
  action: Action
  /** What an address says of it; null for a question, which no address names. */
  place: Place | null
  /** Whether it is shown only once the whole domain is there. */
  waits: boolean
  /** Whether it may be closed from outside, by the browser's Back; asks the person beforehand where it must. */
  mayClose: () => boolean
  /** Draws the body; null while it is on its way. */
  render: ((own: OverlayProps) => ReactElement) | null
  error: string | null
}

let open: readonly OpenOverlay[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function put(next: readonly OpenOverlay[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** The open overlays, the topmost last. */
export function openOverlays(): readonly OpenOverlay[] {
  return open
}

/** Calls back whenever `openOverlays` changes; answers how to stop that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Closes one overlay. */
export function close(key: number): void {
  put(open.filter((entry) => entry.key !== key))
}

/** Closes all of them: the person or the domain has changed. */
export function closeAll(): void {
  if (open.length > 0) put([])
}

/** Closes what somebody of this role does not have, with all that was opened from it. */
export function closeBeyond(role: Role): void {
  const first = open.findIndex(({ action }) => isBeyond(action, role))
  if (first >= 0) put(open.slice(0, first))
}

/** The places of the open overlays, the topmost last. */
export function openPlaces(): readonly Place[] {
  return open.flatMap(({ place }) => place ?? [])
}

/** Shows another tab of an open overlay. */
export function showTab(key: number, tab: string): void {
  change(key, ({ place }) => ({ place: place && { ...place, tab } }))
}

/** Has an overlay asked before it is closed from outside. */
export function guard(key: number, mayClose: () => boolean): void {
  const entry = open.find((one) => one.key === key)
  if (entry !== undefined) entry.mayClose = mayClose
}

/**
 * Opens and closes overlays so that these places are open, as an address wants it. An overlay that does not want to be closed stays,
 * and what lies under it too, and so does what lies under one that no address names: that alone is closed. The answer is then false.
 */
export function showPlaces(places: readonly Place[]): boolean {
  const standing = openPlaces()
  const top = open.at(-1)
  if (top?.place === null && standing.length > places.length) {
    if (top.mayClose()) close(top.key)
    return false
  }
  const differs = standing.findIndex((place, index) => !samePlace(place, places[index]))
  const kept = differs < 0 ? standing.length : differs
  for (const entry of [...open].reverse()) {
    if (openPlaces().length <= kept) break
    if (!entry.mayClose()) return false
    close(entry.key)
  }
  for (const { action, ids, tab } of places.slice(kept)) reopen.get(action)?.(ids, tab)
  const shown = open.filter(({ place }) => place !== null)
  for (const [index, { tab }] of places.entries()) {
    const entry = shown[index]
    if (entry?.place != null && entry.place.tab !== tab)
      change(entry.key, ({ place }) => ({ place: place && { ...place, tab } }))
  }
  return true
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return a.action === b?.action && a.ids.join() === b.ids.join()
}

/** How an overlay is opened from an address, and how many ids it takes. */
const reopen = new Map<Action, (ids: readonly string[], tab: string | null) => void>()
const idsOf = new Map<Action, number>()

/** How many ids an overlay takes; undefined for one that an address cannot name. */
export function idCount(action: string): number | undefined {
  return idsOf.get(action as Action)
}

/** Opens the dialog titled "An error occurred". */
export function openErrorDialog(message: string): void {
  put([...open, { ...closed('error-dialog', null), error: message }])
}

function closed(action: Action, place: Place | null): OpenOverlay {
  return { key: ++lastKey, action, place, waits: false, mayClose: () => true, render: null, error: null }
}

/** Makes the function that opens a question or another overlay that no address names. The body is loaded when it is first needed. */
export function overlay<P extends object>(action: Action, load: Load<P>): (props: P) => void {
  return (props) => begin(action, null, load, props)
}

/**
 * Makes the function that opens an overlay of entries of the domain, by their ids. `ids` says, by prop, what each of them is the id
 * of; a call without one of them opens the error dialog instead. It is shown once the whole domain is there, unless it `waits` for nothing,
 * and an address may name it.
 */
export function idOverlay<K extends string = never>(
  action: Action,
  load: Load<Record<K, string>>,
  ids: Record<K, string>,
  { waits = true } = {},
): (props: { [N in K]: string | null | undefined }, tab?: string | null) => void {
  const names = Object.keys(ids) as K[]
  const show = (props: { [N in K]: string | null | undefined }, tab: string | null = null) => {
    const missing = names.find((name) => props[name] == null)
    if (missing !== undefined) {
      const message = i18n.t('overlay.missing', { action, object: ids[missing] })
      console.error(message)
      openErrorDialog(message)
      return
    }
    const given = props as Record<K, string>
    begin(action, { action, ids: names.map((name) => given[name]), tab }, load, given, waits)
  }
  idsOf.set(action, names.length)
  reopen.set(action, (given, tab) =>
    show(Object.fromEntries(names.map((name, index) => [name, given[index]])) as Record<K, string>, tab),
  )
  return show
}

type Load<P> = () => Promise<{ default: ComponentType<P & OverlayProps> }>

function begin<P extends object>(
  action: Action,
  place: Place | null,
  load: Load<P>,
  props: P,
  waits = place !== null,
): void {
  if (open.some((entry) => entry.action === action)) return
  const entry = { ...closed(action, place), waits }
  put([...open, entry])
  load().then(
    ({ default: Body }) => change(entry.key, () => ({ render: (own) => createElement(Body, { ...props, ...own }) })),
    (failure: unknown) => {
      console.error(failure)
      change(entry.key, () => ({ error: i18n.t('overlay.notLoaded') }))
    },
  )
}

function change(key: number, how: (entry: OpenOverlay) => Partial<OpenOverlay>): void {
  put(open.map((entry) => (entry.key === key ? { ...entry, ...how(entry) } : entry)))
}
