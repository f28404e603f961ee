import { accessLine } from '../../i18n/calendar-text'
import { i18n } from '../../i18n/i18n'
import { allowsRemote } from '../../model/access'
import { calendarType, DEFAULT_REFRESH, type Calendar } from '../../model/calendar'
import { namesUtc } from '../../model/clock'
import { ruleOf, type Draft } from '../../model/draft'
import type { EditedCell } from '../../model/editor'
import { saidOf } from '../../model/lines'
import type { Standing } from '../../model/save-plan'
import { intervalText } from '../access/interval-text'
import type { Difference } from '../frame/Conflict'

/** How what someone else made of an access differs from the draft. */
export function differencesOf({ link, calendar }: Standing, draft: Draft, cell: EditedCell, now: number): Difference[] {
  const { clock } = cell
  const when = (rule: Calendar | null) => {
    const type = calendarType(rule, now)
    return accessLine(type, saidOf(rule, clock.zone, now), clock.zone, now, { utc: namesUtc(clock, type) })
  }
  const mine = ruleOf(draft)
  const found: Difference[] = [
    {
      what: i18n.t('access.type'),
      theirs: link === null ? i18n.t('overlay.conflict.removed') : when(calendar?.rule ?? null),
      mine: when(mine),
    },
  ]
  if (link === null) return found
  const remote = (allowed: boolean) => i18n.t(allowed ? 'access.remoteAllowed' : 'access.remoteNotAllowed')
  found.push({
    what: i18n.t('access.remote'),
    theirs: remote(cell.role === 'administrator' || allowsRemote(link)),
    mine: remote(draft.remote),
  })
  const refresh = (rule: Calendar | null) => intervalText(rule?.refresh ?? DEFAULT_REFRESH)
  found.push({ what: i18n.t('access.refresh'), theirs: refresh(calendar?.rule ?? null), mine: refresh(mine) })
  const differing = found.filter(({ theirs, mine }) => theirs !== mine)
  return differing.length > 0 ? differing : found.slice(0, 1)
}
