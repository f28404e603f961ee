import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import styles from './AccessLine.module.css'
import type { Look, Said } from './words'

const icons: Record<Look, IconName | null> = {
  none: 'plus',
  waiting: null,
  unknown: 'help',
  expired: 'warning',
  permanent: 'key',
  temporary: 'clock',
  recurring: 'week',
}

/** One line of a list of accesses: who or what (`children`), and below it the access in full words. */
export function AccessLine({
  said,
  sentence,
  onPress,
  children,
}: {
  said: Said
  sentence: string
  onPress?: () => void
  children: ReactNode
}) {
  const content = (
    <>
      <span className={styles.name}>{children}</span>
      <FullAccess said={said} gives={onPress !== undefined} />
    </>
  )
  if (onPress === undefined) return <div className={styles.line}>{content}</div>
  return (
    <AriaButton aria-label={sentence} aria-haspopup="dialog" className={styles.line} onPress={onPress}>
      {content}
    </AriaButton>
  )
}

/** An access in full words, with its drawing and colours. Where there is none it says so, or with `gives` that a press gives it. */
export function FullAccess({ said, text, gives = false }: { said: Said; text?: string; gives?: boolean }) {
  const { t } = useTranslation()
  const isNone = said.look === 'none'
  const icon = isNone && !gives ? null : icons[said.look]
  return (
    <span className={classes(styles.chip, styles[said.look], said.indirect && styles.indirect)}>
      {icon && <Icon name={icon} />}
      <span>{isNone ? t(gives ? 'dashboard.list.give' : 'dashboard.list.none') : capital(text ?? said.full)}</span>
    </span>
  )
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
