import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTDOWN } from '../model/idle'
import { watchIdleness } from '../session/idle'
import { useSession } from '../session/session'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import styles from './IdleBanner.module.css'

/** Says to somebody who is signed in and does nothing that they are about to be logged out, and does so. */
export function IdleBanner() {
  const { status } = useSession()
  return status === 'success' ? <Countdown /> : null
}

/** It lies over dialogs too, which leave what is marked as the top layer to pointers and screen readers. */
function Countdown() {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<number | null>(null)
  const watch = useRef<ReturnType<typeof watchIdleness>>(null)
  useEffect(() => {
    const begun = watchIdleness(setSeconds)
    watch.current = begun
    return begun.stop
  }, [])
  if (seconds === null) return null
  return (
    <section aria-label={t('idle.title')} data-react-aria-top-layer="true" className={styles.place}>
      {/* Said once: a countdown that is read out covers everything else. */}
      {seconds > 0 && (
        <p role="alert" className="visually-hidden">
          {t('idle.announced', { count: COUNTDOWN })}
        </p>
      )}
      <Note
        tone="warning"
        title={t('idle.title')}
        className={styles.banner}
        action={
          <Button variant="primary" isDisabled={seconds === 0} onPress={() => watch.current?.stay()}>
            {t('idle.stay')}
          </Button>
        }
      >
        <p className={styles.count}>{seconds === 0 ? t('logOut.pending') : t('idle.left', { count: seconds })}</p>
      </Note>
    </section>
  )
}
