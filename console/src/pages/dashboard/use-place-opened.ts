import { useMemo, useState, useSyncExternalStore } from 'react'
import { openPlaces, subscribe, type Place } from '../../overlays/registry'
import type { Entries } from './grid/found-again'

/**
 * The entries of the cell or head that the lowest open overlay is of; null where none is open, or none that is opened from the grid or a
 * list.
 */
export function usePlaceOpened(): Entries | null {
  const place = useSyncExternalStore(subscribe, lowest)
  return useMemo(() => openedOf(place), [place])
}

/** The same, for lists: also of the overlay that was open last, since they are drawn anew as it closes. */
export function usePlaceLeft(): Entries | null {
  const place = useSyncExternalStore(subscribe, lowest)
  const [last, setLast] = useState(place)
  if (place !== undefined && place !== last) setLast(place)
  return useMemo(() => openedOf(last), [last])
}

function lowest(): Place | undefined {
  return openPlaces()[0]
}

function openedOf(place: Place | undefined): Entries | null {
  const [first = null, second = null] = place?.ids ?? []
  switch (place?.action) {
    case 'modify-access':
      return { row: first, column: second }
    case 'modify-user':
    case 'modify-user-group':
      return { row: first, column: null }
    case 'modify-lock':
    case 'modify-lock-group':
      return { row: null, column: first }
    default:
      return null
  }
}
