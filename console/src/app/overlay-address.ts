import type { RouterHistory } from '@tanstack/history'
import { i18n } from '../i18n/i18n'
import { placesOf, placesText, readPlaces } from '../overlays/address'
import '../overlays/create-day-list/open'
import '../overlays/create-group/open'
import '../overlays/create-users/open'
import '../overlays/domain-settings/open'
import '../overlays/invite-guests/open'
import '../overlays/invite-person/open'
import '../overlays/modify-access/open'
import '../overlays/modify-day-list/open'
import '../overlays/modify-filters/open'
import '../overlays/modify-lock/open'
import '../overlays/modify-lock-group/open'
import '../overlays/modify-user/open'
import '../overlays/modify-user-group/open'
import '../overlays/my-account/open'
import '../overlays/received-invitations/open'
import '../overlays/sent-invitations/open'
import { openErrorDialog, openPlaces, showPlaces, subscribe } from '../overlays/registry'
import { currentSession, onSession } from '../session/session'

/**
 * Keeps the address and the open overlays alike while somebody is signed in. An overlay that opens is a new entry of the history, and one
 * that closes goes back to the entry before; a tab takes the place of the tab before. Back, reload and links open and close overlays.
 * Answers how to stop that. An overlay that an address may name has its open.ts imported here.
 */
export function keepAddress(history: RouterHistory): () => void {
  /** What address and overlays last agreed on: whichever differs from it has moved. */
  let agreed: string | undefined
  let isFollowing = false
  let isGoingBack = false

  function follow(): void {
    if (isFollowing || isGoingBack) return
    if (currentSession().status !== 'success' || history.location.pathname !== '/dashboard') {
      agreed = undefined
      return
    }
    const address = openIn(history)
    if (address !== agreed) {
      isFollowing = true
      show(address)
      isFollowing = false
      agreed = address
    }
    // An overlay that has not let itself be closed comes back into the address.
    const open = placesText(openPlaces())
    if (open !== agreed) tell(open)
  }

  /** Opens what an address names; where that is not for somebody of this role, it is said so, and it does not stay in the address. */
  function show(address: string | undefined): void {
    const named = readPlaces(address)
    const { identity } = currentSession()
    const places = identity === null ? named : placesOf(identity.role, named)
    showPlaces(places)
    if (identity === null || places.length === named.length) return
    openErrorDialog(i18n.t(identity.role === 'user' ? 'shell.linkBeyond.user' : 'shell.linkBeyond.installer'))
  }

  function tell(open: string | undefined): void {
    const { search, state } = history.location
    const isOpened = 'opened' in state
    const deeper = readPlaces(open).length - readPlaces(agreed).length
    if (deeper < 0 && isOpened) {
      isGoingBack = true
      history.back()
      return
    }
    agreed = open
    const query = new URLSearchParams(search)
    if (open === undefined) query.delete('open')
    else query.set('open', open)
    const path = history.location.pathname + (query.size > 0 ? `?${query}` : '')
    // The entry remembers that going back from it closes what was opened.
    if (deeper > 0) history.push(path, { opened: true })
    else history.replace(path, isOpened && deeper === 0 ? { opened: true } : {})
  }

  const stops = [
    subscribe(follow),
    onSession(follow),
    history.subscribe(() => {
      if (isGoingBack) agreed = openIn(history)
      isGoingBack = false
      follow()
    }),
  ]
  follow()
  return () => {
    for (const stop of stops) stop()
  }
}

function openIn({ location }: RouterHistory): string | undefined {
  return new URLSearchParams(location.search).get('open') ?? undefined
}
