import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { Button } from '../../ui/Button'
import { Icon, type IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import styles from './guests.module.css'

/**
 * Somebody who is entered and not asked for yet: what is wrong with the name, if anything, what else is asked of them, and how to take them
 * out.
 */
export function NewGuest({
  row,
  name,
  problem,
  text,
  icon = 'person',
  removeLabel,
  isPending,
  onRemove,
  children,
}: {
  /** What tells the row from others. */
  row: string
  name: string
  /** What is wrong, in words; null where nothing is. */
  problem: string | null
  /** What is said of them where nothing is wrong; else that they are new. */
  text?: string
  icon?: IconName
  /** What taking them out is called, where the name alone does not say it. */
  removeLabel?: string
  isPending: boolean
  onRemove: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <li data-state="new" data-invalid={problem === null ? undefined : true}>
      <Icon name={problem === null ? icon : 'warning'} size={18} />
      <span className={styles.who}>
        <b>
          <Name>{name}</Name>
        </b>
        <small>{problem ?? text ?? t('guests.new')}</small>
      </span>
      {children}
      <Button
        variant="quiet"
        icon="close"
        data-removes={row}
        isDisabled={isPending}
        aria-label={removeLabel ?? t('guests.remove', { name: shortened(name) })}
        onPress={onRemove}
      />
    </li>
  )
}
