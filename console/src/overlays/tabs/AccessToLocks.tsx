import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { cellOf } from '../../model/access'
import type { Domain, Lock } from '../../model/domain'
import { endedLocks } from '../../model/ended'
import { utc, zoneOf } from '../../model/zone'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { listedClocks } from '../told-clock'
import { AccessList } from './AccessList'
import { EndedAccess } from './EndedAccess'
import styles from './tabs.module.css'

/**
 * The locks that a user or user group reaches, by name, directly or through groups, and below them those where that has ended; each opens
 * the access editor where it `opens`. Times are the door's, whose clock is named where it is not that of who looks.
 */
export function AccessToLocks({
  row,
  locks,
  now,
  opens,
}: {
  row: string
  locks: readonly Lock[]
  now: number
  opens: boolean
}) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { domain } = useDomain()
  const ended = useDomainSelector(
    useCallback((domain: Domain) => endedLocks(domain, row, now, language), [row, now, language]),
  )
  const dated = [
    ...locks.filter(({ id }) => cellOf(domain, row, id, now).calendar !== null),
    ...ended.map(({ entry }) => entry),
  ]
  // Times in UTC name it themselves.
  const { above, beside } = listedClocks(
    dated.map(({ timezone }) => zoneOf(timezone).name),
    now,
    utc.name,
  )
  const isDated = new Set(dated)
  const lockLabel = (lock: Lock) => (
    <LockLabel lock={lock} clock={isDated.has(lock) ? beside(zoneOf(lock.timezone).name) : null} />
  )
  return (
    <>
      {above !== null && <p className={styles.clock}>{above}</p>}
      {locks.length === 0 ? (
        <EmptyState icon="door" level={3} title={t('tabs.locks.none')} />
      ) : (
        <AccessList
          entries={locks.map((lock) => ({ id: lock.id, row, column: lock.id, lock }))}
          now={now}
          opens={opens}
          who={({ lock }) => lockLabel(lock)}
        />
      )}
      <EndedAccess ended={ended} now={now} opens={opens} who={lockLabel} />
    </>
  )
}

function LockLabel({ lock, clock }: { lock: Lock; clock: string | null }) {
  return (
    <>
      <Icon name="door" size={18} />
      <span className={styles.who}>
        <b>
          <Name>{lock.name}</Name>
        </b>
        <small>
          <Name>{lock.address === '' ? lock.serial : lock.address}</Name>
        </small>
        {clock !== null && <small className={styles.lineClock}>{clock}</small>}
      </span>
    </>
  )
}
