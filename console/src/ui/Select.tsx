import type { ReactNode } from 'react'
import { Button, Select as AriaSelect, SelectValue, type Key } from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { Icon } from './Icon'
import { fieldProps, ListField, type ListFieldProps } from './ListField'
import own from './Select.module.css'

/** One of several choices behind a button. */
export function Select<K extends Key = string>(props: ListFieldProps<K> & { icon?: ReactNode }) {
  const { options, value, onChange, placeholder, icon } = props
  return (
    <AriaSelect
      {...fieldProps(props)}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as K)
      }}
      placeholder={placeholder}
    >
      <ListField {...props} items={options}>
        <Button className={classes(styles.box, own.button)}>
          {icon}
          <SelectValue className={own.value}>
            {({ isPlaceholder, selectedText, defaultChildren }) =>
              isPlaceholder ? defaultChildren : <span title={selectedText}>{selectedText}</span>
            }
          </SelectValue>
          <Icon name="chevron-down" size={16} />
        </Button>
      </ListField>
    </AriaSelect>
  )
}
