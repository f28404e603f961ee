import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { waitFor } from '../../../testing/wait-for'
import '../../../ui/base.css'
import type { Sight } from '../../../model/grid'
import { Grid } from './core'
import './grid.css'
import type { GridSource } from './source'

/** A table whose cells say where they are; every third one is empty. */
function table(rows: number, columns: number, word = 'cell'): GridSource {
  return {
    rows,
    columns,
    rowId: (row) => `person-${row}`,
    columnId: (column) => `door-${column}`,
    row: (row) => ({ name: `Person ${row}`, detail: 'Guest', mark: 'P', group: row % 2 === 1 }),
    column: (column) => ({
      name: `Door ${column}`,
      detail: 'Locked',
      place: '',
      dot: 'locked',
      low: false,
      title: '',
      opens: column % 2 === 0,
    }),
    cell: (row, column) =>
      (row + column) % 3 === 0 ? { look: 'none', text: '' } : { look: 'permanent', text: `${word} ${row}/${column}` },
    describe: (row, column) => `Person ${row}, Door ${column}`,
  }
}

/** The table after the entry `from` of its rows or columns was renamed, so that it stands at `to`; without `to`, after it was removed. */
function moved(of: 'row' | 'column', from: number, to?: number): GridSource {
  const whole = table(1000, 500)
  const size = (of === 'row' ? whole.rows : whole.columns) - (to === undefined ? 1 : 0)
  const order = Array.from({ length: size + (to === undefined ? 1 : 0) }, (_, at) => at).filter((at) => at !== from)
  if (to !== undefined) order.splice(to, 0, from)
  const row = (at: number) => (of === 'row' ? (order[at] as number) : at)
  const column = (at: number) => (of === 'column' ? (order[at] as number) : at)
  return {
    rows: of === 'row' ? size : whole.rows,
    columns: of === 'column' ? size : whole.columns,
    rowId: (at) => whole.rowId(row(at)),
    columnId: (at) => whole.columnId(column(at)),
    row: (at) => whole.row(row(at)),
    column: (at) => whole.column(column(at)),
    cell: (at, other) => whole.cell(row(at), column(other)),
    describe: (at, other) => whole.describe(row(at), column(other)),
  }
}

let host: HTMLDivElement
let grid: Grid
let pages: Sight
let opened: string[]
let left: number

const room = { width: 1002, height: 58 + 2 + 6 * 65 }
const scroller = () => host.querySelector('.grid') as HTMLElement
const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const scrollTo = async (top: number, left: number) => {
  scroller().scrollTo(left, top)
  await settled()
}
const cellAt = (row: number, column: number) =>
  host.querySelector<HTMLElement>(`[aria-rowindex="${row + 2}"] > .cell[aria-colindex="${column + 2}"]`)
const focused = () => document.activeElement?.getAttribute('aria-label')

function show(source: GridSource): void {
  grid = new Grid(host, source, {
    onPages: (now) => {
      pages = now
    },
    onCell: (row, column) => opened.push(`cell ${row}/${column}`),
    onColumn: (column) => opened.push(`door ${column}`),
    onRow: (row) => opened.push(`person ${row}`),
    onLeave: () => {
      left += 1
    },
  })
  grid.rename('Access', 'Guests')
  grid.resize(room)
}

beforeEach(() => {
  opened = []
  left = 0
  host = document.createElement('div')
  host.style.cssText = 'position:absolute;top:40px;left:0;width:1002px;height:450px'
  document.body.append(host)
  show(table(1000, 500))
})

afterEach(() => {
  grid.remove()
  host.remove()
})

