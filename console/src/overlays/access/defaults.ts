import { EVERY_DAY, MIDNIGHT, SETS_MAX } from '../../model/calendar'
import { recurringDefaults, type Draft } from '../../model/draft'
import { countSets } from '../../model/lines'
import { LATEST_DAILY_START } from '../../model/problems'
import { plainHours, type WeekHours } from '../../model/weekly'
import { local } from '../../session/storage'

/** When recurring access is open unless said otherwise: as kept on this device, where that makes sense, else nine to five. */
export function storedDefaults(): WeekHours {
  const kept = local.get('defaultRecurringHours') ?? keptByAnEarlierVersion()
  return isSound(kept) ? kept : recurringDefaults
}

/** The lists of days that recurring access begins with: those kept on this device that are of this domain. */
export function storedLists(lists: ReadonlyMap<string, unknown>): readonly string[] {
  const kept: unknown = local.get('defaultRecurringDayLists')
  return Array.isArray(kept) ? kept.filter((id: unknown): id is string => typeof id === 'string' && lists.has(id)) : []
}

/** Keeps them on this device. */
export function storeDefaults({ lines, dayLists }: Pick<Draft, 'lines' | 'dayLists'>): void {
  local.set('defaultRecurringDayLists', [...dayLists])
  local.set(
    'defaultRecurringHours',
    lines.map(({ days, hours }) => ({ days, hours: plainHours(hours) })),
  )
  local.remove('defaultRecurringWeekDays', 'defaultRecurringStartTime', 'defaultRecurringEndTime')
}

/** One line of one part of the day, in entries of its own. */
function keptByAnEarlierVersion(): unknown {
  const kept = local.get('defaultRecurringWeekDays')
  const days = Array.isArray(kept) ? kept.reduce((bits, day) => bits | (1 << day), 0) & EVERY_DAY : 0
  const from = Number(local.get('defaultRecurringStartTime') ?? NaN)
  const to = Number(local.get('defaultRecurringEndTime') ?? NaN)
  return [{ days: days === 0 ? recurringDefaults[0]?.days : days, hours: [{ from, to }] }]
}

function isSound(kept: unknown): kept is WeekHours {
  if (!Array.isArray(kept) || kept.length === 0) return false
  const lines = kept as Partial<WeekHours[0]>[]
  const areSound = lines.every(
    ({ days, hours }) => isWithin(days, 1, EVERY_DAY) && Array.isArray(hours) && hours.length > 0,
  )
  return areSound && lines.every(({ hours }) => hours?.every(isSoundPart)) && countSets(lines as WeekHours) <= SETS_MAX
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

function isSoundPart(part: Partial<{ from: number; to: number }> | null): boolean {
  const { from, to } = part ?? {}
  if (!isWithin(from, 0, MIDNIGHT - 1) || !isWithin(to, 1, MIDNIGHT)) return false
  return to < from || (from <= LATEST_DAILY_START && to >= from + 60)
}
