/** When somebody counts as idle, and how long they then have left. Instants are milliseconds since 1970. */

/** So long nothing is done before somebody counts as idle, in milliseconds: 15 minutes. */
export const IDLE_AFTER = 900_000

/** So many seconds they then have left. */
export const COUNTDOWN = 30

const SECOND = 1000

/** How somebody stands; `next` is after how many milliseconds that changes. */
export type Idleness =
  { phase: 'active'; next: number } | { phase: 'idle'; seconds: number; next: number } | { phase: 'over' }

/** How somebody stands at `now` who last did something at `acted`. */
export function idleness(acted: number, now: number): Idleness {
  // A clock that was put back makes nobody idle, and keeps nobody from it.
  const since = Math.max(now - acted, 0)
  if (since < IDLE_AFTER) return { phase: 'active', next: IDLE_AFTER - since }
  const left = IDLE_AFTER + COUNTDOWN * SECOND - since
  if (left <= 0) return { phase: 'over' }
  return { phase: 'idle', seconds: Math.ceil(left / SECOND), next: left % SECOND || SECOND }
}
