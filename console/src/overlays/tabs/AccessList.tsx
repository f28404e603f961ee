import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { accessText } from '../../i18n/calendar-text'
import { cellOf, type Cell } from '../../model/access'
import { clockOf, namesUtc, type Clock } from '../../model/clock'
import { shownCalendar } from '../../model/lines'
import { AccessChip } from '../../ui/AccessChip'
import { openModifyAccess } from '../modify-access/open'
import styles from './tabs.module.css'
import { ScrollEnd } from './ScrollEnd'

/** So many lines are drawn at a time. */
const PAGE = 50

/** Whose access to what a line tells of. */
export interface AccessEntry {
  /** Of the user or lock whose line it is. */
  id: string
  row: string
  column: string
  /** The access that a press opens, where it is another. */
  opens?: { row: string; column: string }
}

/**
 * Lines of access with how it came about and until when it lasts, by the door's clock; each opens the access editor where it `opens`. `who`
 * draws whose it is, or to what.
 */
export function AccessList<T extends AccessEntry>({
  entries,
  who,
  now,
  opens: isEditable = true,
}: {
  entries: readonly T[]
  who: (entry: T) => ReactNode
  now: number
  opens?: boolean
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const [shown, setShown] = useState(PAGE)
  const clocks = new Map<string, Clock>()
  return (
    <>
      <ul className={styles.list}>
        {entries.slice(0, shown).map((entry) => {
          const { id, row, column, opens = entry } = entry
          const clock = clocks.get(column) ?? clockOf(domain, column)
          clocks.set(column, clock)
          const cell = cellOf(domain, row, column, now)
          const known = cell.kind === 'none' || cell.kind === 'unknown' ? 'permanent' : cell.kind
          const line = (
            <>
              {who(entry)}
              <AccessChip
                className={styles.chip}
                kind={known}
                title={
                  cell.kind === 'unknown'
                    ? t('tabs.access.unknown')
                    : accessText(known, shownCalendar(cell.calendar, clock.zone, now), clock.zone, now, {
                        utc: namesUtc(clock, known),
                      })
                }
                detail={viaText(cell, t)}
                indirect={cell.via !== null}
                expired={cell.expired}
              />
            </>
          )
          return (
            <li key={id}>
              {isEditable ? (
                <AriaButton
                  className={styles.line}
                  data-opens
                  aria-haspopup="dialog"
                  onPress={() => openModifyAccess({ row: opens.row, column: opens.column })}
                >
                  {line}
                </AriaButton>
              ) : (
                <div className={styles.line}>{line}</div>
              )}
            </li>
          )
        })}
      </ul>
      {shown < entries.length && <ScrollEnd onReached={() => setShown((before) => before + PAGE)} key={shown} />}
    </>
  )
}

/** Through which groups somebody has access; nothing where it is their own. */
function viaText({ via }: Cell, t: TFunction): string | undefined {
  const from = via?.userGroup?.name
  const to = via?.lockGroup?.name
  if (from !== undefined && to !== undefined) return t('tabs.users.viaBoth', { from, to })
  const group = from ?? to
  return group === undefined ? undefined : t('tabs.users.via', { group })
}
