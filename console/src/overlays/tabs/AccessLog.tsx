import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { logEntries, useLog, type LogEntry, type LogOf } from '../../api/queries/log'
import { useDomain } from '../../api/queries/use-domain'
import { dateTimeText } from '../../i18n/format'
import { isolate } from '../../i18n/isolate'
import { zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Facts } from '../../ui/Facts'
import { Icon, type IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { ProgressBar } from '../../ui/ProgressBar'
import { listedClocks } from '../told-clock'
import styles from './tabs.module.css'
import { Failed } from './Failed'
import { Fetching } from './Fetching'
import { ScrollEnd } from './ScrollEnd'

/** What a log tells of, and its drawing. */
const operations = {
  unlocked: 'unlocked',
  locked: 'locked',
  autoUnlocked: 'unlocked',
  autoLocked: 'locked',
  settingsChanged: 'filter',
  error: 'warning',
  bridgeUnlocked: 'unlocked',
  bridgeLocked: 'locked',
  bridgeSettingsChanged: 'filter',
} as const satisfies Record<LogEntry['operation'], IconName>

/**
 * Who opened and closed a door, newest first; older pages come when the end is scrolled into sight. `moved` changes when the door has told
 * something new; `zone` is the door's. A log of several doors has none: each entry names its door and has its time in that door's zone. The
 * zone is named where it differs from that of who looks, but not where it is `head`, the one that the head of the overlay names.
 */
export function AccessLog({
  log: of,
  zone,
  head = zone,
  now,
  moved,
}: {
  log: LogOf
  zone?: string
  head?: string
  now: number
  moved: string | null
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const log = useLog(of)
  const { refetch } = log
  const known = useRef(moved)
  useEffect(() => {
    // The door has told something new: its log has grown.
    if (known.current === moved) return
    known.current = moved
    void refetch()
  }, [moved, refetch])

  if (log.data === undefined) {
    if (log.isPending && log.error === null) return <Fetching query={log} label={t('tabs.log.loading')} />
    return <Failed text={t('tabs.log.refreshFailed')} error={log.error} again={() => void refetch()} />
  }
  const entries = logEntries(log.data.pages)
  const zoneOfEntry = ({ lock }: LogEntry) => zone ?? zoneOf(domain.locks.get(lock)?.timezone ?? null).name
  const { above, beside } = listedClocks(entries.map(zoneOfEntry), now, head)
  const older = log.hasNextPage && !log.isFetching && !log.isFetchNextPageError
  return (
    <>
      <div className={styles.bar}>
        <Button
          icon="refresh"
          isPending={log.isRefetching && !log.isFetchingNextPage}
          pendingLabel={t('tabs.log.refreshing')}
          onPress={() => void refetch()}
        >
          {t('tabs.log.refresh')}
        </Button>
      </div>
      {log.isRefetchError && (
        <Failed text={t('tabs.log.refreshFailed')} error={log.error} again={() => void refetch()} />
      )}
      {above !== null && <p className={styles.clock}>{above}</p>}
      {entries.length === 0 ? (
        <EmptyState icon="list" level={3} title={t('tabs.log.none')} />
      ) : (
        <ol className={styles.list} aria-label={t('tabs.titles.log')}>
          {entries.map((entry, index) => (
            <li key={`${entry.timestamp} ${entry.operation} ${index}`}>
              <Entry entry={entry} of={of.of} zone={zoneOfEntry(entry)} clock={beside(zoneOfEntry(entry))} />
            </li>
          ))}
        </ol>
      )}
      {log.isFetchNextPageError && (
        <Failed text={t('tabs.log.nextFailed')} error={log.error} again={() => void log.fetchNextPage()} />
      )}
      {log.isFetchingNextPage && <ProgressBar label={t('tabs.log.loading')} />}
      {older && <ScrollEnd key={log.data.pages.length} onReached={() => void log.fetchNextPage()} />}
      {!log.hasNextPage && entries.length > 0 && <p className={styles.end}>{t('tabs.log.end')}</p>}
    </>
  )
}

function Entry({
  entry,
  of,
  zone,
  clock,
}: {
  entry: LogEntry
  of: LogOf['of']
  zone: string
  /** Named beside the time; null where it needs no saying. */
  clock: string | null
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const at = Date.parse(entry.timestamp)
  const operation = t(`tabs.log.operation.${entry.operation}`)
  // What follows the first colon is detail that is not shown.
  const username = entry.username.split(':')[0] ?? ''
  const name = entry.user_id === null ? undefined : domain.users.get(entry.user_id)?.name
  const door = domain.locks.get(entry.lock)
  const doorName = door?.name ?? entry.lockname
  const facts = [operation]
  if (of === 'lockgroup' || of === 'usergroup') facts.push(isolate(doorName))
  if (of !== 'user' && name !== undefined) facts.push(isolate(username))
  if (clock !== null) facts.push(clock)
  return (
    <div className={styles.entry}>
      <Icon name={operations[entry.operation]} size={18} />
      <span className={styles.who}>
        <b>
          <Name>{of === 'user' ? doorName : (name ?? (username === '' ? t('tabs.log.nobody') : username))}</Name>
        </b>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      <time dateTime={entry.timestamp}>{dateTimeText(at, zone, true)}</time>
    </div>
  )
}
