/**
 * The focus in the grid. One place is active; its element carries the focus while it is painted, the grid itself while it is scrolled
 * out of sight. One element is where Tab enters (roving tabindex). Elements are recycled: who stood on an entry, or left for its overlay,
 * stays with the entry wherever it then stands, and is never set on the one that is painted in its place.
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
  /** Whether a place is wholly in view. */
  isInView(place: Place): boolean
  /** Scrolls a place into view and paints it: as far as it takes, or to the page that has it. */
  reveal(place: Place, by: 'cells' | 'pages'): void
  /** Gives the element of a place its full sentence. */
  describe(place: Place): void
  open(place: Place): void
  /** Gives the focus to what is around the cells. */
  leave(): void
}

export class GridFocus {
  readonly #grid: Painted
  #active: Place = { row: 0, column: 0 }
  #entry: HTMLElement | null = null
  /** What had the focus when it left the grid, to which an overlay that closes gives it back. */
  #left: EventTarget | null = null
  /** An overlay gave the focus back, and nothing was pressed since: what it has changed may be told later than that. */
  #isReturned = false
  /** What another source has made of the active place, until that is painted. */
  #fate: 'stays' | 'moved' | 'gone' = 'stays'

  constructor(grid: Painted) {
    this.#grid = grid
    const { scroller } = grid
    scroller.addEventListener('click', this.#onClick)
    scroller.addEventListener('keydown', this.#onKey)
    scroller.addEventListener('focusin', this.#onFocus)
    scroller.addEventListener('focusout', this.#onBlur)
    scroller.addEventListener('pointerover', this.#onPointer)
  }

  /** Whether an element of the grid, or the grid itself, has the focus. */
  get within(): boolean {
    return this.#grid.scroller.contains(document.activeElement)
  }

  /** The place whose element has the focus; null where the grid itself has it, or nothing in it. */
  get place(): Place | null {
    const focused = document.activeElement
    return focused !== null && focused === this.#grid.target(this.#active) ? this.#active : null
  }

  /** Call when another source is shown, before it is painted, with where the entries of a place stand in it. */
  show(find: (place: Place) => Place | null): void {
    if (this.within || this.#left !== null || this.#isLeftOpen) {
      const to = find(this.#active)
      if (to === null) this.#fate = 'gone'
      else if (!isSame(to, this.#active)) this.#fate = 'moved'
      this.#active = to ?? this.#active
    }
    const { rows, columns } = this.#grid.field()
    const row = Math.min(this.#active.row, rows - 1)
    this.#active = { row, column: Math.max(row < 0 ? 0 : -1, Math.min(this.#active.column, columns - 1)) }
  }

  /** Call after elements were painted for other places: the focus follows its place. */
  follow(): void {
    const fate = this.#fate
    this.#fate = 'stays'
    const isOff = fate === 'moved' && this.#grid.target(this.#active) === null
    // What an overlay has moved to another page comes into view, now or as that gives the focus back. Its page comes with it, so that its
    // number is true.
    const isBeyond = fate === 'moved' && !this.#grid.isInView(this.#active)
    if (isBeyond && this.#isReturned) return this.#go(this.#active, 'pages')
    // Else Enter would open there what nobody sees, and a neighbour is not what was meant.
    if (fate === 'gone' || (isOff && !this.#isLeftOpen)) this.#active = this.#grid.firstInView()
    if (!this.within) return
    const target = this.#grid.target(this.#active) ?? this.#grid.scroller
    if (document.activeElement !== target) target.focus({ preventScroll: true })
    // What is painted anew, as when a minute has passed, has lost its sentence.
    else this.#grid.describe(this.#active)
  }

  /**
   * Call when the window rests: Tab enters at the active place, or where that is out of sight at the first one in view. What was left for
   * an overlay stays active all the same: that gives the focus back to it.
   */
  rest(): void {
    const target = this.#grid.target(this.#active)
    if (this.within || target !== null) return this.#enterAt(target)
    const first = this.#grid.firstInView()
    if (!this.#isLeftOpen) this.#active = first
    this.#enterAt(this.#grid.target(first))
  }

  /**
   * Call while an overlay is open that no element opened, as after a reload: the focus goes to its place when it closes, or where that is
   * not here to the first one in view.
   */
  leaveFrom(place: Place | null): void {
    this.#active = place ?? this.#grid.firstInView()
    this.#grid.scroller.toggleAttribute('data-left', true)
  }

  /** Whether the focus went from here to an overlay, or nowhere. */
  get #isLeftOpen(): boolean {
    return this.#grid.scroller.hasAttribute('data-left')
  }

  #enterAt(target: HTMLElement | null): void {
    if (this.#entry === target) return
    if (this.#entry !== null) this.#entry.tabIndex = -1
    this.#entry = target
    if (target !== null) target.tabIndex = 0
  }

  #go(place: Place, by: 'cells' | 'pages'): void {
    const moved = !isSame(place, this.#active)
    const before = moved ? document.activeElement : null
    this.#active = place
    this.#grid.reveal(place, by)
    const target = this.#grid.target(place)
    this.#enterAt(target)
    // The element may be the one that had the focus, recycled for its new place: readers must hear of that all the same.
    if (before !== null && target === before) target.blur()
    target?.focus({ preventScroll: true })
  }

  #onClick = (event: MouseEvent): void => {
    const place = this.#grid.placeOf(event.target)
    if (place === null) return
    this.#isReturned = false
    this.#go(place, 'cells')
    this.#grid.open(place)
  }

  #onKey = (event: KeyboardEvent): void => {
    this.#isReturned = false
    if (event.altKey || event.metaKey) return
    if (event.key === 'Escape') {
      // From here on the arrow keys turn pages again.
      this.#grid.leave()
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#grid.open(this.#active)
    } else {
      const to = move(this.#active, { key: event.key, ctrl: event.ctrlKey }, this.#grid.field())
      if (to === null) return
      this.#go(to, 'cells')
    }
    event.preventDefault()
    event.stopPropagation()
  }

  #onFocus = (event: FocusEvent): void => {
    const { scroller } = this.#grid
    // An overlay gives the focus back to the element that it was opened from, the shell to the grid where that is gone.
    const isBack = event.target === this.#left
    const isGiven = event.target === scroller && !isBack && this.#isLeftOpen
    if (isBack || isGiven) this.#isReturned = this.#isLeftOpen
    this.#left = null
    scroller.removeAttribute('data-left')
    if (isGiven) return this.#go(this.#active, 'pages')
    const place = this.#grid.placeOf(event.target)
    if (place === null) return
    if (isBack && !isSame(place, this.#active)) {
      // Meanwhile the element was painted for another entry.
      return this.#go(this.#active, 'pages')
    }
    this.#active = place
    this.#enterAt(this.#grid.target(place))
    this.#grid.describe(place)
  }

  #onBlur = ({ target, relatedTarget: to }: FocusEvent): void => {
    const { scroller } = this.#grid
    if (to instanceof Node && scroller.contains(to)) return
    this.#isReturned = false
    this.#left = target
    // An overlay can give nothing back to an element that was laid out anew meanwhile: the shell then gives it to the grid.
    scroller.toggleAttribute(
      'data-left',
      !(to instanceof Element) || to.closest('[role=dialog], [role=alertdialog]') !== null,
    )
  }

  #onPointer = (event: PointerEvent): void => {
    const place = this.#grid.placeOf(event.target)
    if (place !== null) this.#grid.describe(place)
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.row === other.row && one.column === other.column
}
