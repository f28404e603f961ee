/**
 * Ends the sign-in of somebody who has left: after 15 minutes in which nothing was done in any tab of this browser, and half a minute in
 * which that is said. Timers of hidden tabs and of machines that sleep come late, so the clock decides, and not how often one has run.
 */
import { idleness } from '../model/idle'
import { currentSession, logOutIdle } from './session'
import { local } from './storage'

/** What counts as doing something. */
const acts = ['pointerdown', 'pointermove', 'wheel', 'touchstart', 'keydown', 'input', 'click'] as const

/** At most so often it is written down, in milliseconds. */
const SPACING = 1000

/** Writes down that something was done: also for the other tabs. */
export function noteActivity(): void {
  local.set('activeAt', Date.now())
}

/** Watches until it is stopped. `tell` gets the seconds that are left, 0 while the log-out is under way, and null while nobody is idle. */
export function watchIdleness(tell: (seconds: number | null) => void): { stop: () => void; stay: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let noted = 0
  let isCounting = false
  let isStopped = false
  let at = ''

  const now = () => idleness(local.get('activeAt') ?? Date.now(), Date.now())

  function look(): void {
    clearTimeout(timer)
    const state = now()
    if (state.phase === 'over') return leave()
    isCounting = state.phase === 'idle'
    tell(state.phase === 'idle' ? state.seconds : null)
    timer = setTimeout(look, state.next)
  }

  function leave(): void {
    stop()
    tell(0)
    void logOutIdle()
  }

  function stay(): void {
    // Who comes back late must not be taken for somebody who never left.
    if (now().phase === 'over') return leave()
    noted = Date.now()
    noteActivity()
    if (isCounting) look()
  }

  function act(event: Event): void {
    if (currentSession().status !== 'success' || Date.now() - noted < SPACING) return
    if (event.type === 'pointermove') {
      // What appears under a pointer that rests makes browsers say that it has moved.
      const { screenX, screenY } = event as PointerEvent
      if (at === (at = `${screenX} ${screenY}`)) return
    }
    stay()
  }

  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'activeAt' && isCounting) look()
  }
  const options = { capture: true, passive: true }
  for (const type of acts) window.addEventListener(type, act, options)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', look)
  stay()
  if (!isStopped) look()

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    for (const type of acts) window.removeEventListener(type, act, options)
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', look)
  }
  return { stop, stay }
}
