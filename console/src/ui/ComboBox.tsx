import { useMemo, useRef, type KeyboardEvent } from 'react'
import { Button, ComboBox as AriaComboBox, Group, Input } from 'react-aria-components'
import styles from './Field.module.css'
import { Icon } from './Icon'
import { fieldProps, ListField, type ListFieldProps } from './ListField'

/** How letters are compared: `new york` finds `America/New_York`. */
const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/[_\s]+/g, ' ')

/** One of many choices, found by typing a part of it; one that is found alone is taken by Enter and by Tab. */
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
  const isEntering = useRef(false)
  const searched = useMemo(
    () => new Map(options.map(({ label, words = [] }) => [label, [label, ...words].map(plain)])),
    [options],
  )
  const finds = (label: string, typed: string) =>
    // Keyboards of phones add a space to a word.
    searched.get(label)?.some((text) => text.includes(plain(typed).trim())) === true
  const takeOnly = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Enter' && key !== 'Tab') return
    // What the arrows lead to is taken by the field itself; of a closed list nothing was asked.
    const isAsking = currentTarget.ariaExpanded === 'true' && !currentTarget.hasAttribute('aria-activedescendant')
    const found = isAsking ? options.filter(({ label }) => finds(label, currentTarget.value)) : []
    const [only] = found
    if (only !== undefined && found.length === 1 && only.isDisabled !== true && only.id !== value) onChange(only.id)
  }
  return (
    <AriaComboBox
      {...fieldProps(props)}
      defaultItems={options}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
      defaultFilter={finds}
      onOpenChange={(isOpen, by) => {
        // All choices are shown then, whatever stands in the field: typing begins anew.
        if (isOpen && by === 'manual') input.current?.select()
      }}
      allowsEmptyCollection
    >
      <ListField {...props}>
        <Group className={styles.box}>
          <Input
            ref={input}
            className={styles.input}
            placeholder={placeholder}
            onKeyDown={takeOnly}
            onPointerDown={() => (isEntering.current = document.activeElement !== input.current)}
            // Whoever comes by a pointer types in place of what is chosen, as by the keyboard; a second click sets the caret.
            onClick={() => {
              if (isEntering.current) input.current?.select()
            }}
          />
          <Button className={styles.open} aria-label={openLabel}>
            <Icon name="chevron-down" size={16} />
          </Button>
        </Group>
      </ListField>
    </AriaComboBox>
  )
}
