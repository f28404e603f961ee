import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayHost } from '../overlays/OverlayHost'
import { closeAll } from '../overlays/registry'
import { currentSession, onSession, useSession } from '../session/session'
import { local } from '../session/storage'
import { Button } from '../ui/Button'
import { Footer } from './Footer'
import { Navbar } from './Navbar'
import styles from './Shell.module.css'

/** What stands around every page: the bar above, the footer below, the overlays on top. */
export function Shell() {
  const { t } = useTranslation()
  const { identity } = useSession()
  const main = useRef<HTMLElement>(null)
  useLeavingWhenSignedOut()
  return (
    <div className={styles.shell}>
      <Button variant="primary" className={styles.skip} onPress={() => main.current?.focus()}>
        {t('shell.skip')}
      </Button>
      <Navbar />
      <main ref={main} tabIndex={-1} className={styles.main}>
        {/* Another domain is another page: nothing of the one before may stay on the screen. */}
        <Outlet key={identity?.id} />
      </main>
      <Footer />
      <OverlayHost />
    </div>
  )
}

/** Leaves a guarded page when the sign-in ends under it: to come back when it merely ran out, for good after a log-out. */
function useLeavingWhenSignedOut(): void {
  const router = useRouter()
  useEffect(
    () =>
      onSession(() => {
        closeAll()
        const { pathname, href } = router.state.location
        if (currentSession().status !== '' || pathname === '/login' || pathname === '/oauth') return
        const redirect = local.get('username') === null ? undefined : href
        void router.navigate({ to: '/login', search: { redirect }, replace: true })
      }),
    [router],
  )
}
