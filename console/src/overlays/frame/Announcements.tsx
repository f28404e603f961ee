import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import { announced, onAnnouncement, withdraw } from './announcement'
import styles from './Announcements.module.css'

/** So long what went well is shown, in milliseconds. */
const SHOWN = 5000

/**
 * Says above everything what went well when an overlay closed. It lies over the page, so nothing moves, and lets presses through. Open
 * overlays hide the rest of the page from screen readers, but not this.
 */
export function Announcements() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(onAnnouncement, announced)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(withdraw, SHOWN)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div role="status" data-live-announcer="true" className={styles.place}>
      {shown !== null && (
        <Note tone="success" className={styles.shown}>
          {t(`overlay.announced.${shown.what}`)}
        </Note>
      )}
    </div>
  )
}
