import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { Domain } from '../../model/domain'
import type { Column } from '../../model/grid'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { StateDot } from '../../ui/StateDot'
import { columnText, columnWords } from './heads'
import { viewerZone } from '../../overlays/viewer-zone'
import styles from './LockList.module.css'
import { usePlaceLeft } from './use-place-opened'

/** The locks alone, for who looks after them and not after people: how each stands, and what it is at a press. */
export function LockList({
  domain,
  columns,
  now,
  onDoor,
}: {
  domain: Domain
  columns: readonly Column[]
  now: number
  onDoor: (column: Column) => void
}) {
  const { t } = useTranslation()
  const viewer = viewerZone()
  const left = usePlaceLeft()
  const locks = columns.filter(({ kind }) => kind === 'lock')
  return (
    <ul data-skip-to aria-label={t('dashboard.list.locks')} className={styles.list}>
      {locks.map((column) => {
        const words = columnWords(domain, column, now, viewer)
        const { name, door } = words
        return (
          <li key={column.id}>
            <AriaButton
              aria-haspopup="dialog"
              data-left={(left?.row === null && left.column === column.id) || undefined}
              className={styles.lock}
              onPress={() => onDoor(column)}
            >
              <span className={styles.words}>
                <b>
                  <Name>{name}</Name>
                </b>
                <small className={door?.low ? styles.low : undefined}>
                  {door && <StateDot state={door.state} />}
                  {columnText(words)}
                </small>
              </span>
              <Icon name="chevron-right" size={18} />
            </AriaButton>
          </li>
        )
      })}
    </ul>
  )
}
