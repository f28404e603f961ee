import { TextField } from '../../ui/TextField'
import styles from './guests.module.css'

/**
 * A field in the row of somebody who is entered. Enter in it goes on to what is entered next: to the dialog it is a press of what sends
 * all.
 */
export function GuestField({
  onEnter,
  ...field
}: {
  label: string
  placeholder: string
  value: string
  maxLength: number
  isDisabled: boolean
  autoFocus?: boolean
  error?: string
  onChange: (typed: string) => void
  onEnter: () => void
}) {
  return (
    <TextField
      {...field}
      labelHidden
      autoComplete="off"
      className={styles.asked}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return event.continuePropagation()
        // What gets the focus is not pressed by it.
        event.preventDefault()
        if (!event.repeat && !event.nativeEvent.isComposing) onEnter()
      }}
    />
  )
}