describe('the grid', () => {
  it('is a table of its whole size to screen readers', () => {
    const { rowCount, colCount, label } = {
      rowCount: scroller().getAttribute('aria-rowcount'),
      colCount: scroller().getAttribute('aria-colcount'),
      label: scroller().getAttribute('aria-label'),
    }
    expect([rowCount, colCount, label]).toEqual(['1001', '501', 'Access'])
    expect(host.querySelectorAll('[role=row] > [role=rowheader]').length).toBeGreaterThan(5)
    expect(cellAt(0, 1)?.textContent).toBe('cell 0/1')
  })

  it('holds the elements of one window only, and shows through them whatever it is scrolled to', async () => {
    const before = host.querySelectorAll('*').length
    for (const [top, left] of [
      [65 * 500, 0],
      [65 * 700 + 30, 162 * 250],
      [1e6, 1e6],
      [0, 0],
    ] as const) {
      await scrollTo(top, left)
      const box = scroller().getBoundingClientRect()
      const first = {
        row: Math.floor(scroller().scrollTop / 65),
        column: Math.floor(scroller().scrollLeft / columnWidth()),
      }
      for (let row = first.row; row < first.row + 6; row += 1) {
        for (let column = first.column; column < first.column + 4; column += 1) {
          const cell = cellAt(row, column)
          expect(cell?.textContent).toBe((row + column) % 3 === 0 ? '' : `cell ${row}/${column}`)
          const at = cell?.getBoundingClientRect()
          expect(Math.round((at?.top ?? 0) - box.top)).toBe(1 + 58 + 4 + row * 65 - Math.round(scroller().scrollTop))
        }
      }
    }
    expect(host.querySelectorAll('*').length).toBe(before)
  })

  it('stands in reading order once it rests', async () => {
    await scrollTo(65 * 33, columnWidth() * 7)
    await waitFor(() => {
      const rows = [...host.querySelectorAll('.row:not([hidden])')].map((row) =>
        Number(row.getAttribute('aria-rowindex')),
      )
      const columns = [...(host.querySelector('.row')?.querySelectorAll('.cell:not([hidden])') ?? [])].map((cell) =>
        Number(cell.getAttribute('aria-colindex')),
      )
      expect(rows.length).toBeGreaterThan(5)
      expect(columns.length).toBeGreaterThan(4)
      expect(rows).toEqual([...rows].sort((a, b) => a - b))
      expect(columns).toEqual([...columns].sort((a, b) => a - b))
    })
  })

  it('tells on which page it stands, also between pages', async () => {
    expect(pages).toMatchObject({ row: 1, rows: 167, column: 1, columns: 100 })
    await scrollTo(65 * 6, columnWidth() * 10)
    expect(pages).toMatchObject({ row: 2, column: 3 })
    await scrollTo(1e6, 1e6)
    expect(pages).toMatchObject({ row: 167, column: 100 })
  })

  it('tells what is in sight where the last page is filled from the one before, and between pages', async () => {
    grid.show(table(14, 3), true)
    expect(pages).toMatchObject({ row: 1, firstRow: 0, endRow: 6, totalRows: 14 })
    grid.goTo(3, 1)
    await settled()
    expect(pages).toMatchObject({ row: 3, rows: 3, firstRow: 8, endRow: 14 })
    // One more, and the window stands where it stood.
    grid.show(table(15, 3), false)
    expect(pages).toMatchObject({ rows: 3, firstRow: 8, endRow: 14, totalRows: 15 })
    scroller().scrollTo(0, 65 * 2.5)
    await waitFor(() => expect(pages).toMatchObject({ row: 1, firstRow: 3, endRow: 8 }))
  })

  it('leaves the place of a head whole where what stands above it is cut', () => {
    const long = table(3, 9)
    const detail = 'Batterie 8\u00a0% · Unbekannt seit 14:02'
    grid.show({ ...long, column: (column) => ({ ...long.column(column), detail, place: 'Buenos Aires' }) }, true)
    const [cut, place] = ['.detail', '.place'].map((part) => host.querySelector(`.head ${part}`) as HTMLElement)
    expect(cut?.scrollWidth).toBeGreaterThan(cut?.clientWidth ?? 0)
    expect(place?.textContent).toBe('Buenos Aires')
    expect(place?.scrollWidth).toBe(place?.clientWidth)
    const [line, head] = [place, host.querySelector('.head')].map((part) => part?.getBoundingClientRect())
    expect(line?.bottom).toBeLessThanOrEqual(head?.bottom ?? 0)
  })

  it('shows a new source where it stands, or from the beginning', async () => {
    await scrollTo(65 * 12, 0)
    grid.show(table(1000, 500, 'later'), false)
    expect(cellAt(13, 0)?.textContent).toBe('later 13/0')
    grid.show(table(10, 500, 'few'), true)
    expect(scroller().scrollTop).toBe(0)
    expect(scroller().getAttribute('aria-rowcount')).toBe('11')
    expect(cellAt(1, 0)?.textContent).toBe('few 1/0')
  })

  it('shows each cell once after its room has changed', async () => {
    await scrollTo(65 * 33, columnWidth() * 7)
    grid.resize({ width: 1102, height: room.height + 10 })
    const box = scroller().getBoundingClientRect()
    const right = box.left + scroller().clientWidth
    for (const row of host.querySelectorAll('.row:not([hidden])')) {
      const at = [...row.querySelectorAll('.cell:not([hidden])')].map((cell) => cell.getBoundingClientRect().left)
      expect(new Set(at).size).toBe(at.length)
      expect(at.filter((left) => left > box.left + 200 && left < right).length).toBeGreaterThan(3)
    }
  })

  it('stands on a page of its new room, and on the one before when it has the old room again', async () => {
    grid.show(table(20, 20), true)
    grid.goTo(2, 2)
    await settled()
    const before = pages
    expect(before).toMatchObject({ firstRow: 6, firstColumn: 5, columnsEach: 5 })
    grid.resize({ width: room.width + 3 * 160, height: room.height + 2 * 65 })
    // The first entries are on the first page now.
    expect(pages).toMatchObject({ row: 1, firstRow: 0, rowsEach: 8, column: 1, firstColumn: 0, columnsEach: 8 })
    grid.resize(room)
    expect(pages).toEqual(before)
    // Who pages in the new room begins there.
    grid.resize({ width: room.width + 3 * 160, height: room.height })
    grid.goTo(2, 2)
    await settled()
    grid.resize(room)
    expect(pages).toMatchObject({ row: 2, column: 2, firstColumn: 5 })
  })

  it('shows nothing where there is nothing', () => {
    grid.show(table(0, 500), true)
    expect(host.querySelectorAll('.row')).toHaveLength(0)
    grid.show(table(5, 0), true)
    expect(host.querySelectorAll('.cell')).toHaveLength(0)
  })
})

