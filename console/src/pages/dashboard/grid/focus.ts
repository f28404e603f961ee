/**
 * The focus in the grid. One place is active; its element carries the focus while it is painted, the grid itself while it is scrolled
 * out of sight. One element is where Tab enters (roving tabindex).
 */
import { move, type Field, type Place } from './roving'

/** What the focus needs of the grid. */
export interface Painted {
  readonly scroller: HTMLElement
  field(): Field
  /** The element that carries the focus of a place; null while the place is not painted. */
  target(place: Place): HTMLElement | null
  /** The place that an element is painted for. */
  placeOf(element: EventTarget | null): Place | null
  /** The first place that is wholly in view. */
  firstInView(): Place
  /** Scrolls a place into view and paints it. */
  reveal(place: Place): void
  /** Gives the element of a place its full sentence. */
  describe(place: Place): void
  open(place: Place): void
}

export class GridFocus {
  readonly #grid: Painted
  #active: Place = { row: 0, column: 0 }
  #entry: HTMLElement | null = null

  constructor(grid: Painted) {
    this.#grid = grid
    const { scroller } = grid
    scroller.addEventListener('click', this.#onClick)
    scroller.addEventListener('keydown', this.#onKey)
    scroller.addEventListener('focusin', this.#onFocus)
    scroller.addEventListener('pointerover', this.#onPointer)
  }

  /** Whether an element of the grid, or the grid itself, has the focus. */
  get within(): boolean {
    return this.#grid.scroller.contains(document.activeElement)
  }

  /** Keeps the active place in a table that has become smaller. */
  clamp(): void {
    const { rows, columns } = this.#grid.field()
    const row = Math.min(this.#active.row, rows - 1)
    this.#active = { row, column: Math.max(row < 0 ? 0 : -1, Math.min(this.#active.column, columns - 1)) }
  }

  /** Call after elements were painted for other places: the focus follows its place. */
  follow(): void {
    if (!this.within) return
    const target = this.#grid.target(this.#active) ?? this.#grid.scroller
    if (document.activeElement !== target) target.focus({ preventScroll: true })
  }

  /** Call when the window rests: Tab enters at the active place, or where that is out of sight at the first one in view. */
  rest(): void {
    if (!this.within && this.#grid.target(this.#active) === null) this.#active = this.#grid.firstInView()
    this.#enterAt(this.#grid.target(this.#active))
  }

  #enterAt(target: HTMLElement | null): void {
    if (this.#entry === target) return
    if (this.#entry !== null) this.#entry.tabIndex = -1
    this.#entry = target
    if (target !== null) target.tabIndex = 0
  }

  #go(place: Place): void {
    const moved = place.row !== this.#active.row || place.column !== this.#active.column
    const before = moved ? document.activeElement : null
    this.#active = place
    this.#grid.reveal(place)
    const target = this.#grid.target(place)
    this.#enterAt(target)
    // The element may be the one that had the focus, recycled for its new place: readers must hear of that all the same.
    if (before !== null && target === before) target.blur()
    target?.focus({ preventScroll: true })
  }

  #onClick = (event: MouseEvent): void => {
    const place = this.#grid.placeOf(event.target)
    if (place === null) return
    this.#go(place)
    this.#grid.open(place)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return
    if (event.key === 'Escape') {
      // Leaves the cells: from here on the arrow keys turn pages again.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#grid.open(this.#active)
    } else {
      const to = move(this.#active, { key: event.key, ctrl: event.ctrlKey }, this.#grid.field())
      if (to === null) return
      this.#go(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  #onFocus = (event: FocusEvent): void => {
    const place = this.#grid.placeOf(event.target)
    if (place === null) return
    this.#active = place
    this.#enterAt(this.#grid.target(place))
    this.#grid.describe(place)
  }

  #onPointer = (event: PointerEvent): void => {
    const place = this.#grid.placeOf(event.target)
    if (place !== null) this.#grid.describe(place)
  }
}
