import {
  Group,
  Input,
  Label,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { classes } from './classes'
import styles from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'>, FieldTexts {
  placeholder?: string
  className?: string
}

/** One line of text with its label. */
export function TextField({
  label,
  description,
  error,
  labelHidden,
  placeholder,
  className,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error != null || props.isInvalid} className={classes(styles.field, className)}>
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <Group className={styles.box}>
        <Input className={styles.input} placeholder={placeholder} />
      </Group>
      <FieldText description={description} error={error} />
    </AriaTextField>
  )
}
