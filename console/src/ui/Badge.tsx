import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes'

/** A count or a word on a pill. */
export function Badge({ tone = 'neutral', children }: { tone?: 'neutral' | 'brand' | 'danger'; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
