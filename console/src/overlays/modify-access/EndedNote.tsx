import { useTranslation } from 'react-i18next'
import { lastDayText, longLastDayText } from '../../i18n/calendar-text'
import type { Domain } from '../../model/domain'
import { extended, type Draft } from '../../model/draft'
import type { EditedCell } from '../../model/editor'
import type { Widening } from '../../model/overlap'
import { zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { keyOf, othersText } from './Outranked'
import styles from '../access/fields.module.css'
import { doorsText, peopleText } from './Warnings'

/** Says that access has ended, and whom it keeps out although others would let them in; offers to extend it. */
export function EndedNote({
  domain,
  cell,
  draft,
  outranked,
  now,
  edit,
}: {
  domain: Domain
  cell: EditedCell
  draft: Draft & { end: number }
  outranked: readonly Widening[]
  now: number
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const { clock, sides } = cell
  const zone = zoneOf(clock.zone)
  const next = extended(draft, now, zone).end ?? draft.end
  const date = longLastDayText(draft.end, clock.zone, now)
  const isBlocking = outranked.length > 0
  return (
    <Note
      tone={isBlocking ? 'warning' : 'info'}
      action={
        <span className={styles.choices}>
          <Button onPress={() => edit((current) => extended(current, now, zone))}>
            {t('access.extend', { date: lastDayText(next, clock.zone, now) })}
          </Button>
        </span>
      }
    >
      <p>{t(isBlocking ? 'access.ended' : 'access.expired', { date })}</p>
      {outranked.map((widening) => {
        const { links, users, locks } = widening
        const others = othersText(domain, cell, links, now)
        return (
          <p key={keyOf(widening)}>
            {sides.priority === 1
              ? t('access.outranks', { others })
              : t('access.outranksAt', { who: peopleText(domain, users), doors: doorsText(domain, locks), others })}
          </p>
        )
      })}
    </Note>
  )
}
