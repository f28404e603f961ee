import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { classes } from './classes'
import field from './Field.module.css'
import { Icon } from './Icon'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  /** A quieter second line, such as why the switch cannot be moved. */
  description?: ReactNode
  /** What is wrong with the setting. */
  error?: ReactNode
  className?: string
  children: ReactNode
}

/** A setting that is on or off. */
export function Switch({ description, error, className, children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={classes(styles.switch, className)}>
      <span className={styles.track} aria-hidden />
      <span className={styles.text}>
        {children}
        {description != null && <small>{description}</small>}
        {error != null && (
          <span className={field.error}>
            <Icon name="warning" size={16} />
            <span>{error}</span>
          </span>
        )}
      </span>
    </AriaSwitch>
  )
}
