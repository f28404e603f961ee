import type { Time } from '@internationalized/date'
import { DateInput, DateSegment, Group, Label, TimeField as AriaTimeField } from 'react-aria-components'
import { classes } from './classes'
import styles from './DateTimePicker.module.css'
import field from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'

/** A time of day by the wall clock, without a day or a zone. */
export function TimeField({
  label,
  description,
  error,
  labelHidden,
  value,
  onChange,
  minValue,
  maxValue,
  isDisabled,
  className,
}: FieldTexts & {
  value: Time | null
  /** Called with null when the field is emptied. */
  onChange: (value: Time | null) => void
  minValue?: Time
  maxValue?: Time
  isDisabled?: boolean
  className?: string
}) {
  return (
    <AriaTimeField<Time>
      granularity="minute"
      shouldForceLeadingZeros
      value={value}
      onChange={onChange}
      minValue={minValue}
      maxValue={maxValue}
      isDisabled={isDisabled}
      isInvalid={error != null ? true : undefined}
      className={classes(field.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : field.label}>{label}</Label>
      <Group className={classes(field.box, styles.box)}>
        <Icon name="clock" size={16} />
        <DateInput className={styles.input}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
      </Group>
      <FieldText description={description} error={error} />
    </AriaTimeField>
  )
}
