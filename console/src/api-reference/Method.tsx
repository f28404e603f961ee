import { classes } from '../ui/classes'
import styles from './Method.module.css'

/** The method of an operation; what it is in colour, it is in letters too. */
export function Method({ children }: { children: string }) {
  return <span className={classes(styles.method, styles[children.toLowerCase()])}>{children}</span>
}
