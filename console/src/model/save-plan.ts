/**
 * Saving access as data: what stands on the server and what is wanted give an ordered list of steps: the new calendar,
 * the link, then what no link uses any more. Each step done moves what stands; so a Save after a failed one plans again
 * from there and goes on with the step that failed.
 */
import { sameCalendar, writeCalendar, type Calendar } from './calendar'
import type { CalendarBody, LinkProfile, LinkUpdate, NewLink } from './entries'
import type { Priority } from './domain'

/** A calendar on the server. `shared`: another link uses it too, so it is not removed. */
export interface StandingCalendar {
  id: string
  rule: Calendar
  shared: boolean
}

/** What is on the server for one cell. */
export interface Standing {
  link: { id: string; profile: LinkProfile } | null
  /** The link's calendar; null is permanent. */
  calendar: StandingCalendar | null
  /** Calendars of this cell that no link uses: left from a failed Save, reused or removed by the next. */
  unused: readonly StandingCalendar[]
}

/** What is wanted: access with this calendar (null: permanent without one) and profile, or none. */
export type Wanted = { rule: Calendar | null; profile: LinkProfile } | null

/** Who and what a link joins. */
export interface Sides {
  priority: Priority
  row: string
  column: string
}

/** One call, with the key of what is said when it fails. `calendar_id` undefined: the calendar created just before. */
export type SaveStep =
  | { do: 'create_calendar'; rule: Calendar; failure: 'access.failed.createCalendar' }
  | { do: 'create_link'; body: NewLink; calendar_id?: string | null; failure: 'access.failed.createLink' }
  | {
      do: 'update_link'
      id: string
      calendar_id?: string | null
      link_profile: LinkProfile
      failure: 'access.failed.updateLink'
    }
  | { do: 'delete_link'; id: string; failure: 'access.failed.deleteLink' }
  | { do: 'delete_calendar'; id: string; failure: 'access.failed.deleteCalendar' }

/** Carries the calls out. Each rejects when its call failed. */
export interface SaveExecutor {
  /** Answers the new calendar's id. */
  createCalendar(body: CalendarBody): Promise<string>
  /** Answers the new link's id. */
  createLink(body: NewLink): Promise<string>
  updateLink(id: string, body: LinkUpdate): Promise<void>
  deleteLink(id: string): Promise<void>
  deleteCalendar(id: string): Promise<void>
}

/** The steps from what stands to what is wanted; none when nothing is to be done. */
export function savePlan(sides: Sides, standing: Standing, wanted: Wanted): SaveStep[] {
  const steps: SaveStep[] = []
  const { link, calendar } = standing
  let obsolete = standing.unused.map((unused) => unused.id)
  if (wanted === null) {
    if (link !== null) steps.push({ do: 'delete_link', id: link.id, failure: 'access.failed.deleteLink' })
    if (link !== null && calendar !== null && !calendar.shared) obsolete = [calendar.id, ...obsolete]
    return steps.concat(obsolete.map(removal))
  }
  const there = link === null ? undefined : calendar
  let calendar_id: string | null | undefined
  if (wanted.rule === null) calendar_id = null
  else {
    const rule = wanted.rule
    const fitting = [there, ...standing.unused].find((known) => known != null && sameCalendar(known.rule, rule))
    calendar_id = fitting?.id
    if (fitting == null) steps.push({ do: 'create_calendar', rule, failure: 'access.failed.createCalendar' })
    obsolete = obsolete.filter((id) => id !== calendar_id)
  }
  if (link === null) {
    const body = { ...sidesOf(sides), link_profile: wanted.profile }
    steps.push({ do: 'create_link', body, calendar_id, failure: 'access.failed.createLink' })
  } else if (link.profile !== wanted.profile || calendar_id === undefined || calendar_id !== (calendar?.id ?? null)) {
    const change = { id: link.id, calendar_id, link_profile: wanted.profile }
    steps.push({ do: 'update_link', ...change, failure: 'access.failed.updateLink' })
    if (calendar !== null && calendar.id !== calendar_id && !calendar.shared) obsolete = [calendar.id, ...obsolete]
  }
  return steps.concat(obsolete.map(removal))
}

function removal(id: string): SaveStep {
  return { do: 'delete_calendar', id, failure: 'access.failed.deleteCalendar' }
}

/** How a link's two sides are named on the wire: a lock group is `group_id` beside a user, `other_group_id` beside a user group. */
function sidesOf({ priority, row, column }: Sides): NewLink {
  switch (priority) {
    case 1:
      return { user_id: row, lock_id: column }
    case 2:
      return { user_id: row, group_id: column }
    case 3:
      return { group_id: row, lock_id: column }
    case 4:
      return { group_id: row, other_group_id: column }
  }
}

/** How a Save ended: what now stands, and the step that failed with its reason, if one did. */
export interface SaveOutcome {
  standing: Standing
  failed: { step: SaveStep; reason: unknown } | null
}

/** Plans and carries out, one step after another, until all are done or one fails. */
export async function save(
  sides: Sides,
  before: Standing,
  wanted: Wanted,
  executor: SaveExecutor,
): Promise<SaveOutcome> {
  let standing = before
  let created: StandingCalendar | null = null
  for (const step of savePlan(sides, before, wanted)) {
    try {
      switch (step.do) {
        case 'create_calendar': {
          created = { id: await executor.createCalendar(writeCalendar(step.rule)), rule: step.rule, shared: false }
          standing = { ...standing, unused: [...standing.unused, created] }
          break
        }
        case 'create_link': {
          const calendar_id = step.calendar_id === undefined ? (created?.id ?? null) : step.calendar_id
          const id = await executor.createLink({ ...step.body, calendar_id })
          standing = linked(standing, id, step.body.link_profile as LinkProfile, calendar_id)
          break
        }
        case 'update_link': {
          const calendar_id = step.calendar_id === undefined ? (created?.id ?? null) : step.calendar_id
          await executor.updateLink(step.id, { calendar_id, link_profile: step.link_profile })
          standing = linked(standing, step.id, step.link_profile, calendar_id)
          break
        }
        case 'delete_link': {
          await executor.deleteLink(step.id)
          standing = { link: null, calendar: null, unused: withUnused(standing) }
          break
        }
        case 'delete_calendar': {
          await executor.deleteCalendar(step.id)
          standing = { ...standing, unused: standing.unused.filter((calendar) => calendar.id !== step.id) }
          break
        }
      }
    } catch (reason) {
      return { standing, failed: { step, reason } }
    }
  }
  return { standing, failed: null }
}

/** The link now has the calendar of this id; the one it had, if another, is unused. */
function linked(standing: Standing, id: string, profile: LinkProfile, calendar_id: string | null): Standing {
  if (standing.calendar !== null && standing.calendar.id === calendar_id) return { ...standing, link: { id, profile } }
  const unused = withUnused(standing)
  return {
    link: { id, profile },
    calendar: unused.find((calendar) => calendar.id === calendar_id) ?? null,
    unused: unused.filter((calendar) => calendar.id !== calendar_id),
  }
}

function withUnused({ calendar, unused }: Standing): readonly StandingCalendar[] {
  return calendar === null || calendar.shared ? unused : [calendar, ...unused]
}