function columnWidth(): number {
  return Number.parseFloat(scroller().style.getPropertyValue('--column'))
}

describe('turning pages', () => {
  it('glides to the next page, and from there on when pressed again', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
    grid.movePage(1, 0)
    grid.movePage(1, 0)
    await waitFor(() => expect(scroller().scrollTop).toBe(65 * 12))
    grid.movePage(0, 1)
    await waitFor(() => expect(scroller().scrollLeft).toBe(columnWidth() * 5))
    expect(pages).toMatchObject({ row: 3, column: 2 })
  })

  it('jumps with reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    grid.movePage(1, 0)
    expect(scroller().scrollTop).toBe(65 * 6)
  })

  it('goes to a page by its number', async () => {
    grid.goTo(20, 1)
    await waitFor(() => expect(pages).toMatchObject({ row: 20, column: 1 }))
  })
})

describe('the keyboard', () => {
  it('enters by Tab at the first cell and moves from cell to cell', async () => {
    await userEvent.tab()
    expect(focused()).toBe('Person 0, Door 0')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    expect(focused()).toBe('Person 1, Door 2')
    expect(host.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('Person 1, Door 499')
    await userEvent.keyboard('{PageDown}{Home}')
    expect(focused()).toBe('Person 7, Door 0')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(focused()).toBe('Person 999, Door 499')
  })

  it('opens cells and the heads of doors by Enter, and nothing at the heads of groups', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{Enter}{ArrowUp}{Enter}{ArrowRight}{Enter} ')
    expect(opened).toEqual(['cell 0/0', 'door 0'])
    expect(document.activeElement?.getAttribute('role')).toBeNull()
  })

  it('opens the heads of rows, left of the first cell, and follows them', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}{Enter}{ArrowDown} ')
    expect(opened).toEqual(['person 0', 'person 1'])
    expect(document.activeElement?.getAttribute('role')).toBe('rowheader')
    await scrollTo(65 * 300, 0)
    expect(document.activeElement).toBe(scroller())
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Person 2')
  })

  it('stays on its cell while that is scrolled away, and comes back to it', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await scrollTo(65 * 300, 0)
    expect(document.activeElement).toBe(scroller())
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('Person 2, Door 0')
    expect(scroller().scrollTop).toBe(65 * 2)
  })

  it('keeps the focus when what is shown changes under it', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    const cell = document.activeElement
    grid.show(table(1000, 500, 'later'), false)
    expect(document.activeElement).toBe(cell)
    expect(cell?.textContent).toBe('later 1/1')
  })

  it('leaves the cells to the page by Escape', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{Escape}')
    expect(left).toBe(1)
  })

  describe.each([
    ['door 2', 'column', '{ArrowUp}{ArrowRight}{ArrowRight}', 'Door 2'],
    ['person 1', 'row', '{ArrowLeft}{ArrowDown}', 'Person 1'],
  ] as const)('at the head of %s', (_entry, of, keys, name) => {
    const at = of === 'row' ? 1 : 2
    const head = (text: string) => expect(document.activeElement?.textContent).toContain(text)

    /**
     * Opens the entry, as an overlay does it: that has the focus, and gives it back to the same element, before the change is told or after
     * it.
     */
    async function change(source: GridSource, isTold: 'before' | 'after' = 'before') {
      await userEvent.tab()
      await userEvent.keyboard(keys)
      head(name)
      const opener = document.activeElement as HTMLElement
      const overlay = document.createElement('div')
      overlay.role = 'dialog'
      overlay.tabIndex = -1
      document.body.append(overlay)
      overlay.focus()
      if (isTold === 'before') grid.show(source, false)
      await settled()
      opener.focus()
      overlay.remove()
      if (isTold === 'after') {
        await settled()
        grid.show(source, false)
      }
    }

    it('goes with the entry that was opened and is sorted elsewhere by then', async () => {
      await change(moved(of, at, 3))
      head(name)
      expect(host.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
      await userEvent.keyboard('{Enter}')
      expect(opened).toEqual([of === 'row' ? 'person 3' : 'door 3'])
    })

    it.each(['before', 'after'] as const)(
      'goes with the entry that was opened into view on another page, told %s it is back',
      async (isTold) => {
        await change(moved(of, at, 400), isTold)
        await settled()
        head(name)
        await expect.element(page.elementLocator(document.activeElement as HTMLElement)).toBeInViewport({ ratio: 0.99 })
        await userEvent.keyboard('{Enter}')
        expect(opened).toEqual([of === 'row' ? 'person 400' : 'door 400'])
      },
    )

    it.each(['before', 'after'] as const)(
      'turns the page with the entry that is just beyond it by then, told %s it is back',
      async (isTold) => {
        const each = of === 'row' ? pages.rowsEach : pages.columnsEach
        await change(moved(of, at, each), isTold)
        await settled()
        head(name)
        await expect.element(page.elementLocator(document.activeElement as HTMLElement)).toBeInViewport({ ratio: 0.99 })
        const along = () => (of === 'row' ? [pages.row, pages.firstRow] : [pages.column, pages.firstColumn])
        const across = () => (of === 'row' ? [pages.column, pages.firstColumn] : [pages.row, pages.firstRow])
        await expect.poll(along).toEqual([2, each])
        expect(across()).toEqual([1, 0])
      },
    )

    it('stays on the page where something was pressed since it is back', async () => {
      await change(table(1000, 500))
      await userEvent.keyboard(of === 'row' ? '{ArrowDown}{ArrowUp}' : '{ArrowRight}{ArrowLeft}')
      grid.show(moved(of, at, 400), false)
      await settled()
      expect(focused()).toBe('Person 0, Door 0')
    })

    it('goes to the first cell, and on no neighbour, where the entry on which it stands is on another page by then', async () => {
      await userEvent.tab()
      await userEvent.keyboard(keys)
      grid.show(moved(of, at, 400), false)
      await settled()
      expect(focused()).toBe('Person 0, Door 0')
    })

    it('goes to the first cell where the entry is gone', async () => {
      await change(moved(of, at))
      expect(focused()).toBe('Person 0, Door 0')
    })

    it('goes with the entry too where the change comes once the focus is back', async () => {
      await userEvent.tab()
      await userEvent.keyboard(keys)
      grid.show(moved(of, at, 3), false)
      head(name)
      grid.show(moved(of, at), false)
      expect(focused()).toBe('Person 0, Door 0')
    })
  })
})

