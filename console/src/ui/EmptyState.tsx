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
  children,
  actions,
}: {
  icon: IconName
  title: ReactNode
  tone?: 'neutral' | 'danger'
  /** Rank of the title among the page's headings. */
  level?: 1 | 2 | 3
  children?: ReactNode
  actions?: ReactNode
}) {
  const Title = `h${level}` as const
  return (
    <div className={classes(styles.empty, styles[tone])}>
      <span className={styles.icon}>
        <Icon name={icon} size={32} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children != null && <div className={styles.text}>{children}</div>}
      {actions != null && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
