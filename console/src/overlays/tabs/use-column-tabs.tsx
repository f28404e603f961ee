import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import { latestMove, usersWithAccess } from '../../model/access'
import { clockOf } from '../../model/clock'
import type { Domain, User } from '../../model/domain'
import type { FrameTab } from '../frame/props'
import { AccessLog } from './AccessLog'
import { usersTable } from './csv-tables'
import type { useCsv } from './use-csv'
import { UsersWithAccess } from './UsersWithAccess'

/** The tabs that locks and lock groups have both: who has access, who are told too, and the log of what they did there. */
export function useColumnTabs(
  domain: Domain,
  log: { of: 'lock' | 'lockgroup'; id: string },
  csv: ReturnType<typeof useCsv>,
  now: number,
): { users: readonly User[]; tabs: FrameTab<'users' | 'log'>[] } {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { id } = log
  const { zone, named } = clockOf(domain, id)
  const head = named === 'instants' ? undefined : zone
  const doors = domain.locksOf(id).flatMap((lock) => domain.locks.get(lock) ?? [])
  const users = useDomainSelector(
    useCallback((domain: Domain) => usersWithAccess(domain, id, now, language), [id, now, language]),
  )
  const tabs: FrameTab<'users' | 'log'>[] = [
    {
      id: 'users',
      title: t('tabs.titles.users', { count: users.length }),
      removes: false,
      ...(users.length > 0 && {
        download: csv.list('users-with-access', () => usersTable(domain, id, users, now)),
      }),
      content: <UsersWithAccess {...{ column: id, users, now }} />,
    },
    {
      id: 'log',
      title: t('tabs.titles.log'),
      removes: false,
      download: csv.log(log, zone),
      // Of several doors each line is told by the clock of its own.
      content: (
        <AccessLog
          {...{ log, head, now }}
          zone={log.of === 'lock' ? zone : undefined}
          moved={latestMove(domain, doors)}
        />
      ),
    },
  ]
  return { users, tabs }
}
