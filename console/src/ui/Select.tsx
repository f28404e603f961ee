import type { ReactNode } from 'react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  type Key,
} from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'
import { Name } from './Name'
import own from './Select.module.css'

/** One choice of a select. */
export interface Option<K extends Key = string> {
  id: K
  /** What is seen, and what typing searches. */
  label: string
  /** A second, quieter line. */
  detail?: string
  isDisabled?: boolean
}

/** One of several choices behind a button. */
export function Select<K extends Key = string>({
  label,
  description,
  error,
  labelHidden,
  options,
  value,
  onChange,
  isDisabled,
  placeholder,
  icon,
  className,
}: FieldTexts & {
  options: readonly Option<K>[]
  value: K | null
  onChange: (value: K) => void
  isDisabled?: boolean
  placeholder?: string
  icon?: ReactNode
  className?: string
}) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as K)
      }}
      isDisabled={isDisabled}
      isInvalid={error != null}
      placeholder={placeholder}
      className={classes(styles.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <Button className={classes(styles.box, own.button)}>
        {icon}
        <SelectValue className={own.value}>
          {({ isPlaceholder, selectedText, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <Icon name="chevron-down" size={16} />
      </Button>
      <FieldText description={description} error={error} />
      <Popover className={styles.popover} offset={4}>
        <ListBox className={styles.list} items={options}>
          {(option) => (
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
    </AriaSelect>
  )
}
