import { Component, Fragment, useSyncExternalStore, type ReactNode } from 'react'
import { useDomain } from '../api/queries/use-domain'
import { i18n } from '../i18n/i18n'
import { ErrorDialog } from './ErrorDialog'
import { Announcements } from './frame/Announcements'
import { OverlayPlace } from './frame/place'
import { close, guard, openOverlays, showTab, subscribe } from './registry'

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
  return overlays.map(({ key, place, waits, render, error }) => {
    const own = { close: () => close(key) }
    if (error !== null) return <ErrorDialog key={key} message={error} {...own} />
    // Until the domain has come whole, what an id stands for is not known.
    if (render === null || (waits && !complete)) return null
    const body = <Fragment>{render(own)}</Fragment>
    return (
      <Fallible key={key} fallback={<ErrorDialog message={i18n.t('errors.unexpected')} {...own} />}>
        {place === null ? (
          body
        ) : (
          <OverlayPlace
            value={{
              tab: place.tab,
              showTab: (tab) => showTab(key, tab),
              guard: (mayClose) => guard(key, mayClose),
            }}
          >
            {body}
          </OverlayPlace>
        )}
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
