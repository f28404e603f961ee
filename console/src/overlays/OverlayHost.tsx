import { Component, Fragment, useSyncExternalStore, type ReactNode } from 'react'
import { i18n } from '../i18n/i18n'
import { ErrorDialog } from './ErrorDialog'
import { close, openOverlays, subscribe } from './registry'

/** Draws the open overlays above the page. Stands once in the app. */
export function OverlayHost() {
  const overlays = useSyncExternalStore(subscribe, openOverlays)
  return overlays.map(({ key, render, error }) => {
    const own = { close: () => close(key) }
    if (error !== null) return <ErrorDialog key={key} message={error} {...own} />
    if (render === null) return null
    return (
      <Fallible key={key} fallback={<ErrorDialog message={i18n.t('errors.unexpected')} {...own} />}>
        <Fragment>{render(own)}</Fragment>
      </Fallible>
    )
  })
}

/** Keeps a body that fails while drawing from taking the page with it. */
class Fallible extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(failure: unknown) {
    console.error(failure)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
