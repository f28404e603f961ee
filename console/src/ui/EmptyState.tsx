import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon'

/** What stands where nothing is to be shown: what happened, what it means, what to do next. */
export function EmptyState({
  icon,
  title,
  tone = 'neutral',
  level = 2,
  announced,
  children,
  actions,
}: {
  icon: IconName
  title: ReactNode
  tone?: 'neutral' | 'danger'
  /** Rank of the title among the page's headings. */
  level?: 1 | 2 | 3
  /** Where it is what failed, and screen readers say it at once: any number, and another one to have it said again. */
  announced?: number
  children?: ReactNode
  actions?: ReactNode
}) {
  const Title = `h${level}` as const
  const words = (
    <>
      <Title className={styles.title}>{title}</Title>
      {children != null && <div className={styles.text}>{children}</div>}
    </>
  )
  return (
    <div className={classes(styles.empty, styles[tone])}>
      <span className={styles.icon}>
        <Icon name={icon} size={32} />
      </span>
      {announced === undefined ? (
        words
      ) : (
        <div key={announced} role="alert" className={styles.words}>
          {words}
        </div>
      )}
      {actions != null && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
