import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, type Key } from 'react-aria-components'
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

/** A button (`trigger`) that opens a list of things to do, or with `selected` of things to choose between. */
export function Menu<K extends Key = string>({
  trigger,
  label,
  entries,
  onAction,
  selected,
  align = 'end',
}: {
  trigger: ReactElement
  label: string
  entries: readonly MenuEntry<K>[]
  onAction: (id: K) => void
  selected?: K
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
          items={entries}
          onAction={(id) => onAction(id as K)}
          {...(selected === undefined ? {} : { selectionMode: 'single' as const, selectedKeys: [selected] })}
        >
          {(entry) => (
            <MenuItem
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
              {selected !== undefined && <Icon name="tick" size={16} className={styles.tick} />}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
