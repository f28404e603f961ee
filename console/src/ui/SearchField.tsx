import {
  Button,
  Group,
  Input,
  Label,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { Icon } from './Icon'

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'children' | 'style'> {
  /** Read by screen readers; the placeholder is what is seen. */
  label: string
  placeholder?: string
  className?: string
}

/** A search term with a clear button; Escape clears too. */
export function SearchField({ label, placeholder, className, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} className={classes(styles.field, className)}>
      <Label className="visually-hidden">{label}</Label>
      <Group className={styles.box}>
        <Icon name="search" size={16} />
        <Input className={styles.input} placeholder={placeholder ?? label} />
        <Button className={styles.clear}>
          <Icon name="close" size={16} />
        </Button>
      </Group>
    </AriaSearchField>
  )
}
