// The same heads and cells in AG Grid Community: two lines and a disc for people, name and state for doors, chips for access.
import { AllCommunityModule, createGrid, ModuleRegistry, type ColDef, type IHeaderComp } from 'ag-grid-community'
import type { DomainSource } from '../../../console/src/pages/dashboard/domain-source'
import './peer.css'
import { host, load, prepare } from './domain'

ModuleRegistry.registerModules([AllCommunityModule])

let source: DomainSource

function element(className: string, ...children: (string | Node)[]): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.append(...children)
  return made
}

/** Lines of text, the first one strong, as our own cells have them. */
function lines(text: string): (string | Node)[] {
  const [first = '', ...rest] = text.split('\n')
  const strong = document.createElement('b')
  strong.append(first)
  return [strong, rest.map((line) => `\n${line}`).join('')]
}

function head(column: number) {
  return class implements IHeaderComp {
    getGui() {
      const { name, detail, dot } = source.column(column)
      return element('door', element('name', name), element('detail', element(`dot ${dot}`), detail))
    }
    init() {}
    refresh() {
      return true
    }
  }
}

window.side = {
  prepare,
  load() {
    source = load()
  },
  show() {
    const rowData = Array.from({ length: source.rows }, (_, row) => ({ row }))
    const who: ColDef<{ row: number }> = {
      pinned: 'left',
      width: 200,
      cellRenderer: ({ data }: { data: { row: number } }) => {
        const { name, detail, mark, group } = source.row(data.row)
        return element('who', element(group ? 'mark group' : 'mark', mark), ...lines(`${name}\n${detail}`))
      },
    }
    const doors = Array.from({ length: source.columns }, (_, column): ColDef<{ row: number }> => ({
      colId: String(column),
      width: 160,
      sortable: false,
      headerComponent: head(column),
      cellRenderer: ({ data }: { data: { row: number } }) => {
        const { look, text } = source.cell(data.row, column)
        return text === '' ? '' : element(`chip ${look}`, ...lines(text))
      },
    }))
    createGrid(host, { rowData, columnDefs: [who, ...doors], rowHeight: 65, headerHeight: 58 })
  },
  scrollers() {
    const all = [...host.querySelectorAll<HTMLElement>('*')]
    const viewport = /viewport(?!.*header)/
    const down = all.find((one) => one.scrollHeight > one.clientHeight + 5000 && viewport.test(one.className))
    const right = all.find((one) => one.scrollWidth > one.clientWidth + 5000 && viewport.test(one.className))
    if (!down || !right) throw new Error('the peer has changed: it scrolls elsewhere')
    return [down, right]
  },
}
