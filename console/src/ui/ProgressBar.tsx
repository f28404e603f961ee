import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components'
import { classes } from './classes'
import styles from './ProgressBar.module.css'

/** How far something has come, in percent; without a value it is under way. */
export function ProgressBar({ label, value, className }: { label: string; value?: number; className?: string }) {
  return (
    <AriaProgressBar
      value={value}
      isIndeterminate={value === undefined}
      className={classes(styles.progress, className)}
    >
      {({ percentage, valueText }) => (
        <>
          <span className={styles.line}>
            <Label>{label}</Label>
            {percentage !== undefined && <span className={styles.value}>{valueText}</span>}
          </span>
          <svg className={styles.track} height="8" width="100%" aria-hidden focusable="false">
            <rect className={styles.rest} width="100%" height="8" rx="4" />
            <rect
              className={percentage === undefined ? styles.underWay : styles.done}
              width={`${percentage ?? 30}%`}
              height="8"
              rx="4"
            />
          </svg>
        </>
      )}
    </AriaProgressBar>
  )
}
