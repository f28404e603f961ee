import type { ReactNode } from 'react'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import styles from './Card.module.css'

/** A page that says one thing and asks for one: a card in its middle. */
export function Card({
  icon,
  title,
  wide = false,
  children,
}: {
  icon: IconName
  title: ReactNode
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
