/** How full a battery is. */
export type BatteryLevel = 'low' | 'medium' | 'high' | 'unknown'

/** The level of a percentage: above 0 and below 30 low, below 70 medium, up to 100 high, else unknown. */
export function batteryLevel(percent: number | null): BatteryLevel {
  if (percent === null || !(percent > 0) || percent > 100) return 'unknown'
  return percent < 30 ? 'low' : percent < 70 ? 'medium' : 'high'
}
