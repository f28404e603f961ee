import { useEffect, useRef, useState } from 'react'
import { isAway, useServerBack } from '../../api/use-server-back'
import { runPlan, type AnyStep, type Failed, type Progress } from '../../model/plan'
import { dropDraft, keepDraft, keptDraft } from '../../session/drafts'
import { announce } from './announcement'

/** What an editor must know of what it edits: `S` is what stands on the server, `T` what a person makes of it. */
export interface EditorOptions<S, T> {
  /** Names the draft within account and domain: the overlay and its ids. */
  name: string
  /** What stands now, as the domain on the screen tells it. */
  live: S
  /** Milliseconds since 1970. */
  now: number
  same: (a: S, b: S) => boolean
  /** What a person begins with; `at` is when. A table, whose keys a person enters, is begun empty: by that a kept draft is known again. */
  draftOf: (standing: S, at: number) => T
  isChanged: (draft: T, opened: T) => boolean
  /**
   * The person's own changes made to `theirs` instead of `stood`, which is what stands as far as the steps of this editor know. What a
   * half-done Save has saved is no change any more; what was undone since is one. Null where only the person can decide.
   */
  merge: (stood: T, draft: T, theirs: T) => T | null
  /** What a Save goes on from after someone else's change: theirs, and what of ours still lies about. */
  onto?: (theirs: S, standing: S) => S
}

/** What is kept in the tab while something is not saved. */
interface Kept<S, T> {
  /** What stood when the draft was begun, and when that was. */
  base: S
  at: number
  /** What stands now as far as the steps of this editor know. */
  standing: S
  draft: T
}

/** The state of one editor: the draft, what stands, what is being done, and what others have done meanwhile. */
export interface Editor<S, T, P> {
  draft: T
  /** The draft as it was when it was begun. */
  opened: T
  base: S
  at: number
  standing: S
  edited: boolean
  edit: (change: (draft: T) => T) => void
  /** Whether the draft was begun before this overlay was opened. */
  restored: boolean
  pending: 'save' | 'remove' | null
  /** The step at which the last Save ended. */
  failed: (Failed<P> & { of: 'save' | 'remove' }) | null
  /** Whether that is still to be said: the person has changed nothing since. */
  showsFailed: boolean
  /** Says no more how the last Save failed. */
  withdrawFailed: () => void
  /** How far the plan has come that is under way, or that failed. */
  progress: Progress
  /** Whether someone else's change has come into what is shown, and the person has not gone on from there yet. */
  followed: boolean
  /** What someone else has made of it; null while nothing is in the way. */
  theirs: S | null
  takeTheirs: () => void
  /** Carries the steps out that `plan` makes of what stands; answers whether all went well. `over` goes on from someone else's change. */
  run: (kind: 'save' | 'remove', plan: (standing: S) => readonly P[], over?: S) => Promise<boolean>
  /** Forgets the draft: it is saved or thrown away. */
  forget: () => void
}

/**
 * Holds a draft, keeps it in the tab, and carries its plan out. What someone else changes goes into the draft by itself where that
 * leaves the person's own changes as they are; else it is `theirs`, and the person decides.
 */
