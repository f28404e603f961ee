import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import { clockText } from '../../i18n/format'
import type { EditedCell } from '../../model/editor'

/** By whose clock the editor tells times, and what it shows now. */
export function DoorClock({ cell: { locks, unzonedLocks, clock }, now }: { cell: EditedCell; now: number }) {
  const { t } = useTranslation()
  const { zone } = clock
  const time = clockText(now, zone)
  if (clock.named === 'instants') return t('access.atDoorsMixed', { time })
  if (locks.length === 0) return t('access.atNoDoor', { time })
  if (unzonedLocks.length === locks.length) return t('access.atDoorUtc', { time })
  return t(locks.length === 1 ? 'access.atDoor' : 'access.atDoors', { clock: clockNameText(zone), time })
}

/** What the switch of remote operation says: what it allows, or why it cannot be moved. */
export function remoteText(cell: EditedCell, t: TFunction): string {
  switch (cell.remoteFixed) {
    case null:
      return t('access.remoteText')
    case 'no_bridge':
      return t('access.remoteFixed.noBridge', { count: cell.locks.length })
    case 'no_locks':
      return t('access.remoteFixed.noLocks')
    default:
      return t(`access.remoteFixed.${cell.remoteFixed}`)
  }
}
