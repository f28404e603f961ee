import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import { classes } from './classes'
import styles from './Tabs.module.css'

/** One tab and what it shows. */
export interface TabEntry<K extends string> {
  id: K
  title: string
  isDisabled?: boolean
  content: ReactNode
}

/**
 * Sheets of one dialog or page, of which one is shown; the arrow keys choose. Where there is no room for all their titles, these stand in
 * one row that is moved sideways and stays while the sheet is scrolled. The chosen one is in sight; an edge fades where more lie behind it.
 */
export function Tabs<K extends string>({
  label,
  tabs,
  selected,
  onSelect,
  className,
}: {
  label: string
  tabs: readonly TabEntry<K>[]
  selected: K
  onSelect: (id: K) => void
  className?: string
}) {
  const list = useRef<HTMLDivElement>(null)
  const more = useMore(
    list,
    tabs.findIndex(({ id }) => id === selected),
  )
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(key as K)}
      className={classes(styles.tabs, className)}
    >
      <TabList
        ref={list}
        aria-label={label}
        className={classes(styles.list, more.before && styles.before, more.after && styles.after)}
      >
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled} className={styles.tab}>
            {tab.title}
            <span aria-hidden data-title={tab.title} className={styles.bold} />
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

/** Keeps the chosen one, by its place in the row, in sight, and tells at which ends of the row there are more. */
function useMore(list: RefObject<HTMLDivElement | null>, selected: number) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const row = list.current
    if (row === null) return
    const show = () => {
      // Not by aria-selected, which may still be that of the one before.
      const tab = row.querySelectorAll<HTMLElement>('[role=tab]')[selected]
      if (tab === undefined) return
      const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
      row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
    }
    // Titles that grow, and what else moves the row when a sheet is shown, come after; and so do tabs that are told late.
    const sizes = new ResizeObserver(show)
    const observe = () => {
      for (const element of [row, ...row.children]) sizes.observe(element)
      show()
    }
    observe()
    const tabs = new MutationObserver(observe)
    tabs.observe(row, { childList: true })
    return () => {
      sizes.disconnect()
      tabs.disconnect()
    }
  }, [list, selected])
  useEffect(() => {
    const row = list.current
    if (row === null) return
    const look = () => {
      const before = row.scrollLeft > 1
      const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1
      setMore((known) => (known.before === before && known.after === after ? known : { before, after }))
    }
    const observer = new ResizeObserver(look)
    for (const element of [row, ...row.children]) observer.observe(element)
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [list])
  return more
}
