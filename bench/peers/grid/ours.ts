import { Grid } from '../../../console/src/pages/dashboard/grid/core'
import type { DomainSource } from '../../../console/src/pages/dashboard/domain-source'
import '../../../console/src/pages/dashboard/grid/grid.css'
import { host, load, prepare } from './domain'

let source: DomainSource
let grid: Grid

window.side = {
  prepare,
  load() {
    source = load()
  },
  show() {
    grid = new Grid(host, source, { onPages() {}, onCell() {}, onColumn() {} })
    grid.resize({ width: host.clientWidth, height: host.clientHeight })
  },
  scrollers: () => [grid.scroller, grid.scroller],
}
