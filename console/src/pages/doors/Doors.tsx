import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { isFinal } from '../../api/queries/domain'
import { useNow } from '../../overlays/use-now'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { NotLive } from '../dashboard/NotLive'
import { DoorCard } from './DoorCard'
import styles from './Doors.module.css'
import { useDoors } from './use-doors'

/** The doors that a guest may operate from afar. Nothing where the account is a guest nowhere. */
export function Doors() {
  const { user, identities } = useSession()
  if (user === null || identities.every(({ role }) => role === 'administrator')) return null
  return <DoorList account={user.id} />
}

function DoorList({ account }: { account: string }) {
  const { t } = useTranslation()
  const { identities } = useSession()
  const [next, setNext] = useState<number | null>(null)
  const now = useNow(next)
  const { phase, error, live, doors, retry } = useDoors(account, identities, now)
  const coming = doors.map(({ access }) => access.until).filter((until) => until !== null)
  const soonest = coming.length === 0 ? null : Math.min(...coming)
  // A door that closes in the middle of a minute shows it at once.
  if (soonest !== next) setNext(soonest)
  if (phase === 'loading' && doors.length === 0)
    return <ProgressBar label={t('doors.loading')} className={styles.loading} />
  return (
    <section aria-labelledby="doors-title" className={styles.doors}>
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
          {errorText(error)} {!isFinal(error) && t('ui.triesAgain')}
        </Note>
      )}
      <NotLive live={live} />
      {phase === 'ready' && <p className={styles.lead}>{t(doors.length === 0 ? 'doors.none' : 'doors.lead')}</p>}
      {doors.length > 0 && (
        <ul>
          {doors.map((door) => (
            <li key={`${door.identity.id}.${door.lock.id}`}>
              <DoorCard door={door} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
