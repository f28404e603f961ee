import type { Time } from '@internationalized/date'
import { Label, TimeField as AriaTimeField } from 'react-aria-components'
import { classes } from './classes'
import { DateParts, type Lack } from './DateParts'
import styles from './DateTimePicker.module.css'
import field from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'
import { useWholeValue } from './use-whole-value'

/** A time of day by the wall clock, without a day or a zone. */
export function TimeField({
  label,
  description,
  error,
  labelHidden,
  value,
  onChange,
  onIncomplete,
  minValue,
  maxValue,
  isDisabled,
  className,
}: FieldTexts & {
  value: Time | null
  /** Called with whole values, and with null when a field that had none is emptied. */
  onChange: (value: Time | null) => void
  /** Told what keeps the parts from being a value, or null; what counted before then still does. */
  onIncomplete?: (lack: Lack | null) => void
  minValue?: Time
  maxValue?: Time
  isDisabled?: boolean
  className?: string
}) {
  const { box, shown, changed, onFilling } = useWholeValue<Time>({ value, onChange, onIncomplete })
  return (
    <AriaTimeField<Time>
      granularity="minute"
      shouldForceLeadingZeros
      value={shown}
      onChange={changed}
      minValue={minValue}
      maxValue={maxValue}
      isDisabled={isDisabled}
      isInvalid={error != null ? true : undefined}
      className={classes(field.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : field.label}>{label}</Label>
      {/* No group of React Aria's: its field has one already, around the parts. */}
      <div
        ref={box}
        data-invalid={error != null || undefined}
        data-disabled={isDisabled || undefined}
        className={classes(field.box, styles.box)}
      >
        <Icon name="clock" size={16} />
        <DateParts onFilling={onFilling} />
      </div>
      <FieldText description={description} error={error} />
    </AriaTimeField>
  )
}
