import { isExpired, opensWithin, type Calendar } from './calendar'
import { heldDays, type NamedDay } from './day-lists'
import { DAY, dayAtDoor, instantOf, type Zone } from './zone'

/** The day at an instant, where it is closed as one that is otherwise and would open by its weekday; null where it is not. */
export function closedDay(calendar: Calendar | null, zone: Zone, now: number): NamedDay | null {
  if (calendar === null || isExpired(calendar, now)) return null
  const today = dayAtDoor(now, zone)
  const closed = heldDays(calendar).find(({ day, hours }) => day === today && hours.length === 0)
  const weekly = { ...calendar, otherDays: [], dayLists: [], lists: [] }
  const [begin, end] = [instantOf(today * DAY, zone), instantOf((today + 1) * DAY, zone)]
  return closed !== undefined && opensWithin(weekly, zone, begin, end) ? closed : null
}
