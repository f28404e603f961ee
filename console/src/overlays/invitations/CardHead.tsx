import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTimeText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { Facts } from '../../ui/Facts'
import { Icon, type IconName } from '../../ui/Icon'
import styles from './invitations.module.css'

/** The head of an invitation's card: whom or what it is about, who sent it when, and until when it can be accepted. */
export function CardHead({
  icon,
  iconLabel,
  invitation: { sent_by, created_at, expires_at },
  children,
}: {
  icon: IconName
  /** What the drawing says, where it says something. */
  iconLabel?: string
  invitation: { sent_by: { display_name: string }; created_at: string; expires_at: string }
  children: ReactNode
}) {
  const { t } = useTranslation()
  const sender = sent_by.display_name
  const sent = t('invitations.sentAt', { date: dateTimeText(Date.parse(created_at)) })
  const until = t('invitations.until', { date: dateTimeText(Date.parse(expires_at)) })
  // Who has left the domain has no name there any more.
  const facts = sender === '' ? [sent, until] : [t('invitations.sentBy', { name: shortened(sender) }), sent, until]
  return (
    <div className={styles.head}>
      <Icon name={icon} size={20} label={iconLabel} />
      <div className={styles.who}>
        {children}
        <small>
          <Facts facts={facts} />
        </small>
      </div>
    </div>
  )
}
