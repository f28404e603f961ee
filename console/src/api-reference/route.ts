import { useSyncExternalStore } from 'react'

/** What the address names: an operation by its operationId, a tag by its name, or neither. */
export interface Route {
  kind: 'overview' | 'tag' | 'operation'
  name: string
}

export const operationAddress = (operationId: string) => `#operation/${operationId}`
export const tagAddress = (name: string) => `#tag/${name}`
export const overviewAddress = '#overview'

/** Reads the part of an address after its `#`. */
export function routeOf(hash: string): Route {
  const [, kind, name] = /^#(operation|tag)\/(.+)$/.exec(hash) ?? []
  return kind === 'operation' || kind === 'tag' ? { kind, name: name as string } : { kind: 'overview', name: '' }
}

/** The address's part after its `#`, as it changes. */
export function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    () => location.hash,
  )
}
