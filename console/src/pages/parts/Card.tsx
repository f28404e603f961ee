import type { ReactNode } from 'react'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import styles from './Card.module.css'

/** The one card of a page that says one thing and asks for one; most of them are for who is not signed in. */
export function Card({
  icon = 'door',
  title,
  wide = false,
  children,
}: {
  icon?: IconName
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <section data-skip-to className={classes(styles.card, wide && styles.wide)}>
        <span className={styles.mark}>
          <Icon name={icon} size={32} />
        </span>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  )
}
