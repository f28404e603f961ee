import { classes } from './classes'
import styles from './StateDot.module.css'

/** State of a door: a filled, a hollow and a crossed dot, so that colour is not needed to tell them apart. */
export type DoorState = 'locked' | 'open' | 'unknown' | 'no-bridge'

/** The dot before a door's state. Decoration: the state stands beside it in words. */
export function StateDot({ state }: { state: DoorState }) {
  return <span aria-hidden className={classes(styles.dot, styles[state])} />
}
