import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import styles from './Tooltip.module.css'

/** Shown after this long under the pointer, in milliseconds. At once on keyboard focus. */
const delay = 750
/** Stays this long after the pointer has left, in milliseconds. */
const closeDelay = 250

/** A hint about a button or link (`children`, one focusable element of React Aria). */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <TooltipTrigger delay={delay} closeDelay={closeDelay}>
      {children}
      <AriaTooltip offset={6} className={styles.tooltip}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
