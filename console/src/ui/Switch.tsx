import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { classes } from './classes'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  /** A quieter second line, such as why the switch cannot be moved. */
  description?: ReactNode
  className?: string
  children: ReactNode
}

/** A setting that is on or off. */
export function Switch({ description, className, children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={classes(styles.switch, className)}>
      <span className={styles.track} aria-hidden />
      <span className={styles.text}>
        {children}
        {description != null && <small>{description}</small>}
      </span>
    </AriaSwitch>
  )
}
