import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'
import styles from './Card.module.css'

/** The one card of a page on which nobody has to be signed in. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <span className={styles.mark}>
          <Icon name="door" size={32} />
        </span>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  )
}
