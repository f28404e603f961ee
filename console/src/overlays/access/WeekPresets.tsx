import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesText } from '../../i18n/week-text'
import type { Draft } from '../../model/draft'
import { isWeekPreset, linesOfWeek, WEEK_PRESETS, type WeekHours } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import fields from './fields.module.css'
import { useAnnounce } from './announcement'

type Kept = Pick<Draft, 'lines' | 'ownEnds'>

/** Weeks that are given often, each by a press. What it takes the place of comes back by another, where it is no such week itself. */
export function WeekPresets({
  draft: { lines, ownEnds },
  isDisabled,
  edit,
  onRestored,
}: {
  draft: Draft
  isDisabled: boolean
  edit: (change: (draft: Draft) => Draft) => void
  /** Called when what was replaced is there again, and what was pressed for it is gone. */
  onRestored: () => void
}) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const [replaced, setReplaced] = useState<{ before: Kept; by: Draft['lines'] } | null>(null)
  // Until somebody goes on from what took their place.
  const before = replaced !== null && replaced.by === lines ? replaced.before : null

  function choose(week: WeekHours) {
    const by = linesOfWeek(week)
    const kept = before ?? (isWeekPreset(lines) && !ownEnds ? null : { lines, ownEnds })
    setReplaced(kept === null ? null : { before: kept, by })
    edit((current) => ({ ...current, lines: by, ownEnds: false }))
    if (kept !== null) announce(t('access.replaced.text'))
  }

  function restore(kept: Kept) {
    onRestored()
    setReplaced(null)
    edit((current) => ({ ...current, ...kept }))
    announce(t('access.said.restored'))
  }

  return (
    <>
      <div role="group" aria-label={t('access.weekPresets')} className={fields.presets}>
        {WEEK_PRESETS.map((week, index) => (
          <Button key={index} isDisabled={isDisabled} onPress={() => choose(week)}>
            {linesText(linesOfWeek(week), { untilText: () => '' })}
          </Button>
        ))}
      </div>
      {before !== null && (
        <Note
          action={
            <Button isDisabled={isDisabled} onPress={() => restore(before)}>
              {t('access.replaced.undo')}
            </Button>
          }
        >
          {t('access.replaced.text')}
        </Note>
      )}
    </>
  )
}
