import { useRef } from 'react'
import {
  Button,
  Group,
  Input,
  Label,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'>, FieldTexts {
  placeholder?: string
  /** Name of the button that empties the field; without it there is none. The field has to be given its `value`. */
  clearLabel?: string
  className?: string
}

/** One line of text with its label. */
export function TextField({
  label,
  description,
  error,
  labelHidden,
  placeholder,
  clearLabel,
  className,
  ...props
}: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <AriaTextField {...props} isInvalid={error != null || props.isInvalid} className={classes(styles.field, className)}>
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <Group className={styles.box}>
        <Input ref={input} className={styles.input} placeholder={placeholder} />
        {clearLabel !== undefined && props.value !== '' && (
          // By keyboard the text is selected and deleted: a stop between one field and the next would be in the way.
          <Button excludeFromTabOrder aria-label={clearLabel} className={styles.clear} onPress={clear}>
            <Icon name="close" size={16} />
          </Button>
        )}
      </Group>
      <FieldText description={description} error={error} />
    </AriaTextField>
  )

  function clear() {
    props.onChange?.('')
    input.current?.focus()
  }
}
