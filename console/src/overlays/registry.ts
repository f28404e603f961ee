import { createElement, type ComponentType, type ReactElement } from 'react'
import { i18n } from '../i18n/i18n'

/** What every overlay's body gets beside its own props. */
export interface OverlayProps {
  /** Closes the overlay; the focus goes back to where it was opened. */
  close: () => void
}

/** The names of overlays, those of screens that are still to come among them. */
export type Action =
  | 'modify-user'
  | 'modify-user-group'
  | 'modify-access'
  | 'modify-lock'
  | 'modify-lock-group'
  | 'my-account'
  | 'sent-invitations'
  | 'received-invitations'
  | 'create-group'
  | 'invite-guests'
  | 'modify-filters'
  | 'create-users'
  | 'confirm-dialog'
  | 'warning-dialog'
  | 'error-dialog'

/** One overlay that is open: its loaded body, or what went wrong. */
export interface OpenOverlay {
  key: number
  action: Action
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

/** Opens the dialog titled "An error occurred". */
export function openErrorDialog(message: string): void {
  put([...open, { key: ++lastKey, action: 'error-dialog', render: null, error: message }])
}

/**
 * Makes the function that opens an overlay. The body is loaded when it is first needed. `required` names, by prop, the objects
 * without which it cannot be shown; a call without one of them opens the error dialog instead.
 */
export function overlay<P extends object, R extends keyof P & string = never>(
  action: Action,
  load: () => Promise<{ default: ComponentType<P & OverlayProps> }>,
  required?: Record<R, string>,
): (props: { [K in keyof P]: K extends R ? P[K] | null | undefined : P[K] }) => void {
  return (props) => {
    for (const [prop, object] of Object.entries<string>(required ?? {})) {
      if (props[prop as R] == null) {
        const message = i18n.t('overlay.missing', { action, object })
        console.error(message)
        openErrorDialog(message)
        return
      }
    }
    if (open.some((entry) => entry.action === action)) return
    const key = ++lastKey
    put([...open, { key, action, render: null, error: null }])
    load().then(
      ({ default: Body }) => settle(key, { render: (own) => createElement(Body, { ...(props as P), ...own }) }),
      (failure: unknown) => {
        console.error(failure)
        settle(key, { error: i18n.t('overlay.notLoaded') })
      },
    )
  }
}

function settle(key: number, change: Partial<OpenOverlay>): void {
  put(open.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)))
}
