import { isOpen, nextChange, type Calendar } from './calendar'
import { heldDays, type DayList, type NamedDay } from './day-lists'
import { DAY, dayAtDoor, instantOf, type Zone } from './zone'

/** So many days ahead are looked at. */
const AHEAD = 366

/** The coming days of these lists on which a calendar would open at hours that it does not have otherwise. */
export function widerDays(calendar: Calendar, lists: readonly DayList[], zone: Zone, now: number): NamedDay[] {
  const today = dayAtDoor(now, zone)
  const own = new Set(calendar.otherDays.map(({ day }) => day))
  const weekly = { ...calendar, otherDays: [], dayLists: [], lists: [] }
  const isWider = ({ day, hours }: NamedDay) =>
    hours.some(({ from, to }) => {
      const [opens, closes] = [from, to].map((second) => instantOf(day * DAY + second * 1000, zone)) as [number, number]
      const change = nextChange(weekly, zone, opens, closes)
      return !isOpen(weekly, zone, opens) || (change !== null && change < closes)
    })
  const coming = heldDays({ otherDays: [], lists }).filter(({ day }) => day >= today && day < today + AHEAD)
  return coming.filter((day) => !own.has(day.day) && isWider(day))
}
