import { useState, type ReactNode } from 'react'
import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components'
import styles from './Disclosure.module.css'
import { Icon } from './Icon'

/** What few people need, behind a line that opens it. `detail` says beside the label how it stands. */
export function Disclosure({
  label,
  detail,
  defaultExpanded = false,
  mustShow = false,
  children,
}: {
  label: ReactNode
  detail?: ReactNode
  defaultExpanded?: boolean
  /** Something in it must be seen. */
  mustShow?: boolean
  children: ReactNode
}) {
  const [isExpanded, expand] = useState(defaultExpanded)
  return (
    <AriaDisclosure isExpanded={isExpanded || mustShow} onExpandedChange={expand} className={styles.disclosure}>
      <Heading level={3} className={styles.heading}>
        <Button slot="trigger" className={styles.trigger}>
          <Icon name="chevron-right" size={16} />
          <span>{label}</span>
          {detail != null && <small>{detail}</small>}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel}>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
