import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { isFinal } from '../../api/queries/domain'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { NotLive } from '../parts/NotLive'
import { DoorCard } from './DoorCard'
import styles from './Doors.module.css'
import { doorKey, type DoorsState } from './use-doors'

/** The doors of a guest, one card a door. */
export function DoorList({ phase, error, live, doors, now, retry }: DoorsState) {
  const { t } = useTranslation()
  if (phase === 'loading' && doors.length === 0)
    return <ProgressBar label={t('words.loadingDoors')} className={styles.loading} />
  return (
    <section data-skip-to aria-labelledby="doors-title" className={styles.doors}>
      <h2 id="doors-title">{t('doors.title')}</h2>
      {phase === 'failed' && (
        <Note
          tone="danger"
          title={t('doors.failed')}
          action={
            <Button icon="refresh" onPress={retry}>
              {t('ui.tryAgain')}
            </Button>
          }
        >
          <p>{errorText(error)}</p>
          {!isFinal(error) && <p>{t('ui.triesAgain')}</p>}
        </Note>
      )}
      <NotLive live={live} />
      {phase === 'ready' && doors.length === 0 && <p className={styles.none}>{t('words.noDoors')}</p>}
      {doors.length > 0 && (
        <ul>
          {doors.map((door) => (
            <li key={doorKey(door)}>
              <DoorCard door={door} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
