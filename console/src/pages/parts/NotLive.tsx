import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import { Spare } from '../../ui/Spare'
import { StatusSlot } from '../../ui/StatusSlot'
import styles from './NotLive.module.css'
import { useLasting } from './use-lasting'

/** A line that is back within this time was never missed, in milliseconds. */
const patience = 2000

/**
 * Says that the server is away, that what is seen may be out of date, and that nothing needs to be done: in the place that the frame keeps
 * for it, so that nothing moves under the pointer.
 */
export function NotLive({ live }: { live: boolean }) {
  const { t } = useTranslation()
  const slot = useContext(StatusSlot)
  const cutOff = useLasting(!live, patience)
  if (!cutOff) return null
  const note = (
    <Note tone="warning" announce={slot === null} className={styles.note}>
      <div className={styles.text}>
        <p>{t('dashboard.notLive')}</p>
        {/* A narrow line has room for one sentence. */}
        <Spare below={1024}>{t('ui.triesAgain')}</Spare>
      </div>
    </Note>
  )
  return slot === null ? note : createPortal(note, slot)
}
