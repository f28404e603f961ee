import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import { accessText, namesText } from '../../i18n/calendar-text'
import { isolate, shortened } from '../../i18n/isolate'
import { calendarType } from '../../model/calendar'
import { namesUtc, type Clock } from '../../model/clock'
import type { Domain, Link } from '../../model/domain'
import type { Draft } from '../../model/draft'
import type { EditedCell } from '../../model/editor'
import { shownCalendar } from '../../model/lines'
import { wideningsOf, type Overlap, type Overlaps } from '../../model/overlap'
import { Note } from '../../ui/Note'
import { pathText } from '../access/path-text'
import styles from './Overlay.module.css'

/** At most so many overlaps are said one by one. */
const MOST = 5

/** What a person should know before saving: sentences with names. */
export function Warnings({
  domain,
  cell,
  draft,
  overlaps,
  hasEnded,
  now,
}: {
  domain: Domain
  cell: EditedCell
  draft: Draft
  overlaps: Overlaps
  /** It is said already that the access has ended, and what it outranks. */
  hasEnded: boolean
  now: number
}) {
  const { t } = useTranslation()
  const { clock } = cell
  const names = (locks: EditedCell['locks']) => namesText(locks.map((lock) => shortened(lock.name)))
  const replaced = overlaps.overlaps.filter(({ relation }) => relation === 'lower')
  const beside = overlaps.overlaps.filter(({ relation }) => relation === 'same')
  const above = overlaps.overlaps.filter(({ relation }) => relation === 'higher')
  const notes: ReactNode[] = []
  if (cell.role === 'administrator') notes.push(<Note key="administrator">{t('access.administratorsPermanent')}</Note>)
  else if (cell.oldLocks.length > 0) {
    notes.push(<Note key="old">{t('access.recurringUnsupported', { locks: names(cell.oldLocks) })}</Note>)
  }
  if (draft.type !== 'permanent' && cell.unzonedLocks.length > 0) {
    notes.push(
      <Note key="unzoned" tone="warning">
        {clock.named === 'never'
          ? t('access.unzonedAmong', {
              locks: names(cell.unzonedLocks),
              count: cell.unzonedLocks.length,
              zone: clockNameText(clock.zone),
            })
          : t('access.unzoned', { locks: names(cell.unzonedLocks), count: cell.unzonedLocks.length })}
      </Note>,
    )
  }
  const group = (key: string, tone: 'info' | 'warning', found: readonly Overlap[]) => {
    if (found.length === 0) return
    notes.push(
      <Note key={key} tone={tone}>
        <ul className={styles.lines}>
          {found.slice(0, MOST).map((overlap) => (
            <li key={overlap.link.id}>
              <OverlapSentence
                domain={domain}
                overlap={overlap}
                doors={cell.sides.priority % 2 === 0}
                clock={clock}
                now={now}
              />
            </li>
          ))}
          {found.length > MOST && <li>{t('access.overlap.more', { count: found.length - MOST })}</li>}
        </ul>
      </Note>,
    )
  }
  if (!hasEnded) group('lower', 'warning', replaced)
  group('same', 'warning', beside)
  group('higher', 'info', above)
  if (overlaps.skipped) notes.push(<Note key="skipped">{t('access.overlap.skipped')}</Note>)
  return notes.length === 0 ? null : <div className={styles.notes}>{notes}</div>
}

function OverlapSentence({
  domain,
  overlap: { link, relation, users, locks },
  doors,
  clock,
  now,
}: {
  domain: Domain
  overlap: Overlap
  /** Whether to name the doors: the cell has several. */
  doors: boolean
  clock: Clock
  now: number
}) {
  const { t } = useTranslation()
  const values = {
    who: peopleText(domain, users),
    doors: doorsText(domain, locks),
    path: pathText(domain, link),
    when: whenText(domain, link, clock, now, t),
  }
  return <Sentence i18nKey={`access.overlap.${relation}${doors ? 'At' : ''}`} values={values} />
}

/** A sentence in which one name stands out. Names are people's own words, so they are not read as markup. */
function Sentence(props: { i18nKey: SentenceKey; values: Record<string, string> }) {
  return (
    <Trans
      {...props}
      components={{ b: <strong /> }}
      tOptions={{ interpolation: { escape: (name: string) => escaped(isolate(name)) } }}
      shouldUnescape
    />
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] as string)
}

type SentenceKey = `access.overlap.${Overlap['relation']}${'' | 'At'}` | 'access.widens'

/** What removing the access does, asked before it is done. */
export function RemovalNote({
  domain,
  row,
  column,
  cell,
  now,
}: {
  domain: Domain
  row: string
  column: string
  cell: EditedCell
  now: number
}) {
  const { t } = useTranslation()
  const [widenings] = useState(() => wideningsOf(domain, row, column, now))
  return (
    <Note tone="danger" announce>
      <ul className={styles.lines}>
        <li>{t('access.removeMeaning', { who: shortened(cell.who), what: shortened(cell.what) })}</li>
        {widenings.map(({ links, users, locks }) => {
          const values = {
            who: peopleText(domain, users),
            doors: doorsText(domain, locks),
            path: namesText(links.map((link) => pathText(domain, link))),
            when: namesText(links.map((link) => whenText(domain, link, cell.clock, now, t))),
          }
          return (
            <li key={`${links[0]?.id} ${locks[0]}`}>
              <Sentence i18nKey="access.widens" values={values} />
            </li>
          )
        })}
        <li>{t('access.removeAgain')}</li>
      </ul>
    </Note>
  )
}

/** Names of people, for a sentence. */
export function peopleText(domain: Domain, users: readonly string[]): string {
  return namesText(users.map((id) => shortened(domain.users.get(id)?.name ?? id)))
}

/** Names of doors, for a sentence. */
export function doorsText(domain: Domain, locks: readonly string[]): string {
  return namesText(locks.map((id) => shortened(domain.locks.get(id)?.name ?? id)))
}

function whenText(domain: Domain, link: Link, clock: Clock, now: number, t: TFunction): string {
  const calendar = domain.calendarOf(link)
  if (calendar === undefined) return t('access.overlap.unknown')
  const type = calendarType(calendar, now)
  return accessText(type, shownCalendar(calendar, clock.zone, now), clock.zone, now, {
    utc: namesUtc(clock, type),
    within: true,
  })
}
