import type { ReactElement } from 'react'
import {
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  type Key,
} from 'react-aria-components'
import styles from './Field.module.css'
import { Icon, type IconName } from './Icon'
import { Name } from './Name'

/** One line of a menu. */
export interface MenuEntry<K extends Key = string> {
  id: K
  label: string
  detail?: string
  icon?: IconName
  /** BCP 47 tag of the label where it differs from the page's language. */
  lang?: string
  isDisabled?: boolean
  /** Opens this address in a tab of its own in place of calling `onAction`. */
  href?: string
}

/**
 * A button (`trigger`) that opens a list of things to do, or with `selected` of things to choose between. Below a line stands what can be
 * done further.
 */
export function Menu<K extends Key = string>({
  trigger,
  label,
  entries,
  onAction,
  selected,
  further = [],
  align = 'end',
}: {
  trigger: ReactElement
  label: string
  entries: readonly MenuEntry<K>[]
  onAction: (id: K) => void
  selected?: K
  further?: readonly MenuEntry<K>[]
  /** Which edge of the trigger the menu keeps to. */
  align?: 'start' | 'end'
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover} offset={4} placement={`bottom ${align}`}>
        <AriaMenu
          aria-label={label}
          className={styles.list}
          onAction={(id) => onAction(id as K)}
          {...(selected === undefined ? {} : { selectionMode: 'single' as const, selectedKeys: [selected] })}
        >
          {entries.map((entry) => item(entry, selected !== undefined))}
          {further.length > 0 && <Separator className={styles.rule} />}
          {further.length > 0 && (
            // Nothing to choose between.
            <MenuSection selectionMode="none">{further.map((entry) => item(entry, false))}</MenuSection>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )

  function item(entry: MenuEntry<K>, isChoice: boolean) {
    return (
      <MenuItem
        key={entry.id}
        id={entry.id}
        textValue={entry.label}
        isDisabled={entry.isDisabled}
        className={styles.option}
        href={entry.href}
        target={entry.href && '_blank'}
        rel={entry.href && 'noopener'}
      >
        {entry.icon && <Icon name={entry.icon} size={18} />}
        <span className={styles.grow} lang={entry.lang}>
          <Name>{entry.label}</Name>
          {entry.detail && <small>{entry.detail}</small>}
        </span>
        {isChoice && <Icon name="tick" size={16} className={styles.tick} />}
      </MenuItem>
    )
  }
}
