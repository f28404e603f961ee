/** Times that were chosen by the clock of one door and are meant for another. */
import type { Draft } from './draft'
import { instantOf, type Zone } from './zone'

/** The draft with the times of day that it shows in `from` shown in `to`; what is still as in `opened` is no time that was chosen. */
export function inZone(draft: Draft, opened: Draft, from: Zone, to: Zone): Draft {
  if (from.name === to.name) return draft
  const moved = (at: number) => instantOf(at + from.offset(at), to)
  const start = draft.start === opened.start ? draft.start : moved(draft.start)
  const end = draft.end === null || draft.end === opened.end ? draft.end : moved(draft.end)
  return { ...draft, start, end }
}
