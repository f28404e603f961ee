import { toCalendarDate, type CalendarDate, type CalendarDateTime, type ZonedDateTime } from '@internationalized/date'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DatePicker,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components'
import { classes } from './classes'
import { DateParts, type Lack } from './DateParts'
import styles from './DateTimePicker.module.css'
import field from './Field.module.css'
import { FieldText, type FieldTexts } from './FieldText'
import { Icon } from './Icon'
import { useWholeValue } from './use-whole-value'

/**
 * A day and a time of day, or with the `granularity` of a day that alone. With a `ZonedDateTime` the instant is the one that the wall
 * clock of its zone shows; the zone is not printed, the screen names it. Typing and a calendar lead to the same value.
 */
export function DateTimePicker<T extends ZonedDateTime | CalendarDateTime | CalendarDate>({
  granularity = 'minute',
  label,
  description,
  error,
  labelHidden,
  value,
  mayBeEmpty,
  onChange,
  onIncomplete,
  onPick,
  placeholderValue,
  minValue,
  maxValue,
  firstDay,
  isDisabled,
  className,
}: FieldTexts & {
  /** `day` for a `CalendarDate`. */
  granularity?: 'minute' | 'day'
  value: T | null
  /** Whether a field that had a value can be emptied; it otherwise shows again what counts. */
  mayBeEmpty?: boolean
  /** Called with whole values, and with null when a field that had none, or that may be empty, is emptied. */
  onChange: (value: T | null) => void
  /** Told what keeps the parts from being a value, or null; what counted before then still does. */
  onIncomplete?: (lack: Lack | null) => void
  /** Called after `onChange` with a day that was picked in the calendar, which says nothing of its time. */
  onPick?: (day: CalendarDate) => void
  /** Where the calendar and the arrow keys begin without a value, and whose zone then counts. */
  placeholderValue?: T
  minValue?: T
  maxValue?: T
  /** The first day that the calendar offers. An earlier one can still be typed, for the screen to say what is wrong with it. */
  firstDay?: CalendarDate
  isDisabled?: boolean
  className?: string
}) {
  const { box, shown, changed, onFilling } = useWholeValue<T>({ value, mayBeEmpty, onChange, onIncomplete })
  return (
    <DatePicker<ZonedDateTime | CalendarDateTime | CalendarDate>
      granularity={granularity}
      hideTimeZone
      shouldForceLeadingZeros
      value={shown}
      onChange={(next) => changed(next as T | null)}
      placeholderValue={placeholderValue}
      minValue={minValue}
      maxValue={maxValue}
      isDisabled={isDisabled}
      isInvalid={error != null ? true : undefined}
      className={classes(field.field, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : field.label}>{label}</Label>
      <Group ref={box} className={classes(field.box, styles.box)}>
        <DateParts onFilling={onFilling} />
        <Button className={field.clear}>
          <Icon name="calendar" size={18} />
        </Button>
      </Group>
      <FieldText description={description} error={error} />
      <Popover className={classes(field.popover, styles.popover)} offset={4}>
        <Dialog className={styles.dialog}>
          <Calendar {...(firstDay && { minValue: firstDay })} onChange={(day) => onPick?.(toCalendarDate(day))}>
            <header className={styles.month}>
              <Button slot="previous" className={field.clear}>
                <Icon name="chevron-left" size={18} />
              </Button>
              <Heading className={styles.heading} />
              <Button slot="next" className={field.clear}>
                <Icon name="chevron-right" size={18} />
              </Button>
            </header>
            <CalendarGrid className={styles.days} weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
