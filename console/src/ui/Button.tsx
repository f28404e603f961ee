import type { ReactNode } from 'react'
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './Button.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

/** `primary`: the one thing to do; `ghost`: outlined; `quiet`: bare, for bars; `danger`: destroys; `danger-solid`: confirms it. */
export type ButtonVariant = 'primary' | 'ghost' | 'quiet' | 'danger' | 'danger-solid'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  icon?: IconName
  /** With `isPending`, shown in place of the children while the call runs; the button keeps the focus but does nothing. */
  pendingLabel?: string
  className?: string
  children?: ReactNode
}

/** A button. One without children needs an `aria-label`. */
export function Button({ variant = 'ghost', icon, pendingLabel, className, children, ...props }: ButtonProps) {
  const waits = Boolean(props.isPending)
  return (
    <AriaButton
      {...props}
      className={classes(styles.button, styles[variant], children == null && styles.square, className)}
    >
      {waits ? <span className={styles.waiting} aria-hidden /> : icon && <Icon name={icon} size={18} />}
      {waits && pendingLabel ? pendingLabel : children}
    </AriaButton>
  )
}

/** A link that looks like a button, for addresses outside the console. */
export function ButtonLink({
  href,
  variant = 'quiet',
  icon,
  children,
}: {
  href: string
  variant?: ButtonVariant
  icon?: IconName
  children: ReactNode
}) {
  return (
    <AriaLink href={href} target="_blank" rel="noopener" className={classes(styles.button, styles[variant])}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </AriaLink>
  )
}
