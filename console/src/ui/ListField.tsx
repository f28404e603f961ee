import type { ReactNode } from 'react'
import { Label, ListBox, ListBoxItem, Popover, type Key } from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'
import { Name } from './Name'

/** One choice of a list. */
export interface Option<K extends Key = string> {
  id: K
  /** What is seen, and what typing searches; each has its own. */
  label: string
  /** A second, quieter line. */
  detail?: string
  /** Further words by which typing finds it. */
  words?: readonly string[]
  isDisabled?: boolean
}

/** What every field has whose value is one of a list. */
export interface ListFieldProps<K extends Key = string> extends FieldTexts {
  options: readonly Option<K>[]
  value: K | null
  onChange: (value: K) => void
  isDisabled?: boolean
  placeholder?: string
  className?: string
}

/** What React Aria's field around it takes of that. */
export function fieldProps({
  error,
  isDisabled,
  className,
}: Pick<ListFieldProps, 'error' | 'isDisabled' | 'className'>) {
  return { isDisabled, isInvalid: error != null, className: classes(styles.field, className) }
}

/**
 * The inside of such a field: label, what opens the list (`children`), the lines below it, the list. Without `items` the list shows those
 * of the field around it.
 */
export function ListField<K extends Key>({
  label,
  labelHidden,
  description,
  error,
  items,
  emptyText,
  children,
}: FieldTexts & {
  items?: readonly Option<K>[]
  /** Said where nothing fits. */
  emptyText?: string
  children: ReactNode
}) {
  return (
    <>
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      {children}
      <FieldText description={description} error={error} />
      <Popover className={styles.popover} offset={4}>
        <ListBox
          className={styles.list}
          items={items}
          renderEmptyState={emptyText === undefined ? undefined : () => <p className={styles.empty}>{emptyText}</p>}
        >
          {(option: Option<K>) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled}
              className={styles.option}
            >
              <span className={styles.grow}>
                <Name>{option.label}</Name>
                {option.detail && <small>{option.detail}</small>}
              </span>
              <Icon name="tick" size={16} className={styles.tick} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </>
  )
}
