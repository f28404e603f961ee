import { useMemo, useRef } from 'react'
import { Button, ComboBox as AriaComboBox, Group, Input } from 'react-aria-components'
import styles from './Field.module.css'
import { Icon } from './Icon'
import { fieldProps, ListField, type ListFieldProps } from './ListField'

/** How letters are compared: `new york` finds `America/New_York`. */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/[_\s]+/g, ' ')

/** One of many choices, found by typing a part of it. */
export function ComboBox(
  props: ListFieldProps & {
    /** Name of the button that shows all choices. */
    openLabel: string
    /** Said where nothing fits. */
    emptyText: string
  },
) {
  const { options, value, onChange, placeholder, openLabel } = props
  const input = useRef<HTMLInputElement>(null)
  const searched = useMemo(
    () => new Map(options.map(({ label, words = [] }) => [label, [label, ...words].map(plain)])),
    [options],
  )
  return (
    <AriaComboBox
      {...fieldProps(props)}
      defaultItems={options}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
      defaultFilter={(label, typed) => searched.get(label)?.some((text) => text.includes(plain(typed))) === true}
      onOpenChange={(isOpen, by) => {
        // All choices are shown then, whatever stands in the field: typing begins anew.
        if (isOpen && by === 'manual') input.current?.select()
      }}
      allowsEmptyCollection
    >
      <ListField {...props}>
        <Group className={styles.box}>
          <Input ref={input} className={styles.input} placeholder={placeholder} />
          <Button className={styles.open} aria-label={openLabel}>
            <Icon name="chevron-down" size={16} />
          </Button>
        </Group>
      </ListField>
    </AriaComboBox>
  )
}
