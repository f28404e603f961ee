import { classes } from './classes'
import styles from './StateDot.module.css'

/** State of a door: a filled, a hollow and a half dot and a dash, so that nobody needs the colours. */
export type DoorState = 'locked' | 'open' | 'unknown' | 'no-bridge'

/** The dot before a door's state. Decoration: the state stands beside it in words. */
export function StateDot({ state }: { state: DoorState }) {
  return <span aria-hidden className={classes(styles.dot, styles[state])} />
}
