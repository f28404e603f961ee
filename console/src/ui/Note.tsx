import type { ReactNode } from 'react'
import { Button } from './Button'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import styles from './Note.module.css'

/** What a note is about: something to know, to beware of, that failed, or that went well. */
export type NoteTone = 'info' | 'warning' | 'danger' | 'success'

const icons: Record<NoteTone, IconName> = { info: 'info', warning: 'warning', danger: 'danger', success: 'tick' }

/**
 * A sentence or two set off from the rest. `announce` makes screen readers say it when it appears: at once for what failed,
 * in the next pause for the rest. With `onDismiss` it has a close button named `dismissLabel`.
 */
export function Note({
  tone = 'info',
  title,
  announce = false,
  onDismiss,
  dismissLabel,
  action,
  children,
  className,
}: {
  tone?: NoteTone
  title?: ReactNode
  announce?: boolean
  onDismiss?: () => void
  dismissLabel?: string
  /** A button below the text. */
  action?: ReactNode
  children?: ReactNode
  className?: string
}) {
  const role = announce ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div role={role} className={classes(styles.note, styles[tone], className)}>
      <Icon name={icons[tone]} size={18} />
      <div className={styles.text}>
        {title != null && <strong>{title}</strong>}
        {children}
        {action != null && action !== false && <div className={styles.action}>{action}</div>}
      </div>
      {onDismiss && (
        <Button variant="quiet" icon="close" aria-label={dismissLabel} onPress={onDismiss} className={styles.dismiss} />
      )}
    </div>
  )
}
