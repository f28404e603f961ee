import { useRef, useState } from 'react'
import { ApiError } from '../../api/errors'
import { useDomain } from '../../api/queries/use-domain'
import type { Calendar, CalendarType } from '../../model/calendar'
import { draftOf, isChanged, newDraft, switchType, wantedRule, type Draft } from '../../model/draft'
import { problemsOf, type Problem } from '../../model/problems'
import { profileOf, sameAccess, withLeftovers, type EditedCell } from '../../model/editor'
import { allowsRemote } from '../../model/access'
import {
  accessPlan,
  savePlan,
  type AccessStep,
  type SaveExecutor,
  type Standing,
  type Wanted,
} from '../../model/save-plan'
import { dayAtDoor, zoneOf } from '../../model/zone'
import { storedDefaults, storedLists, storeDefaults } from '../access/defaults'
import { useEditor, type Editor } from '../frame/use-editor'

const nothing: Standing = { link: null, calendar: null, unused: [] }

/** The state of one access editor. */
export interface AccessDraft extends Omit<Editor<Standing, Draft, AccessStep>, 'run' | 'takeTheirs'> {
  problems: readonly Problem[]
  /** What Save would leave. */
  wanted: Exclude<Wanted, null>
  /** Whether Save has something to do. */
  changed: boolean
  /** Whether there is access of the cell's own to remove, or a removal to finish. */
  removable: boolean
  /** Whether somebody else has removed the access that was opened: Save gives it anew. */
  removedMeanwhile: boolean
  switchTo: (type: CalendarType) => void
  /** Take over what someone else made of it. */
  takeTheirs: () => void
  /** Both answer whether all went well; Save goes on from someone else's change where there is one. */
  save: () => Promise<boolean>
  remove: () => Promise<boolean>
}

/** Holds the draft of one cell. `now` is the present minute. */
export function useAccessDraft(cell: EditedCell, now: number, executor: SaveExecutor): AccessDraft {
  const { role, sides } = cell
  const { domain } = useDomain()
  const [defaults] = useState(storedDefaults)
  // Only a call has told so far that the link is gone.
  const [isGone, setGone] = useState(false)
  const isAdministrator = role === 'administrator'
  const begin = (standing: Standing, at: number): Draft => {
    const saved = savedCalendar(standing)
    const remote = isAdministrator || (standing.link !== null && allowsRemote(standing.link))
    return saved === undefined
      ? newDraft(isAdministrator ? 'permanent' : 'temporary', at, defaults, remote)
      : draftOf(saved, at, defaults, remote)
  }
  const live = isGone ? nothing : cell.standing
  const editor = useEditor<Standing, Draft, AccessStep>({
    name: `modify-access.${sides.row}.${sides.column}`,
    live,
    now,
    same: sameAccess,
    draftOf: begin,
    isChanged,
    // What access says is one thing: dates of one person and weekdays of another make something that nobody wanted. Where somebody has
    // removed it, a draft that is like one of new access still gives what they took.
    merge: (_stood, draft, theirs) => (live.link === null || isChanged(draft, theirs) ? null : theirs),
    onto: withLeftovers,
  })
  const { draft, opened, base, at, standing, theirs } = editor
  const [hadLink] = useState(base.link !== null)
  const [isRemovedHere, setRemovedHere] = useState(false)
  // What was entered of each type, for when it is chosen again; of what stood before someone else changed it nothing.
  const entered = useRef<{ base: Standing; drafts: Partial<Record<CalendarType, Draft>> }>({ base, drafts: {} })
  const saved = savedCalendar(theirs ?? base)
  const wanted = (of: Draft): Exclude<Wanted, null> => ({
    rule: wantedRule(of, theirs === null ? opened : begin(theirs, at), saved),
    profile: profileOf(role, of.remote),
  })

  async function run(kind: 'save' | 'remove', target: Wanted): Promise<boolean> {
    setGone(false)
    const plan = (from: Standing) => accessPlan(sides, from, target, { ...executor, updateLink })
    return editor.run(kind, plan, theirs ?? undefined)
  }

  async function updateLink(...call: Parameters<SaveExecutor['updateLink']>): Promise<void> {
    try {
      await executor.updateLink(...call)
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 404) setGone(true)
      throw reason
    }
  }

  return {
    ...editor,
    problems: problemsOf(draft, opened, at, now, {
      administrator: isAdministrator,
      recurring: cell.oldLocks.length === 0,
      today: dayAtDoor(now, zoneOf(cell.clock.zone)),
    }),
    wanted: wanted(draft),
    changed: saved === undefined || editor.edited || savePlan(sides, standing, wanted(draft)).length > 0,
    removable: standing.link !== null || standing.unused.length > 0,
    removedMeanwhile: hadLink && base.link === null && theirs === null && !isRemovedHere,
    switchTo(type) {
      if (entered.current.base !== base) entered.current = { base, drafts: {} }
      const { drafts } = entered.current
      drafts[draft.type] = draft
      const before = drafts[type]
      editor.edit((current) =>
        before === undefined
          ? switchType(current, type, savedCalendar(base), at, defaults, storedLists(domain.dayLists))
          : { ...before, remote: current.remote },
      )
    },
    takeTheirs() {
      if (theirs === null) return
      editor.takeTheirs()
      const { link, calendar } = theirs
      const kept = link && { rule: calendar?.rule ?? null, profile: link.profile }
      // Calendars of a Save that failed here must not stay behind.
      if (withLeftovers(theirs, standing).unused.length > 0) void run('save', kept)
    },
    async save() {
      if (!(await run('save', wanted(draft)))) return false
      if (draft.saveAsDefault) storeDefaults(draft)
      return true
    },
    async remove() {
      setRemovedHere(true)
      const isDone = await run('remove', null)
      setRemovedHere(isDone)
      return isDone
    },
  }
}

/** The calendar saved for the cell: null is permanent, undefined is no access. */
function savedCalendar({ link, calendar }: Standing): Calendar | null | undefined {
  if (link === null) return undefined
  return calendar === null ? null : calendar.rule
}
