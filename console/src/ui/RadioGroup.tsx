import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'
import { classes } from './classes'
import field from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import styles from './RadioGroup.module.css'

/** One choice of a radio group. */
export interface Choice<V extends string> {
  value: V
  label: string
  detail?: string
  isDisabled?: boolean
}

/** Choices below each other, of which one holds. */
export function RadioGroup<V extends string>({
  label,
  description,
  error,
  labelHidden,
  choices,
  value,
  onChange,
  isDisabled,
  className,
}: FieldTexts & {
  choices: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  isDisabled?: boolean
  className?: string
}) {
  return (
    <AriaRadioGroup
      value={value}
      onChange={(chosen) => onChange(chosen as V)}
      isDisabled={isDisabled}
      isInvalid={error != null}
      className={classes(field.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : field.label}>{label}</Label>
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} isDisabled={choice.isDisabled} className={styles.radio}>
          <span className={styles.dot} aria-hidden />
          <span>
            {choice.label}
            {choice.detail && <small>{choice.detail}</small>}
          </span>
        </Radio>
      ))}
      <FieldText description={description} error={error} />
    </AriaRadioGroup>
  )
}
