import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain, Lock } from '../../model/domain'
import { endedLocks } from '../../model/ended'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { AccessList } from './AccessList'
import { EndedAccess } from './EndedAccess'
import styles from './tabs.module.css'

/**
 * The locks that a user or user group reaches, by name, directly or through groups, and below them those where that has ended; each opens
 * the access editor where it `opens`. Times are the door's.
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
  const ended = useDomainSelector(
    useCallback((domain: Domain) => endedLocks(domain, row, now, language), [row, now, language]),
  )
  return (
    <>
      {locks.length === 0 ? (
        <EmptyState icon="door" level={3} title={t('tabs.locks.none')} />
      ) : (
        <AccessList
          entries={locks.map((lock) => ({ id: lock.id, row, column: lock.id, lock }))}
          now={now}
          opens={opens}
          who={({ lock }) => <Door lock={lock} />}
        />
      )}
      <EndedAccess ended={ended} now={now} opens={opens} who={(lock) => <Door lock={lock} />} />
    </>
  )
}

function Door({ lock }: { lock: Lock }) {
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
      </span>
    </>
  )
}
