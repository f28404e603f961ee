/** The recycled elements of the grid. A slot is painted for one place after another; it touches the document only for what differs. */
import type { GridSource } from './source'

function element(className: string, role?: string): HTMLDivElement {
  const made = document.createElement('div')
  made.className = className
  if (role !== undefined) made.setAttribute('role', role)
  return made
}

/**
 * A text whose first line is strong. `::first-line` would say that in the style sheet, but has every text shaped twice.
 */
class TitledText {
  readonly #first = document.createTextNode('')
  readonly #rest = document.createTextNode('')

  constructor(within: HTMLElement) {
    const strong = document.createElement('b')
    strong.append(this.#first)
    within.append(strong, this.#rest)
  }

  write(text: string): void {
    const end = text.indexOf('\n')
    this.#first.data = end < 0 ? text : text.slice(0, end)
    this.#rest.data = end < 0 ? '' : text.slice(end)
  }
}

/** What all slots have in common: they can be put away while there is no place for them. */
abstract class Slot {
  abstract readonly element: HTMLElement
  #away = false

  /** Takes the slot off the screen until it is placed again. */
  putAway(): void {
    if (!this.#away) this.element.hidden = this.#away = true
  }

  protected bringBack(): void {
    if (this.#away) this.element.hidden = this.#away = false
  }
}

/** One cell: an element with its lines of text and nothing else, because a scrolled page repaints a hundred of them in a frame. */
export class CellSlot extends Slot {
  readonly element = element('cell', 'gridcell')
  column = -1
  #x = -1
  #look = ''
  #text = ''
  #described = false
  readonly #titled = new TitledText(this.element)

  constructor(
    readonly row: RowSlot,
    opens: boolean,
  ) {
    super()
    this.element.tabIndex = -1
    if (opens) this.element.setAttribute('aria-haspopup', 'dialog')
  }

  /** Puts the slot under a column, `x` pixels from the left edge of the table. */
  place(column: number, x: number): void {
    this.column = column
    this.bringBack()
    if (this.#x === x) return
    this.#x = x
    this.element.style.transform = `translateX(${x}px)`
    this.element.setAttribute('aria-colindex', String(column + 2))
  }

  paint(source: GridSource): void {
    const { look, text } = source.cell(this.row.row, this.column)
    if (this.#described) {
      this.#described = false
      this.element.removeAttribute('aria-label')
      this.element.removeAttribute('title')
    }
    if (look !== this.#look) {
      this.#look = look
      this.element.className = `cell ${look}`
    }
    if (text !== this.#text) {
      this.#text = text
      this.#titled.write(text)
    }
  }

  /** Gives the cell its full sentence until it is painted anew. */
  describe(sentence: string): void {
    this.#described = true
    this.element.setAttribute('aria-label', sentence)
    this.element.title = sentence
  }
}

/** One row: the head, which stays at the left edge, and as many cells as a window holds. */
export class RowSlot extends Slot {
  readonly element = element('row', 'row')
  readonly head = element('who', 'rowheader')
  readonly cells: CellSlot[]
  row = -1
  readonly #mark = element('mark')
  #look = 'mark'
  readonly #letters = document.createTextNode('')
  readonly #words: TitledText

  constructor(cells: number, opens: { head: boolean; cells: boolean }) {
    super()
    this.head.tabIndex = -1
    if (opens.head) this.head.setAttribute('aria-haspopup', 'dialog')
    this.#mark.setAttribute('aria-hidden', 'true')
    this.#mark.append(this.#letters)
    this.head.append(this.#mark)
    this.#words = new TitledText(this.head)
    this.head.setAttribute('aria-colindex', '1')
    this.cells = Array.from({ length: cells }, () => new CellSlot(this, opens.cells))
    this.element.append(this.head, ...this.cells.map((cell) => cell.element))
  }

  /** Says that the cells show nothing of use any more: they must be painted for what comes next. */
  leave(): void {
    this.row = -1
    for (const cell of this.cells) cell.column = -1
  }

  /** Puts the slot at a row, `y` pixels from the top edge of the table. */
  place(row: number, y: number): void {
    this.row = row
    this.bringBack()
    this.element.style.transform = `translateY(${y}px)`
    this.element.setAttribute('aria-rowindex', String(row + 2))
  }

  paintHead(source: GridSource): void {
    const { name, detail, mark, group } = source.row(this.row)
    this.#words.write(`${name}\n${detail}`)
    this.head.title = `${name}\n${detail}`
    this.#letters.data = mark
    const look = group ? 'mark group' : 'mark'
    if (look !== this.#look) this.#mark.className = this.#look = look
  }
}

/** The head of one column. */
export class ColumnSlot extends Slot {
  readonly element = element('head', 'columnheader')
  /** What carries the focus: the head itself, or the button in it when it opens something. */
  readonly target = element('door')
  column = -1
  opens = false
  readonly #name = document.createTextNode('')
  readonly #known = element('detail')
  readonly #dot = element('dot')
  readonly #detail = document.createTextNode('')
  readonly #place = document.createTextNode('')

  constructor() {
    super()
    const place = element('place')
    place.append(this.#place)
    const name = element('name')
    name.append(this.#name)
    this.#known.append(this.#dot, this.#detail)
    this.target.append(name, this.#known, place)
    this.target.tabIndex = -1
    this.element.append(this.target)
  }

  place(column: number, x: number): void {
    this.column = column
    this.bringBack()
    this.element.style.transform = `translateX(${x}px)`
    this.element.setAttribute('aria-colindex', String(column + 2))
  }

  paint(source: GridSource): void {
    const { name, detail, place, dot, low, title, opens } = source.column(this.column)
    this.#name.data = name
    this.#detail.data = detail
    this.#place.data = place
    this.target.className = place === '' ? 'door' : 'door placed'
    this.#known.className = low ? 'detail low' : 'detail'
    this.#dot.className = dot === '' ? 'dot none' : `dot ${dot}`
    this.element.title = title
    if (opens === this.opens) return
    this.opens = opens
    if (opens) {
      this.target.setAttribute('role', 'button')
      this.target.setAttribute('aria-haspopup', 'dialog')
    } else {
      this.target.removeAttribute('role')
      this.target.removeAttribute('aria-haspopup')
    }
  }
}
