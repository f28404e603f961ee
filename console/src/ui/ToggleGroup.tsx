import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { classes } from './classes'
import field from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import styles from './ToggleGroup.module.css'

/** Several short choices in a row, any of which may hold (the days of a week): checkboxes drawn as keys. */
export function ToggleGroup<V extends string>({
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
  /** `label` is seen, `name` is what a screen reader says. */
  choices: readonly { value: V; label: string; name?: string }[]
  value: readonly V[]
  onChange: (value: V[]) => void
  isDisabled?: boolean
  className?: string
}) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={(chosen) => onChange(chosen as V[])}
      isDisabled={isDisabled}
      isInvalid={error != null}
      className={classes(field.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : field.label}>{label}</Label>
      <div className={styles.row}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} value={choice.value} aria-label={choice.name} className={styles.toggle}>
            {choice.label}
          </Checkbox>
        ))}
      </div>
      <FieldText description={description} error={error} />
    </CheckboxGroup>
  )
}
