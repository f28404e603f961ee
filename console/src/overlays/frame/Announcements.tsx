import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import { announced, onAnnouncement, unsay } from './announcement'
import styles from './Announcements.module.css'

/** So long what went well is shown, in milliseconds. */
const SHOWN = 5000

/**
 * Says above everything what went well when an overlay closed. It lies over the page, so nothing moves, and lets presses through. Open
 * overlays hide the rest of the page from screen readers, but not this.
 */
export function Announcements() {
  const { t } = useTranslation()
  const said = useSyncExternalStore(onAnnouncement, announced)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(unsay, SHOWN)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div role="status" data-live-announcer="true" className={styles.place}>
      {said !== null && (
        <Note tone="success" className={styles.said}>
          {t(`overlay.announced.${said.what}`)}
        </Note>
      )}
    </div>
  )
}
