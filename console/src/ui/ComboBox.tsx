import {
  Button,
  ComboBox as AriaComboBox,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'
import type { Option } from './Select'

/** How letters are compared: `new york` finds `America/New_York`. */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/[_\s]+/g, ' ')

/** One of many choices, found by typing a part of it. */
export function ComboBox({
  label,
  description,
  error,
  labelHidden,
  options,
  value,
  onChange,
  isDisabled,
  placeholder,
  openLabel,
  emptyText,
  className,
}: FieldTexts & {
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  isDisabled?: boolean
  placeholder?: string
  /** Name of the button that shows all choices. */
  openLabel: string
  /** Said where nothing fits. */
  emptyText: string
  className?: string
}) {
  return (
    <AriaComboBox
      defaultItems={options}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
      defaultFilter={(text, typed) => plain(text).includes(plain(typed))}
      allowsEmptyCollection
      isDisabled={isDisabled}
      isInvalid={error != null}
      className={classes(styles.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <Group className={styles.box}>
        <Input className={styles.input} placeholder={placeholder} />
        <Button className={styles.open} aria-label={openLabel}>
          <Icon name="chevron-down" size={16} />
        </Button>
      </Group>
      <FieldText description={description} error={error} />
      <Popover className={styles.popover} offset={4}>
        <ListBox className={styles.list} renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option}>
              <span className={styles.grow}>{option.label}</span>
              <Icon name="tick" size={16} className={styles.tick} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
