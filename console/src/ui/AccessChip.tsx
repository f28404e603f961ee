import colours from './access.module.css'
import styles from './AccessChip.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

/** Kinds of access that have a colour and a drawing. */
export type ChipKind = 'permanent' | 'temporary' | 'recurring'

/** The drawing of each kind, and of what has expired. */
export const chipIcons: Record<ChipKind | 'expired', IconName> = {
  permanent: 'key',
  temporary: 'clock',
  recurring: 'week',
  expired: 'warning',
}

/**
 * An access in words: when (`title`) and how (`detail`). Reaching it through a group outlines it in dashes; an expired one is
 * grey with a warning sign.
 */
export function AccessChip({
  kind,
  title,
  detail,
  indirect = false,
  expired = false,
  className,
}: {
  kind: ChipKind
  title: string
  detail?: string
  indirect?: boolean
  expired?: boolean
  className?: string
}) {
  const look = expired ? 'expired' : kind
  return (
    <span className={classes(colours.access, styles.chip, colours[look], indirect && colours.indirect, className)}>
      <Icon name={chipIcons[look]} />
      <span className={styles.text}>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </span>
    </span>
  )
}
