import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import { outrankedText } from '../../i18n/access-summary'
import { endText, namesText } from '../../i18n/calendar-text'
import { dateTimeText } from '../../i18n/format'
import { calendarType, endOf } from '../../model/calendar'
import type { Domain, Link } from '../../model/domain'
import { ruleOf, type Draft } from '../../model/draft'
import type { EditedCell } from '../../model/editor'
import { shownCalendar } from '../../model/lines'
import { lockedOut, type Widening } from '../../model/overlap'
import { Note } from '../../ui/Note'
import { doorsText, peopleText } from './Warnings'

/**
 * Says, before it is saved, whom the access locks out until it begins and once it has ended, because it outranks what would let them in
 * meanwhile.
 */
export function LockedOut({
  domain,
  cell,
  draft,
  now,
}: {
  domain: Domain
  cell: EditedCell
  draft: Draft
  now: number
}) {
  const { t } = useTranslation()
  const { row, column } = cell.sides
  const rule = ruleOf(draft)
  const toCome = (at: number | null | undefined) => (at != null && at > now ? at : null)
  const start = toCome(rule?.start)
  const end = toCome(rule && endOf(rule))
  const before = useDomainSelector(
    useCallback(
      (domain: Domain) => (start === null ? [] : lockedOut(domain, row, column, now, start)),
      [row, column, now, start],
    ),
  )
  const after = useDomainSelector(
    useCallback(
      (domain: Domain) => (end === null ? [] : lockedOut(domain, row, column, end, null)),
      [row, column, end],
    ),
  )
  if (before.length + after.length === 0) return null
  const valuesOf = ({ links, users, locks }: Widening) => ({
    who: peopleText(domain, users),
    doors: doorsText(domain, locks),
    others: othersText(domain, cell, links, now),
  })
  const isOneDoor = cell.sides.priority === 1
  return (
    <Note tone="warning">
      {before.map((widening) => (
        <p key={`before ${keyOf(widening)}`}>
          {t(isOneDoor ? 'access.locksOutBefore' : 'access.locksOutBeforeAt', {
            ...valuesOf(widening),
            start: start === null ? '' : dateTimeText(start, cell.clock.zone),
          })}
        </p>
      ))}
      {after.map((widening) => (
        <p key={`after ${keyOf(widening)}`}>
          {t(isOneDoor ? 'access.locksOut' : 'access.locksOutAt', {
            ...valuesOf(widening),
            end: end === null ? '' : endText(end, cell.clock.zone),
          })}
        </p>
      ))}
    </Note>
  )
}

/** Tells one of several apart, for React. */
export function keyOf({ links, locks }: Widening): string {
  return `${links[0]?.id} ${locks[0]}`
}

/** Access through groups, for a sentence: each by its group, with when it is open. */
export function othersText(domain: Domain, { sides, clock }: EditedCell, links: readonly Link[], now: number): string {
  return namesText(
    links.map((link) => {
      const through = {
        userGroup: link.row === sides.row ? undefined : domain.groups.get(link.row)?.name,
        lockGroup: link.column === sides.column ? undefined : domain.groups.get(link.column)?.name,
      }
      const calendar = domain.calendarOf(link) ?? null
      return outrankedText(
        through,
        calendarType(calendar, now),
        shownCalendar(calendar, clock.zone, now),
        clock.zone,
        now,
      )
    }),
  )
}
