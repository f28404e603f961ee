import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayHost } from '../overlays/OverlayHost'
import { closeAll, closeBeyond, openOverlays, subscribe } from '../overlays/registry'
import { currentSession, onSession, useSession } from '../session/session'
import { local } from '../session/storage'
import { Button } from '../ui/Button'
import { isFocusNowhere } from '../ui/is-focus-nowhere'
import { StatusSlot } from '../ui/StatusSlot'
import { Footer } from './Footer'
import { IdleBanner } from './IdleBanner'
import { Navbar } from './Navbar'
import { keepAddress } from './overlay-address'
import { RoleChanges } from './RoleChanges'
import styles from './Shell.module.css'

/** What stands around every page: the bar above, the footer below, the overlays on top. */
export function Shell() {
  const { t } = useTranslation()
  const { identity } = useSession()
  const main = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLeavingWhenSignedOut()
  useOverlaysOfRole()
  useOverlayAddress(main)
  useKeptFocus(main, identity?.id)
  return (
    <div className={styles.shell}>
      <Button variant="primary" className={styles.skip} onPress={() => skipTo(main.current)}>
        {t('shell.skip')}
      </Button>
      <Navbar />
      <main ref={main} tabIndex={-1} className={styles.main}>
        <RoleChanges />
        {/* Another domain is another page: nothing of the one before may stay on the screen. */}
        <StatusSlot value={slot}>
          <Outlet key={identity?.id} />
        </StatusSlot>
      </main>
      <Footer status={setSlot} />
      <OverlayHost />
      <IdleBanner />
    </div>
  )
}

/**
 * Gives the focus to what the page is about, past what searches and filters it: its entry for Tab, else its first button, else the page.
 */
function skipTo(main: HTMLElement | null): void {
  const content = main?.querySelector('[data-skip-to]')
  const entry = content?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')
  const target = entry ?? content?.querySelector<HTMLElement>('button:enabled, input, select, a[href]') ?? main
  target?.focus()
}

/** Pages on which nobody has to be signed in. */
const forAnyone: ReadonlySet<string> = new Set([
  '/login',
  '/oauth',
  '/signed_in',
  '/first_start',
  '/reset_password',
  '/forgot_password',
])

/** Leaves a guarded page when the sign-in ends under it: to come back when it merely ran out, for good after a log-out. */
function useLeavingWhenSignedOut(): void {
  const router = useRouter()
  useEffect(() => {
    let before = currentSession()
    return onSession(() => {
      const { status, user, identity } = currentSession()
      // Who changes their own name goes on with what they have open.
      const isSame = status === before.status && user?.id === before.user?.id && identity?.id === before.identity?.id
      before = currentSession()
      if (isSame) return
      closeAll()
      const { pathname, href } = router.state.location
      // What is shown to everybody stays.
      if (status !== '' || forAnyone.has(pathname) || pathname.startsWith('/i/')) return
      const redirect = local.get('username') === null ? undefined : href
      void router.navigate({ to: '/login', search: { redirect }, replace: true })
    })
  }, [router])
}

/** Closes what is open and beyond the role that the person is told to have by now; that it is closed is said with the role. */
function useOverlaysOfRole(): void {
  useEffect(() => {
    let before = currentSession().identity
    return onSession(() => {
      const { identity } = currentSession()
      const isOther = identity?.id === before?.id && identity?.role !== before?.role
      before = identity
      if (isOther && identity !== null) closeBeyond(identity.role)
    })
  }, [])
}

/**
 * Where the focus goes that nothing has any more: to the grid that it left for an overlay, which knows the entry, to the entry itself where
 * that stands in a list, else to the page.
 */
function entryOf(main: HTMLElement | null): HTMLElement | null {
  return main?.querySelector<HTMLElement>('[data-left]') ?? main
}

/** Keeps the open overlays in the address; the focus goes to the page where the last one leaves it nowhere. */
function useOverlayAddress(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    const stops = [
      keepAddress(router.history),
      subscribe(() => {
        if (openOverlays().length > 0) return
        // The overlay gives the focus back to its opener, if it has one, a frame after it has gone.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            if (isFocusNowhere() && openOverlays().length === 0) entryOf(main.current)?.focus()
          }),
        )
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, main])
}

/**
 * Gives the focus to the page where what had it went away with the one before: after the sign-in, and in another domain. A page that is
 * loaded anew begins where the browser begins.
 */
function useKeptFocus(main: RefObject<HTMLElement | null>, domain: string | undefined): void {
  const router = useRouter()
  const before = useRef(domain)
  useEffect(() => {
    const keep = () => {
      if (document.activeElement === document.body) main.current?.focus()
    }
    if (before.current !== undefined && before.current !== domain) keep()
    before.current = domain
    return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation !== undefined && pathChanged) keep()
    })
  }, [router, main, domain])
}