export function useEditor<S, T, P extends AnyStep<S>>(options: EditorOptions<S, T>): Editor<S, T, P> {
  const { name, live, now, same, draftOf, isChanged, merge, onto = (theirs) => theirs } = options
  const [restored] = useState(() => {
    const kept = keptDraft(name) as Kept<S, T> | null
    // One that an earlier version of the console began may lack what this one edits.
    const fits = kept !== null && sameFields(kept.base, live) && sameFields(kept.draft, draftOf(live, now))
    return fits ? kept : null
  })
  const [kept, setKept] = useState<Kept<S, T>>(
    () => restored ?? { base: live, at: now, standing: live, draft: draftOf(live, now) },
  )
  const [pending, setPending] = useState<'save' | 'remove' | null>(null)
  const [failed, setFailed] = useState<Editor<S, T, P>['failed']>(null)
  const [showsFailed, setShowsFailed] = useState(false)
  const [progress, setProgress] = useState<Progress>({ done: 0, count: 0 })
  const [begun, setBegun] = useState(false)
  const [followed, setFollowed] = useState(false)
  // What the domain may show without anybody else having done anything: it lags behind our own steps.
  const known = useRef<S[]>([kept.base, kept.standing])

  const { base, at, standing, draft } = kept
  const opened = draftOf(base, at)
  const edited = isChanged(draft, opened)
  const isForeign = pending === null && !known.current.some((one) => same(one, live))
  const theirDraft = draftOf(live, now)
  const stood = draftOf(standing, at)
  const own = edited || isChanged(draft, stood)
  const merged = !isForeign ? null : own ? merge(stood, draft, theirDraft) : begun ? null : theirDraft
  if (merged !== null) {
    if (isChanged(merged, draft)) setFollowed(true)
    // A step whose answer was lost had been carried out after all: nothing is left of the Save that failed.
    if (!isChanged(merged, theirDraft) && same(onto(live, standing), live)) setShowsFailed(false)
    rebase(merged)
  }

  // A Save that did half of it can be finished; one that did nothing leaves nothing that was not there.
  const worthKeeping = edited || (begun && failed !== null && standing !== base)
  useEffect(() => {
    if (worthKeeping) keepDraft(name, kept)
    else dropDraft(name)
  }, [worthKeeping, name, kept])

  // What was saved in part is said until the rest is.
  useServerBack(showsFailed && progress.done === 0 && isAway(failed?.reason), () => setShowsFailed(false))

  function rebase(next: T): Kept<S, T> {
    known.current.push(live)
    const rebased = { base: live, at: now, standing: onto(live, standing), draft: next }
    setKept(rebased)
    return rebased
  }

  async function run(kind: 'save' | 'remove', plan: (standing: S) => readonly P[], over?: S): Promise<boolean> {
    const from = over === undefined ? standing : onto(over, standing)
    if (over !== undefined) known.current.push(over)
    setPending(kind)
    setBegun(true)
    setFailed(null)
    const steps = plan(from)
    setProgress({ done: 0, count: steps.length })
    const outcome = await runPlan(steps, from, (after, done) => {
      known.current.push(after)
      setProgress({ done, count: steps.length })
    })
    const isDone = outcome.failed === null
    const after = outcome.standing
    setKept((before) =>
      isDone ? { base: after, at, standing: after, draft: draftOf(after, at) } : { ...before, standing: after },
    )
    setFailed(outcome.failed && { ...outcome.failed, of: kind })
    setShowsFailed(!isDone)
    setPending(null)
    if (isDone) announce(kind)
    return isDone
  }

  return {
    ...{ draft, opened, base, at, standing, edited, pending, failed, showsFailed, progress },
    restored: restored !== null,
    followed,
    theirs: isForeign && merged === null ? live : null,
    withdrawFailed: () => setShowsFailed(false),
    edit(change) {
      if (isChanged(change(draft), draft)) {
        setShowsFailed(false)
        setFollowed(false)
      }
      setKept((before) => ({ ...before, draft: change(before.draft) }))
    },
    takeTheirs: () => {
      setFailed(null)
      setBegun(false)
      rebase(theirDraft)
    },
    run,
    forget: () => dropDraft(name),
  }
}

/** Whether `kept` has the fields of what is `begun` now, and so has what both hold in one of them. */
function sameFields(kept: unknown, begun: unknown): boolean {
  const [left, right] = [Object(kept) as Fields, Object(begun) as Fields]
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => {
      if (!(name in right)) return false
      const [one, other] = [left[name], right[name]]
      return !isGroup(one) || !isGroup(other) || isTable(other) || sameFields(one, other)
    })
  )
}

type Fields = Record<string, unknown>

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the keys of a group are what a person enters: it is begun with none. */
const isTable = (begun: Fields): boolean => Object.keys(begun).length === 0
