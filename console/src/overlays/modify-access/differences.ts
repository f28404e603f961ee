import { accessText } from '../../i18n/calendar-text'
import { i18n } from '../../i18n/i18n'
import { dayHoursText, fewText, otherDayText } from '../../i18n/week-text'
import { allowsRemote } from '../../model/access'
import { calendarType, DEFAULT_REFRESH, type Calendar, type OtherDay } from '../../model/calendar'
import { namesUtc } from '../../model/clock'
import type { Domain } from '../../model/domain'
import { ruleOf, type Draft } from '../../model/draft'
import type { EditedCell } from '../../model/editor'
import { shownCalendar } from '../../model/lines'
import type { Standing } from '../../model/save-plan'
import { intervalText } from '../access/interval-text'
import type { Difference } from '../frame/Conflict'

/** The ids of what an access stands by, as it was and as someone else made it. */
export function idsOf(...standings: Standing[]): string[] {
  return standings.flatMap(({ link, calendar }) => [link, calendar].flatMap((thing) => thing?.id ?? []))
}

/** How what someone else made of an access differs from the draft. */
export function differencesOf(
  { link, calendar }: Standing,
  draft: Draft,
  cell: EditedCell,
  domain: Domain,
  now: number,
): Difference[] {
  const { clock } = cell
  const when = (of: Calendar | null) => {
    const type = calendarType(of, now)
    return accessText(type, shownCalendar(of && domain.withLists(of), clock.zone, now), clock.zone, now, {
      utc: namesUtc(clock, type),
    })
  }
  const mine = ruleOf(draft)
  const rule = calendar?.rule ?? null
  const isOneType = link !== null && calendarType(rule, now) === calendarType(mine, now)
  const found: Difference[] = [
    {
      what: i18n.t(isOneType ? 'access.when' : 'access.type'),
      theirs: link === null ? i18n.t('overlay.conflict.removed') : when(rule),
      mine: when(mine),
    },
  ]
  if (link === null) return found
  if (isOneType) found.push(...otherDaysDifference(rule?.otherDays ?? [], mine?.otherDays ?? []))
  const remote = (allowed: boolean) => i18n.t(allowed ? 'access.remoteAllowed' : 'access.remoteNotAllowed')
  found.push({
    what: i18n.t('access.remote'),
    theirs: remote(cell.role === 'administrator' || allowsRemote(link)),
    mine: remote(draft.remote),
  })
  const refresh = (of: Calendar | null) => intervalText(of?.refresh ?? DEFAULT_REFRESH)
  found.push({ what: i18n.t('access.refresh'), theirs: refresh(rule), mine: refresh(mine) })
  const differing = found.filter(({ theirs, mine }) => theirs !== mine)
  return differing.length > 0 ? differing : found.slice(0, 1)
}

/** The days that are otherwise here and there in different ways, named in both. */
function otherDaysDifference(theirs: readonly OtherDay[], mine: readonly OtherDay[]): Difference[] {
  const hoursOf = (days: readonly OtherDay[], day: number) => days.find((one) => one.day === day)?.hours
  const days = [...new Set([...theirs, ...mine].map(({ day }) => day))].sort((a, b) => a - b)
  const differing = days.filter((day) => JSON.stringify(hoursOf(theirs, day)) !== JSON.stringify(hoursOf(mine, day)))
  if (differing.length === 0) return []
  const textOf = (of: readonly OtherDay[]) => {
    return fewText(
      differing.map((day) => {
        const hours = hoursOf(of, day)
        return hours === undefined
          ? i18n.t('access.words.dayAsUsual', { date: otherDayText(day) })
          : dayHoursText({ day, hours })
      }),
    )
  }
  return [{ what: i18n.t('access.otherDays.label'), theirs: textOf(theirs), mine: textOf(mine) }]
}
