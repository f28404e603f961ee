import { useTranslation } from 'react-i18next'
import { dayHoursText, linesText, spanText, weekdayText } from '../../i18n/week-text'
import { listText, numberFormat } from '../../i18n/format'
import { EVERY_DAY, MIDNIGHT } from '../../model/calendar'
import type { Domain } from '../../model/domain'
import { presentLines, type Draft } from '../../model/draft'
import type { Line } from '../../model/lines'
import type { Overlap } from '../../model/overlap'
import { weekOf } from '../../model/week'
import type { Zone } from '../../model/zone'
import { classes } from '../../ui/classes'
import { useNow } from '../use-now'
import styles from './WeekBars.module.css'

const share = (seconds: number) => `${(100 * seconds) / MIDNIGHT}%`
const hours = [0, 6, 12, 18, 24]
/** The last is drawn on top. */
const relations = ['lower', 'same', 'higher'] as const

/**
 * The week drawn as bars below an axis of hours: when this access is open, and laid over it when that of higher, same and lower priority
 * is. Daily hours are by the clock of each door, dates by `zone`. Nothing where a week cannot show the access.
 */
export function WeekBars({
  domain,
  draft: given,
  overlaps,
  zone,
}: {
  domain: Domain
  draft: Draft
  overlaps: readonly Overlap[]
  zone: Zone
}) {
  const { t } = useTranslation()
  const now = useNow()
  // What is over is not drawn.
  const draft = { ...given, lines: presentLines(given, now) }
  const known = relations.flatMap((relation) =>
    overlaps
      .filter((overlap) => overlap.relation === relation)
      .flatMap(({ link }) => {
        const calendar = domain.calendarOf(link)
        return calendar === undefined ? [] : [{ relation, calendar }]
      }),
  )
  const week = weekOf(
    draft,
    known.map(({ calendar }) => calendar),
    zone,
    (calendar) => domain.withLists(calendar),
  )
  if (week === null) return null
  const { isDated } = week
  const own = week.own.map((bar) => ({ ...bar, look: classes(styles.own, styles[draft.type]) }))
  const others = known.flatMap(({ relation }, index) => (week.others[index] ?? []).map((bar) => ({ ...bar, relation })))
  const bars = [...own, ...others.map(({ relation, ...bar }) => ({ ...bar, look: styles[relation] }))]
  const legend = [...relations].reverse().filter((relation) => others.some((other) => other.relation === relation))
  const number = numberFormat({ minimumIntegerDigits: 2 })
  return (
    <div className={styles.week}>
      <div aria-hidden className={styles.axis}>
        {hours.map((hour) => (
          <span key={hour} style={{ left: share(hour * 3600) }}>
            {number.format(hour)}
          </span>
        ))}
      </div>
      <div role="img" aria-label={label()} className={styles.days}>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <div key={day} className={styles.day}>
            <span>{weekdayText(day, 'short')}</span>
            <div className={styles.track}>
              {bars
                .filter((bar) => bar.day === day)
                .map(({ from, to, look }, index) => (
                  <div
                    key={index}
                    className={classes(styles.bar, look)}
                    style={{ left: share(from), width: share(to - from) }}
                  />
                ))}
            </div>
          </div>
        ))}
      </div>
      {week.otherwise.length > 0 && (
        <ul className={styles.legend}>
          {week.otherwise.map((day) => (
            <li key={day.day}>{dayHoursText(day)}</li>
          ))}
        </ul>
      )}
      {legend.length > 0 && (
        <ul className={styles.legend}>
          <li>
            <i className={classes(styles.swatch, styles.own, styles[draft.type])} />
            {t('access.legend.own')}
          </li>
          {legend.map((relation) => (
            <li key={relation}>
              <i className={classes(styles.swatch, styles[relation])} />
              {t(`access.legend.${relation}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )

  function said(lines: readonly Omit<Line, 'end'>[]): string {
    const hours = linesText(
      lines.map((line) => ({ ...line, end: null })),
      { untilText: () => '' },
    )
    return t('access.weekHours', { hours })
  }

  function label(): string {
    if (draft.type === 'permanent') return said([{ days: EVERY_DAY, weeks: null, hours: [{ from: 0, to: MIDNIGHT }] }])
    if (draft.type === 'recurring' && draft.lines.every(({ days }) => days === 0)) return t('access.weekWithoutDays')
    if (own.length === 0) return t(isDated ? 'access.weekWithoutDates' : 'access.weekWithoutHours')
    if (!isDated) {
      return said(draft.lines.filter(({ days }) => days !== 0))
    }
    const days = own.map(({ day, from, to }) =>
      t('access.words.line', { days: weekdayText(day, 'short'), hours: spanText(from, to) }),
    )
    return t('access.weekHours', { hours: listText(days, 'narrow') })
  }
}