describe('the cell that has the focus', () => {
  it('keeps its sentence where it is painted anew, as when a minute has passed', async () => {
    await userEvent.tab()
    expect(focused()).toBe('Person 0, Door 0')
    grid.show(table(1000, 500), false)
    expect(focused()).toBe('Person 0, Door 0')
  })

  it('stays in view and goes on from there where the room becomes smaller, and larger again', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown>5/}{ArrowRight>4/}')
    expect(focused()).toBe('Person 5, Door 4')
    grid.resize({ width: 500, height: 58 + 2 + 2 * 65 })
    expect(focused()).toBe('Person 5, Door 4')
    await expect.element(page.elementLocator(document.activeElement as HTMLElement)).toBeInViewport({ ratio: 0.99 })
    expect([pages.firstRow, pages.endRow]).toEqual([4, 6])
    grid.resize(room)
    expect([pages.firstRow, pages.firstColumn]).toEqual([0, 0])
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toBe('Person 4, Door 4')
  })

  it('does not come back where it was scrolled out of sight before', async () => {
    await userEvent.tab()
    await scrollTo(65 * 500, 0)
    grid.resize({ width: 500, height: room.height })
    expect(document.activeElement).toBe(scroller())
    expect(pages.firstRow).toBe(500)
  })

  it('comes back into view where it was opened and the room is another by then', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    const opener = document.activeElement as HTMLElement
    expect(focused()).toBe('Person 0, Door 4')
    const overlay = document.createElement('div')
    overlay.role = 'dialog'
    overlay.append(document.createElement('input'))
    document.body.append(overlay)
    overlay.querySelector('input')?.focus()
    grid.resize({ width: 500, height: room.height })
    await expect.poll(() => host.querySelectorAll('[tabindex="0"]').length).toBe(1)
    expect(opener.isConnected, 'laid out anew').toBe(false)
    scroller().focus()
    overlay.remove()
    expect(focused()).toBe('Person 0, Door 4')
    await userEvent.keyboard('{Enter}')
    expect(opened).toEqual(['cell 0/4'])
  })
})

describe('the pointer', () => {
  it('opens what it presses', async () => {
    // By its text: under a pointer it is called by all that is known of it, and the pointer may lie there from before.
    await page.getByText('cell 2/2', { exact: true }).click()
    await page.getByRole('button', { name: 'Door 2' }).click()
    await page.getByRole('columnheader', { name: 'Door 1' }).click()
    await page.getByRole('rowheader', { name: 'Person 3' }).click()
    expect(opened).toEqual(['cell 2/2', 'door 2', 'person 3'])
  })
})
