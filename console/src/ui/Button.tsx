import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './Button.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

/** `primary`: the one thing to do; `ghost`: outlined; `quiet`: bare, for bars; `danger`: destroys; `danger-solid`: confirms it. */
export type ButtonVariant = 'primary' | 'ghost' | 'quiet' | 'danger' | 'danger-solid'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  icon?: IconName
  /** With `isPending`, shown in place of the children while the call runs, and told to screen readers. */
  pendingLabel?: string
  /** Its press confirms what an earlier one has asked. */
  isArmed?: boolean
  className?: string
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/**
 * So long what confirms takes no press, in milliseconds: more than lies between the two clicks of a double-click, which systems allow 500
 * for, since the second would answer what nobody has read.
 */
export const ARMING = 700

/**
 * A button. One without children needs an `aria-label`. While it is pending it keeps the focus but does nothing, and so does one that
 * becomes disabled under the focus, until the focus leaves it: who works by keyboard would otherwise stand nowhere.
 * One that is armed looks as always from the first, and takes presses a moment later.
 */
export function Button({
  variant = 'ghost',
  icon,
  isPending = false,
  pendingLabel,
  isArmed = false,
  className,
  children,
  isDisabled = false,
  onPress,
  onFocusChange,
  type,
  ...props
}: ButtonProps) {
  const [isFocused, setFocused] = useState(false)
  const holdsFocus = isDisabled && isFocused
  const isEarly = useEarly(isArmed)
  // React Aria's own pending state announces by reference to the button, which may be gone when the announcement is read.
  const inert = {
    'aria-disabled': true,
    'data-pending': isPending || undefined,
    'data-resting': holdsFocus || undefined,
  }
  return (
    <>
      <AriaButton
        {...props}
        {...(isPending || holdsFocus || isEarly ? inert : { onPress, type })}
        isDisabled={isDisabled && !isFocused}
        onFocusChange={(focused) => {
          setFocused(focused)
          onFocusChange?.(focused)
        }}
        className={classes(styles.button, styles[variant], children == null && styles.square, className)}
      >
        {isPending ? <span className={styles.waiting} aria-hidden /> : icon && <Icon name={icon} size={18} />}
        {isPending && pendingLabel ? pendingLabel : children}
      </AriaButton>
      {pendingLabel && (
        <span role="status" className="visually-hidden">
          {isPending && pendingLabel}
        </span>
      )}
    </>
  )
}

/** Whether it was armed just now. */
function useEarly(isArmed: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const timer = setTimeout(() => setReady(true), ARMING)
    return () => {
      clearTimeout(timer)
      setReady(false)
    }
  }, [isArmed])
  return isArmed && !isReady
}

/**
 * A link that looks like a button, for addresses outside the console: in a tab of their own, or where the console `leaves` for them in its
 * place.
 */
export function ButtonLink({
  href,
  variant = 'quiet',
  icon,
  leaves = false,
  children,
}: {
  href: string
  variant?: ButtonVariant
  icon?: IconName
  leaves?: boolean
  children: ReactNode
}) {
  return (
    <AriaLink href={href} {...(!leaves && away)} className={classes(styles.button, styles[variant])}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </AriaLink>
  )
}

/** What opens a tab of its own, that knows nothing of this one. */
const away = { target: '_blank', rel: 'noopener' }
