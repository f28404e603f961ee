import { useTranslation } from 'react-i18next'
import { longLastDayText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import type { Cell } from '../../model/access'
import { endOf, isExpired } from '../../model/calendar'
import type { Domain } from '../../model/domain'
import type { EditedCell } from '../../model/editor'
import { decidingLinks } from '../../model/priority'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { openPlaces, showPlaces } from '../registry'
import { othersText } from './Outranked'

/**
 * Says of a cell without access of its own what is true now: what there is through groups, or that it has ended. Leads to that access,
 * or goes on to giving one of the cell's own.
 */
export function Through({
  domain,
  cell,
  shown: { link, via, calendar },
  now,
}: {
  domain: Domain
  cell: EditedCell
  /** What the grid shows of the cell. */
  shown: Cell
  now: number
}) {
  const { t } = useTranslation()
  const group = via?.userGroup ?? via?.lockGroup
  if (link === null || group == null) return null
  const { row, column } = cell.sides
  const standing = decidingLinks(domain, row, column).filter((other) => {
    const rule = domain.calendarOf(other)
    return rule !== undefined && !isExpired(rule, now)
  })
  const names = { who: shortened(cell.who), group: shortened(group.name) }
  return (
    <Note
      tone={standing.length > 0 ? 'info' : 'warning'}
      action={
        <Button
          onPress={() => {
            // In the place of this editor, which asks before changes are thrown away.
            const under = openPlaces().slice(0, -1)
            showPlaces([...under, { action: 'modify-access', ids: [link.row, link.column], tab: null }])
          }}
        >
          {t('access.toGroupAccess', names)}
        </Button>
      }
    >
      {standing.length > 0 && (
        <p>{t('access.nowThrough', { ...names, others: othersText(domain, cell, standing, now) })}</p>
      )}
      {calendar !== null && isExpired(calendar, now) && (
        <p>
          {t('access.endedThrough', { ...names, date: longLastDayText(endOf(calendar) ?? now, cell.clock.zone, now) })}
        </p>
      )}
      <p>{t('access.giveOwn', names)}</p>
    </Note>
  )
}
