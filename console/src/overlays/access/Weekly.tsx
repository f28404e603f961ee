import { useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../model/draft'
import { hoursAt, lineAt } from '../../model/problems'
import { hasRoom, withChanged, withLine, without } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Note } from '../../ui/Note'
import fields from './fields.module.css'
import { useAnnounce } from './announcement'
import { usable, useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import { WeekLine } from './WeekLine'
import { WeekPresets } from './WeekPresets'
import styles from './weekly.module.css'

/** The weekdays and hours of recurring access, by the clock of the door. */
export function Weekly({
  draft,
  zone,
  problem,
  onIncomplete,
  edit,
  children,
}: {
  draft: Draft
  zone: string
  problem: ProblemOf
  onIncomplete: OnIncomplete
  edit: (change: (draft: Draft) => Draft) => void
  /** Stands below the times: the week as it is drawn, and what meets it. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { lines } = draft
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const announce = useAnnounce()
  const tooMany = problem('hours')
  // What is kept as the default is not edited meanwhile, unless something is wrong with it: that is mended in peace, also where what is
  // half typed is right for a moment.
  const [isMended, setMended] = useState(false)
  const mustMend = draft.saveAsDefault && (isMended || tooMany !== undefined || lines.some(isWrong))
  if (mustMend !== isMended) setMended(mustMend)
  const isDisabled = draft.saveAsDefault && !mustMend
  const room = hasRoom(lines)
  const fullId = useId()
  const change = (next: Draft['lines']) => edit((current) => ({ ...current, lines: next }))
  return (
    <>
      <WeekPresets
        {...{ draft, isDisabled, edit }}
        onRestored={() => focusNext(() => list.current?.querySelector('input'))}
      />
      <div ref={list} data-invalid={tooMany !== undefined || undefined} className={styles.lines}>
        {lines.map((line, index) => (
          <WeekLine
            key={line.id}
            {...{ line, zone, fullId, problem, isDisabled, onIncomplete }}
            start={draft.startless ? null : draft.start}
            end={draft.ownEnds ? line.end : null}
            number={index + 1}
            count={lines.length}
            hasRoom={room}
            onChange={(changed) => change(withChanged(lines, changed))}
            onRemove={
              lines.length === 1
                ? null
                : () => {
                    focusNext(() => usable(add.current) ?? list.current?.querySelector('input'))
                    change(without(lines, line.id))
                    announce(t('access.said.lineRemoved'))
                  }
            }
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          ref={add}
          icon="plus"
          isDisabled={isDisabled || !room}
          aria-describedby={room ? undefined : fullId}
          onPress={() => {
            focusNext(() => list.current?.lastElementChild?.querySelector('input'))
            change(withLine(lines, draft.end))
            announce(t('access.said.lineAdded'))
          }}
        >
          {t('access.addWeekdays')}
        </Button>
      </div>
      {/* Stands there empty, so that screen readers hear what comes into it. */}
      <p id={fullId} role="status" className={fields.small}>
        {!room && tooMany === undefined && t('access.full')}
      </p>
      {tooMany !== undefined && <Note tone="danger">{tooMany}</Note>}
      {children}
      <Checkbox
        isSelected={draft.saveAsDefault}
        onChange={(saveAsDefault) => edit((current) => ({ ...current, saveAsDefault }))}
      >
        {t('access.saveAsDefault')}
        <small className={fields.small}>{t('access.saveAsDefaultText')}</small>
      </Checkbox>
    </>
  )

  function isWrong(line: Draft['lines'][0]): boolean {
    const place = lineAt(line)
    return (
      problem('days', place) !== undefined ||
      line.hours.some((part) =>
        (['dailyStart', 'dailyEnd'] as const).some((field) => problem(field, hoursAt(place, part)) !== undefined),
      )
    )
  }
}
