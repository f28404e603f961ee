/** Turns the page of a scrolling element: to an offset within a time, slowing down towards the end. */
export interface Offset {
  top: number
  left: number
}

export class Glide {
  readonly #scroller: HTMLElement
  #goal: Offset | null = null
  #frame = 0

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller
    for (const hand of ['wheel', 'pointerdown', 'touchstart'] as const) {
      scroller.addEventListener(hand, this.halt, { passive: true })
    }
  }

  /** Where a movement under way leads; null at rest. */
  get goal(): Offset | null {
    return this.#goal
  }

  /** Moves to an offset within `ms` milliseconds; answers false when it is there at once, because motion is to be reduced. */
  to(goal: Offset, ms: number): boolean {
    this.halt()
    const scroller = this.#scroller
    const put = ({ top, left }: Offset) => scroller.scrollTo({ top, left, behavior: 'instant' })
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      put(goal)
      return false
    }
    this.#goal = goal
    const from = { top: scroller.scrollTop, left: scroller.scrollLeft }
    let begun = -1
    const step = (at: number) => {
      if (begun < 0) begun = at
      const share = Math.min(1, (at - begun) / ms)
      const eased = 1 - (1 - share) ** 3
      put({ top: from.top + (goal.top - from.top) * eased, left: from.left + (goal.left - from.left) * eased })
      if (share < 1) this.#frame = requestAnimationFrame(step)
      else this.#goal = null
    }
    this.#frame = requestAnimationFrame(step)
    return true
  }

  /** Stops where it is. */
  halt = (): void => {
    cancelAnimationFrame(this.#frame)
    this.#goal = null
  }
}
