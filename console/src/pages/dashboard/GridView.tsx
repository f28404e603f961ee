import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sight } from '../../model/grid'
import { isFocusNowhere } from '../../ui/is-focus-nowhere'
import './grid/grid.css'
import { isBusy } from './busy'
import { Grid } from './grid/core'
import type { GridSource } from './grid/source'
import styles from './GridView.module.css'
import { usePlaceOpened } from './use-place-opened'

/** How long the window must keep its size before the grid is laid out anew, in milliseconds. */
const resizeDelay = 200

/** The keys that turn pages: which way, in pages of rows and of columns. */
const pageMoves: Record<string, readonly [rows: number, columns: number] | undefined> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** What the buttons beside the grid do with it. */
export interface GridHandle {
  movePage(rows: number, columns: number): void
  goTo(rowPage: number, columnPage: number): void
}

/** The grid in its room. `beginning` names what is shown: when it changes the window goes back to the first page. */
export function GridView({
  source,
  beginning,
  firstPages,
  onPages,
  onCell,
  onColumn,
  onRow,
  onLeave,
  ref,
}: {
  source: GridSource
  beginning: string
  /** The pages of rows and columns to begin with, from 1. */
  firstPages: { row: number; column: number }
  onPages: (sight: Sight) => void
  /** Absent where the viewer may not change access. */
  onCell?: (row: number, column: number) => void
  onColumn: (column: number) => void
  /** Absent where the viewer may not change people. */
  onRow?: (row: number) => void
  /** Escape leaves the cells, whose focus has to go somewhere. */
  onLeave: () => void
  ref: Ref<GridHandle>
}) {
  const { t, i18n } = useTranslation()
  const room = useRef<HTMLDivElement>(null)
  const grid = useRef<Grid | null>(null)
  const shown = useRef({ source, beginning })
  const start = useRef(firstPages)
  const tellPages = useEffectEvent(onPages)
  const openCell = useEffectEvent((row: number, column: number) => onCell?.(row, column))
  const openColumn = useEffectEvent(onColumn)
  const openRow = useEffectEvent((row: number) => onRow?.(row))
  const leave = useEffectEvent(onLeave)
  const opens = onCell !== undefined
  const opensRows = onRow !== undefined
  const place = usePlaceOpened()

  useLayoutEffect(() => {
    const host = room.current as HTMLDivElement
    const made = new Grid(host, shown.current.source, {
      onPages: (sight) => tellPages(sight),
      onCell: opens ? (row, column) => openCell(row, column) : undefined,
      onColumn: (column) => openColumn(column),
      onRow: opensRows ? (row) => openRow(row) : undefined,
      onLeave: () => leave(),
    })
    grid.current = made
    const begin = start.current
    const measure = () => made.resize({ width: host.clientWidth, height: host.clientHeight })
    measure()
    made.goTo(begin.row, begin.column)
    let waiting = 0
    const observer = new ResizeObserver(() => {
      clearTimeout(waiting)
      waiting = window.setTimeout(measure, resizeDelay)
    })
    observer.observe(host)
    return () => {
      observer.disconnect()
      clearTimeout(waiting)
      made.remove()
      grid.current = null
    }
  }, [opens, opensRows])

  useImperativeHandle(
    ref,
    () => ({
      movePage: (rows, columns) => grid.current?.movePage(rows, columns),
      goTo: (row, column) => grid.current?.goTo(row, column),
    }),
    [],
  )

  useLayoutEffect(() => {
    if (shown.current.source === source) return
    grid.current?.show(source, shown.current.beginning !== beginning)
    shown.current = { source, beginning }
  }, [source, beginning])

  useLayoutEffect(() => {
    if (place !== null && isFocusNowhere()) grid.current?.leaveFrom(place)
  }, [place, source, opens, opensRows])

  useLayoutEffect(() => {
    grid.current?.rename(t('dashboard.grid'), t('dashboard.corner'))
  }, [t, i18n.language, opens, opensRows])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pages = pageMoves[event.key]
      if (
        pages === undefined ||
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return
      if (grid.current?.holds(document.activeElement) !== false || isBusy(document.activeElement)) return
      event.preventDefault()
      grid.current.movePage(...pages)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [])

  return <div ref={room} data-skip-to className={styles.room} />
}
