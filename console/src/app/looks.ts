/** What somebody does at a page, or begins with. */
const acts = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown'] as const

/**
 * Whoever does something after so long a pause may have been elsewhere, at a phone beside a window that kept its focus, in milliseconds.
 */
export const PAUSE = 30_000

/**
 * Calls back when the page is looked at again: its tab comes to the front, its window gets the focus, or somebody does something after a
 * pause. A page that nobody looks at costs nothing. Answers how to stop that.
 */
export function watchLooks(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  let isPause = false
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isPause = true), PAUSE)
  }
  const act = () => {
    if (isPause) look()
    isPause = false
    rest()
  }
  const tell = () => look()
  const options = { capture: true, passive: true }
  rest()
  window.addEventListener('visibilitychange', tell)
  window.addEventListener('focus', tell)
  for (const type of acts) window.addEventListener(type, act, options)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('visibilitychange', tell)
    window.removeEventListener('focus', tell)
    for (const type of acts) window.removeEventListener(type, act, options)
  }
}
