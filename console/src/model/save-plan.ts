/** Saving access as a plan (`plan.ts`): the new calendar, the link, then what no link uses any more. */
import { sameCalendar, writeCalendar, type Calendar } from './calendar'
import type { CalendarBody, LinkProfile, LinkUpdate, NewLink } from './entries'
import type { Priority } from './domain'
import type { Step } from './plan'

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

/** A step that knows how to carry itself out. */
export type AccessStep = SaveStep & Step<Standing, SaveStep['failure']>

/** The same steps, carried out by `executor`. */
export function accessPlan(sides: Sides, standing: Standing, wanted: Wanted, executor: SaveExecutor): AccessStep[] {
  return savePlan(sides, standing, wanted).map((step) => ({
    ...step,
    run: (before) => carryOut(step, before, executor),
  }))
}

async function carryOut(step: SaveStep, standing: Standing, executor: SaveExecutor): Promise<Standing> {
  switch (step.do) {
    case 'create_calendar': {
      const created = { id: await executor.createCalendar(writeCalendar(step.rule)), rule: step.rule, shared: false }
      return { ...standing, unused: [...standing.unused, created] }
    }
    case 'create_link': {
      const calendar_id = step.calendar_id === undefined ? created(standing) : step.calendar_id
      const id = await executor.createLink({ ...step.body, calendar_id })
      return linked(standing, id, step.body.link_profile as LinkProfile, calendar_id)
    }
    case 'update_link': {
      const calendar_id = step.calendar_id === undefined ? created(standing) : step.calendar_id
      const change = { calendar_id, link_profile: step.link_profile }
      await executor.updateLink(step.id, { ...change, ...replacing(standing) })
      return linked(standing, step.id, step.link_profile, calendar_id)
    }
    case 'delete_link': {
      await executor.deleteLink(step.id)
      return { link: null, calendar: null, unused: withUnused(standing) }
    }
    case 'delete_calendar': {
      await executor.deleteCalendar(step.id)
      return { ...standing, unused: standing.unused.filter((calendar) => calendar.id !== step.id) }
    }
  }
}

/**
 * Says that the hours which stand may be replaced: they were shown. Where somebody has made them several meanwhile, which were not, the
 * server refuses it.
 */
function replacing({ calendar }: Standing): Pick<LinkUpdate, 'replace_rule_sets'> {
  if (calendar === null) return {}
  const { sets, otherDays, dayLists } = calendar.rule
  return sets.length > 1 || otherDays.length > 0 || dayLists.length > 0 ? { replace_rule_sets: true } : {}
}

/** The calendar that the step before has created. */
function created({ unused }: Standing): string | null {
  return unused.at(-1)?.id ?? null
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
