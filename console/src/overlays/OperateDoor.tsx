import { useTranslation } from 'react-i18next'
import { notPairedText } from '../api/errors'
import { useOperation } from '../api/queries/operation'
import { dateTimeText, percentText, timeText } from '../i18n/format'
import type { ConditionEntry } from '../model/entries'
import { shortened } from '../i18n/isolate'
import { Note } from '../ui/Note'
import { OperateLock } from '../ui/OperateLock'

/**
 * Locks and unlocks a door through its bridge, in the lock overlay and on a guest's page alike. Without a bridge it
 * says so.
 */
export function OperateDoor({
  serial,
  name,
  condition: known,
  timezone,
  hasBridge,
  assume,
  isDisabled = false,
  isHidden = false,
}: {
  serial: string
  /** Name of the door, for the question before it is operated. */
  name: string
  condition: ConditionEntry | undefined
  timezone: string | null
  hasBridge: boolean
  /** Id of the identity to act as, where that is not the one of the chosen domain. */
  assume?: string
  isDisabled?: boolean
  /** The person may not know at the moment how the door stands: what was known before is not shown. */
  isHidden?: boolean
}) {
  const { t } = useTranslation()
  const { operation, run } = useOperation(serial, assume)
  const condition = isHidden ? undefined : known
  if (!hasBridge) return <Note>{notPairedText()}</Note>

  const zone = timezone ?? 'UTC'
  const at = condition?.at == null ? null : Date.parse(condition.at)
  // What was done here is known before the door's own message arrives, and forgotten once that is newer or may not be known any more.
  const own =
    !isHidden && operation.bolt !== null && (at === null || operation.endedAt === null || operation.endedAt > at)
  const state =
    own && operation.bolt !== null ? operation.bolt : away(condition) ? 'Unknown' : (condition?.state ?? 'Unknown')
  const since = own ? operation.endedAt : at
  const details = [
    isHidden ? t('operate.hidden') : null,
    since === null || state === 'Unknown' ? null : t('operate.asOf', { when: dateTimeText(since, zone) }),
    condition?.battery_level == null ? null : t('operate.battery', { percent: percentText(condition.battery_level) }),
  ].filter((part) => part !== null)
  const ended = operation.endedAt === null ? '' : timeText(operation.endedAt, zone, true)

  return (
    <OperateLock
      texts={{
        lock: t('operate.lock'),
        unlock: t('operate.unlock'),
        locking: t('operate.locking'),
        unlocking: t('operate.unlocking'),
        confirmLock: t('operate.confirmLock', { door: shortened(name) }),
        confirmUnlock: t('operate.confirmUnlock', { door: shortened(name) }),
        confirm: t('operate.confirm'),
        cancel: t('operate.cancel'),
        stages: t('operate.stages'),
        stage: {
          sent: t('operate.sent'),
          at_bridge: t('operate.at_bridge'),
          moving: t('operate.moving'),
          done: operation.phase === 'succeeded' ? t('operate.doneAt', { when: ended }) : t('operate.done'),
        },
      }}
      state={state}
      stateText={t(`operate.${state}`)}
      stateDetails={details}
      phase={operation.phase}
      turn={operation.turn}
      stage={operation.stage}
      outcome={outcome()}
      isDisabled={isDisabled || operation.waitUntil !== null}
      onOperate={run}
    />
  )

  function outcome() {
    if (operation.phase === 'succeeded') {
      return {
        tone: 'success' as const,
        text: t(operation.turn === 'lock' ? 'operate.lockedDone' : 'operate.unlockedDone'),
      }
    }
    if (operation.phase !== 'failed' || operation.error === null) return null
    // The bolt stands where it should: nothing failed at the door.
    return { tone: operation.bolt === null ? ('danger' as const) : ('info' as const), text: operation.error }
  }
}

function away(condition: ConditionEntry | undefined): boolean {
  return condition?.bridge === 'offline'
}
