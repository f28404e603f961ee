import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { dropStanding, onStandings, toldStandings } from '../session/standing'
import { Note } from '../ui/Note'
import styles from './Standings.module.css'

/** Above the page: as what the person is in a domain by now, or that they are in it no more. It stays until they put it away. */
export function Standings() {
  const { t } = useTranslation()
  const told = useSyncExternalStore(onStandings, toldStandings)
  if (told.length === 0) return null
  return (
    <div className={styles.place}>
      {told.map((standing) => {
        const what = standing.role ?? 'nobody'
        return (
          <Note
            key={`${what} ${standing.domain}`}
            title={t(`shell.standing.${what}`, { domain: standing.domain })}
            announce
            onDismiss={() => dropStanding(standing)}
            dismissLabel={t('ui.dismiss')}
          >
            <p>{t(`shell.standingMeans.${what}`)}</p>
          </Note>
        )
      })}
    </div>
  )
}
