import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import styles from './Checkbox.module.css'
import { classes } from './classes'
import { Icon } from './Icon'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> {
  className?: string
  children: ReactNode
}

/** A yes or no with its label. */
export function Checkbox({ className, children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={classes(styles.checkbox, className)}>
      {({ isIndeterminate, isSelected }) => (
        <>
          <span className={styles.box}>
            {isIndeterminate ? <Icon name="minus" size={14} /> : isSelected && <Icon name="tick" size={14} />}
          </span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  )
}
