import { ApiError } from '../../api/errors'
import { i18n } from '../../i18n/i18n'
import type { SaveStep } from '../../model/save-plan'

/** What is said of a step that failed, and why it did. */
export function failureOf(failure: SaveStep['failure'], reason: unknown, names: { who: string; what: string }) {
  const isOffline = reason instanceof ApiError && reason.is('network_error')
  return { text: i18n.t(isOffline ? offline[failure] : failure, names), reason }
}

/** Without a network nothing has reached the server; which of its steps a Save stood at helps nobody then. */
const offline = {
  'access.failed.createCalendar': 'access.failed.saveOffline',
  'access.failed.createLink': 'access.failed.saveOffline',
  'access.failed.updateLink': 'access.failed.saveOffline',
  'access.failed.deleteLink': 'access.failed.removeOffline',
  'access.failed.deleteCalendar': 'access.failed.deleteCalendar',
} as const
