import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import { classes } from './classes'
import styles from './Tabs.module.css'

/** One tab and what it shows. */
export interface TabEntry<K extends string> {
  id: K
  title: ReactNode
  isDisabled?: boolean
  content: ReactNode
}

/** Sheets of one dialog or page, of which one is shown; the arrow keys choose. */
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
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(key as K)}
      className={classes(styles.tabs, className)}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled} className={styles.tab}>
            {tab.title}
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
