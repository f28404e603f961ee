import { Component, Fragment, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useDomain } from '../api/queries/use-domain'
import { i18n } from '../i18n/i18n'
import { DialogDrawn } from '../ui/Dialog'
import { ErrorDialog } from './ErrorDialog'
import { Announcements } from './frame/Announcements'
import { OverlayGuard, OverlayPlace } from './frame/place'
import { close, guard, openOverlays, showTab, subscribe, type OpenOverlay } from './registry'

/** Draws the open overlays above the page, and says what went well when one has closed. Stands once in the app. */
export function OverlayHost() {
  return (
    <>
      <OpenOverlays />
      <Announcements />
    </>
  )
}

function OpenOverlays() {
  const overlays = useSyncExternalStore(subscribe, openOverlays)
  const { complete } = useDomain()
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  // A dialog lies on those that were drawn before it: each waits for what it was opened from.
  const lowest = overlays.findIndex(({ key }) => !drawn.has(key))
  const shown = lowest < 0 ? overlays : overlays.slice(0, lowest + 1)
  return shown.map((overlay) => (
    <OneOverlay
      key={overlay.key}
      overlay={overlay}
      isComplete={complete}
      onDrawn={() => setDrawn((before) => (before.has(overlay.key) ? before : new Set([...before, overlay.key])))}
    />
  ))
}

function OneOverlay({
  overlay: { key, place, waits, render, error },
  isComplete,
  onDrawn,
}: {
  overlay: OpenOverlay
  isComplete: boolean
  onDrawn: () => void
}) {
  const own = { close: () => close(key) }
  return <DialogDrawn value={onDrawn}>{error === null ? body() : <ErrorDialog message={error} {...own} />}</DialogDrawn>

  function body() {
    // Until the domain has come whole, what an id stands for is not known.
    if (render === null || (waits && !isComplete)) return null
    const drawn = <Fragment>{render(own)}</Fragment>
    return (
      <Fallible fallback={<ErrorDialog message={i18n.t('errors.unexpected')} {...own} />}>
        <OverlayGuard value={(mayClose) => guard(key, mayClose)}>
          <OverlayPlace value={place && { tab: place.tab, showTab: (tab) => showTab(key, tab) }}>{drawn}</OverlayPlace>
        </OverlayGuard>
      </Fallible>
    )
  }
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
