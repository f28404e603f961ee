import { useState } from 'react'
import type { Calendar, CalendarType } from '../../model/calendar'
import {
  draftOf,
  isChanged,
  newDraft,
  problemsOf,
  settle,
  switchType,
  wantedRule,
  type Draft,
  type Problem,
} from '../../model/draft'
import { profileOf, type EditedCell } from '../../model/editor'
import { save, savePlan, type SaveExecutor, type SaveStep, type Standing } from '../../model/save-plan'
import { storedDefaults, storeDefaults } from './defaults'

/** What went wrong in the last Save or removal. */
export interface Failure {
  step: SaveStep
  reason: unknown
}

/** The state of one editor: the draft, what stands on the server, and what is going on. */
export interface AccessDraft {
  draft: Draft
  /** The draft as it was when the editor opened. */
  opened: Draft
  problems: readonly Problem[]
  /** Whether the person has changed something that is not saved. */
  edited: boolean
  /** Whether Save has something to do. */
  changed: boolean
  pending: 'save' | 'remove' | null
  failure: Failure | null
  /** Whether a Save or removal was begun here: from then on the access differs from when the editor opened. */
  begun: boolean
  /** Whether there is access of the cell's own to remove, or a removal to finish. */
  removable: boolean
  edit: (change: (draft: Draft) => Draft) => void
  switchTo: (type: CalendarType) => void
  /** Both answer whether all went well. */
  save: () => Promise<boolean>
  remove: () => Promise<boolean>
}

/** Holds the draft of one cell. `now` is the present minute; the rest is taken as it was when the editor opened. */
export function useAccessDraft(cell: EditedCell, now: number, executor: SaveExecutor): AccessDraft {
  const [openedAt] = useState(now)
  const [defaults] = useState(storedDefaults)
  const [standing, setStanding] = useState<Standing>(cell.standing)
  const [saved] = useState<Calendar | null | undefined>(() => savedCalendar(cell.standing))
  const [opened] = useState<Draft>(() =>
    saved === undefined
      ? newDraft(cell.role === 'administrator' ? 'permanent' : 'temporary', openedAt, defaults, cell.remote)
      : draftOf(saved, openedAt, defaults, cell.remote),
  )
  const [draft, setDraft] = useState(opened)
  const [pending, setPending] = useState<AccessDraft['pending']>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [begun, setBegun] = useState(false)

  const allowed = { administrator: cell.role === 'administrator', recurring: cell.oldLocks.length === 0 }
  const wanted = (of: Draft) => ({ rule: wantedRule(of, opened, saved), profile: profileOf(cell.role, of.remote) })

  async function run(kind: 'save' | 'remove', target: Draft): Promise<boolean> {
    setPending(kind)
    setBegun(true)
    setFailure(null)
    const outcome = await save(cell.sides, standing, kind === 'save' ? wanted(target) : null, executor)
    setStanding(outcome.standing)
    setFailure(outcome.failed)
    setPending(null)
    return outcome.failed === null
  }

  return {
    draft,
    opened,
    problems: problemsOf(draft, opened, openedAt, now, allowed),
    edited: isChanged(draft, opened),
    changed:
      saved === undefined || isChanged(draft, opened) || savePlan(cell.sides, standing, wanted(draft)).length > 0,
    pending,
    failure,
    begun,
    removable: standing.link !== null || standing.unused.length > 0,
    edit: (change) => setDraft(change),
    switchTo: (type) => setDraft((current) => switchType(current, type, saved, openedAt, defaults)),
    async save() {
      const settled = settle(draft, openedAt, now)
      setDraft(settled)
      if (!(await run('save', settled))) return false
      if (settled.saveAsDefault) storeDefaults(settled)
      return true
    },
    remove: () => run('remove', draft),
  }
}

/** The calendar saved for the cell: null is permanent, undefined is no access. */
function savedCalendar({ link, calendar }: Standing): Calendar | null | undefined {
  if (link === null) return undefined
  return calendar === null ? null : calendar.rule
}
