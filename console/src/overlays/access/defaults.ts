import { EVERY_DAY, MIDNIGHT, weekdays } from '../../model/calendar'
import { LATEST_DAILY_START, recurringDefaults, type RecurringDefaults } from '../../model/draft'
import { local } from '../../session/storage'

/** When recurring access is open unless said otherwise: as kept on this device, where that makes sense, else nine to five. */
export function storedDefaults(): RecurringDefaults {
  const kept = local.get('defaultRecurringWeekDays')
  const days = Array.isArray(kept) ? kept.reduce((bits, day) => bits | (1 << day), 0) & EVERY_DAY : 0
  const dailyStart = Number(local.get('defaultRecurringStartTime') ?? NaN)
  const dailyEnd = Number(local.get('defaultRecurringEndTime') ?? NaN)
  const sound =
    dailyStart >= 0 && dailyStart <= LATEST_DAILY_START && dailyEnd >= dailyStart + 60 && dailyEnd <= MIDNIGHT
  return {
    days: days === 0 ? recurringDefaults.days : days,
    dailyStart: sound ? dailyStart : recurringDefaults.dailyStart,
    dailyEnd: sound ? dailyEnd : recurringDefaults.dailyEnd,
  }
}

/** Keeps them on this device. */
export function storeDefaults({ days, dailyStart, dailyEnd }: RecurringDefaults): void {
  local.set('defaultRecurringWeekDays', weekdays(days))
  local.set('defaultRecurringStartTime', dailyStart)
  local.set('defaultRecurringEndTime', dailyEnd)
}
