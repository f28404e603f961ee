import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes'
import { Facts } from '../../ui/Facts'
import { Icon, type IconName } from '../../ui/Icon'
import colours from '../../ui/access.module.css'
import { chipIcons } from '../../ui/AccessChip'
import styles from './AccessItem.module.css'
import type { Look, CellWords } from './words'

const icons: Record<Look, IconName | null> = { ...chipIcons, none: 'plus', waiting: null, unknown: 'help' }

/** The colours of each look: what is not known, or not yet, is as grey as what has expired. */
const boxes: Record<Look, string | undefined> = {
  none: styles.none,
  waiting: colours.expired,
  unknown: colours.expired,
  expired: colours.expired,
  permanent: colours.permanent,
  temporary: colours.temporary,
  recurring: colours.recurring,
}

/** One entry of a list of accesses: who or what (`children`), and below it the access in full words. */
export function AccessItem({
  words,
  sentence,
  isLeft = false,
  onPress,
  children,
}: {
  words: CellWords
  sentence: string
  /** Whether the focus goes to it from an overlay that no element opened. */
  isLeft?: boolean
  onPress?: () => void
  children: ReactNode
}) {
  const content = (
    <>
      <span className={styles.name}>{children}</span>
      <FullAccess words={words} gives={onPress !== undefined} />
    </>
  )
  if (onPress === undefined) return <div className={styles.item}>{content}</div>
  return (
    <AriaButton
      aria-label={sentence}
      aria-haspopup="dialog"
      data-left={isLeft || undefined}
      className={styles.item}
      onPress={onPress}
    >
      {content}
    </AriaButton>
  )
}

/**
 * An access in full words, or in those of its `statements` that are given, with its drawing and colours. Where there is none it says so,
 * or with `gives` that a press gives it.
 */
export function FullAccess({
  words,
  statements = words.full,
  gives = false,
}: {
  words: CellWords
  statements?: readonly string[]
  gives?: boolean
}) {
  const { t } = useTranslation()
  const { look } = words
  const icon = look === 'none' && !gives ? null : icons[look]
  return (
    <span className={classes(colours.access, styles.chip, boxes[look], words.indirect && colours.indirect)}>
      {icon && <Icon name={icon} />}
      {look === 'none' && <span>{t(gives ? 'dashboard.list.give' : 'dashboard.list.none')}</span>}
      {look === 'waiting' && <span>{t('dashboard.list.waiting')}</span>}
      {look !== 'none' && look !== 'waiting' && <Facts facts={statements} />}
    </span>
  )
}
