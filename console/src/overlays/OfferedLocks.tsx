import { useTranslation } from 'react-i18next'
import type { OfferedLock } from '../api/queries/invitation'
import { accessLine } from '../i18n/calendar-text'
import { calendarType, isExpired, readCalendar } from '../model/calendar'
import { namesUtc, type Clock } from '../model/clock'
import { saidOf } from '../model/lines'
import { AccessChip } from '../ui/AccessChip'
import { Name } from '../ui/Name'
import styles from './OfferedLocks.module.css'
import { viewerZone } from './viewer-zone'

/**
 * The locks that an invitation offers access to, each with when. `clockOf` answers by which clock a door's dates are told, where that is
 * known here; else it is that of whoever reads it, since an invitation does not say.
 */
export function OfferedLocks({
  locks,
  now,
  clockOf = () => null,
}: {
  locks: readonly OfferedLock[]
  now: number
  clockOf?: (lock: string) => Clock | null
}) {
  const { t } = useTranslation()
  if (locks.length === 0) return <p className={styles.none}>{t('invitations.noLocks')}</p>
  return (
    <ul className={styles.locks} aria-label={t('invitations.locks')}>
      {locks.map(({ id, name, calendar }) => {
        const rule = calendar == null ? null : readCalendar(calendar)
        const type = calendarType(rule, now)
        const clock = clockOf(id) ?? { zone: viewerZone(), named: 'never', shared: true }
        return (
          <li key={id}>
            <span className={styles.name}>
              <Name>{name}</Name>
            </span>
            <AccessChip
              className={styles.chip}
              kind={type}
              title={accessLine(type, saidOf(rule, clock.zone, now), clock.zone, now, { utc: namesUtc(clock, type) })}
              expired={isExpired(rule, now)}
            />
          </li>
        )
      })}
    </ul>
  )
}
