import { i18n } from '../../i18n/i18n'
import { REFRESH_INTERVALS } from '../../model/draft'

/** How long a key lasts, in words; `seconds` may be one that is not offered. */
export function intervalText(seconds: number): string {
  const known = REFRESH_INTERVALS.find((interval) => interval === seconds)
  return known === undefined ? i18n.t('access.seconds', { count: seconds }) : i18n.t(`access.intervals.${known}`)
}
