import styles from './Avatar.module.css'
import { classes } from './classes'
import { initials } from './initials'

/** A person's (round) or a group's (square) first letters. Decoration: the name stands beside it. */
export function Avatar({
  name,
  group = false,
  size = 'medium',
}: {
  name: string
  group?: boolean
  size?: 'small' | 'medium' | 'large'
}) {
  return (
    <span aria-hidden className={classes(styles.avatar, styles[size], group && styles.group)}>
      {initials(name)}
    </span>
  )
}
