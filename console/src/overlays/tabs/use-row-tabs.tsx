import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import { latestMove, locksWithAccess } from '../../model/access'
import { clockOfLocks } from '../../model/clock'
import type { Domain, Lock } from '../../model/domain'
import type { FrameTab } from '../frame/props'
import { AccessLog } from './AccessLog'
import { AccessToLocks } from './AccessToLocks'
import { locksTable } from './csv-tables'
import type { useCsv } from './use-csv'

/**
 * The tabs that people and user groups have both: the locks that they reach, which are told too, and the log of what they did there. Only
 * who `manages` the domain edits access and reads the log.
 */
export function useRowTabs(
  domain: Domain,
  { of, id }: { of: 'user' | 'usergroup'; id: string },
  csv: ReturnType<typeof useCsv>,
  now: number,
  manages = true,
): { locks: readonly Lock[]; tabs: FrameTab<'locks' | 'log'>[] } {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const locks = useDomainSelector(
    useCallback((domain: Domain) => locksWithAccess(domain, id, now, language), [id, now, language]),
  )
  const tabs: FrameTab<'locks' | 'log'>[] = [
    {
      id: 'locks',
      title: t('tabs.titles.locks', { count: locks.length }),
      removes: false,
      ...(locks.length > 0 && {
        download: csv.list('access-to-locks', () => locksTable(domain, id, locks, now)),
      }),
      content: <AccessToLocks {...{ row: id, locks, now }} opens={manages} />,
    },
    {
      id: 'log',
      title: t('tabs.titles.log'),
      isDisabled: !manages,
      removes: false,
      // Wherever somebody went: also at doors that they cannot open any more.
      download: csv.log({ of, id }, clockOfLocks(domain, [...domain.locks.keys()]).zone),
      content: <AccessLog log={{ of, id }} now={now} moved={latestMove(domain, locks)} />,
    },
  ]
  return { locks, tabs }
}
