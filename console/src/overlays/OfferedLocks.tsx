import { useTranslation } from 'react-i18next'
import type { OfferedLock } from '../api/queries/invitation'
import { accessText } from '../i18n/calendar-text'
import { sideBySideText } from '../i18n/format'
import { dayHoursText, fewText } from '../i18n/week-text'
import { calendarType, isExpired, readCalendar, type Calendar } from '../model/calendar'
import { clockOf, clockOfZone, namesUtc, type Clock } from '../model/clock'
import type { Domain } from '../model/domain'
import { shownCalendar } from '../model/lines'
import { AccessChip } from '../ui/AccessChip'
import { Name } from '../ui/Name'
import styles from './OfferedLocks.module.css'
import { byClockText } from './told-clock'

/**
 * The locks that an invitation offers access to, each with when, by the clock of its door. Where the `domain` that it leads into is known
 * here, that tells what its lists of days say.
 */
export function OfferedLocks({
  locks,
  now,
  domain = null,
}: {
  locks: readonly OfferedLock[]
  now: number
  domain?: Domain | null
}) {
  const { t } = useTranslation()
  if (locks.length === 0) return <p className={styles.none}>{t('invitations.noLocks')}</p>
  return (
    <ul className={styles.locks} aria-label={t('invitations.locks')}>
      {locks.map(({ id, name, timezone, calendar }) => {
        const read = calendar == null ? null : readCalendar(calendar)
        const rule = read === null || domain === null ? read : domain.withLists(read)
        const clock = domain?.locks.has(id) === true ? clockOf(domain, id) : clockOfZone(timezone ?? null)
        return (
          <li key={id}>
            <span className={styles.name}>
              <Name>{name}</Name>
            </span>
            <AccessChip
              className={styles.chip}
              kind={calendarType(rule, now)}
              {...offerText(rule, clock)}
              expired={isExpired(rule, now)}
            />
          </li>
        )
      })}
    </ul>
  )

  function offerText(rule: Calendar | null, clock: Clock): { title: string; detail?: string } {
    const type = calendarType(rule, now)
    const utc = namesUtc(clock, type)
    const shown = shownCalendar(rule, clock.zone, now)
    if (rule === null || shown === null || isExpired(rule, now)) {
      return { title: byClockText(accessText(type, shown, clock.zone, now, { utc }), clock, type, now) }
    }
    // Whoever is invited cannot read the lists of the domain yet: that there are such days is all that is known of them.
    const isPartial = rule.lists.length < rule.dayLists.length
    const named = isPartial ? { ...shown, otherDays: [], lists: [] } : shown
    const text = byClockText(accessText(type, named, clock.zone, now, { utc }), clock, type, now)
    const title = isPartial ? sideBySideText('access.words.lines', [text, t('access.words.exceptions')]) : text
    if (domain !== null || shown.otherDays.length === 0) return { title }
    const days = fewText(shown.otherDays.map(dayHoursText))
    // What is filled in has its names isolated already.
    const options = { interpolation: { escapeValue: false } }
    return { title, detail: isPartial ? t('invitations.amongThem', { days, ...options }) : days }
  }
}
