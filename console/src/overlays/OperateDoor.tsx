import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { notPairedText } from '../api/errors'
import { useOperation, type OperationState } from '../api/queries/operation'
import { dateTimeText, percentText, timeText } from '../i18n/format'
import type { ConditionEntry } from '../model/entries'
import { shortened } from '../i18n/isolate'
import { Note } from '../ui/Note'
import { OperateLock } from '../ui/OperateLock'

/** How long it is told that the bolt was turned, in milliseconds: what the door is shown as says it too. */
export const shownFor = 30_000

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
  isGuest = false,
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
  /** The person cannot see to the bridge: they are told what they can do instead. */
  isGuest?: boolean
}) {
  const { t } = useTranslation()
  const { operation, run } = useOperation(serial, assume)
  const last = useLastKnown(serial, operation)
  const condition = isHidden ? undefined : known
  const isOver = useIsOver(operation, condition)
  if (!hasBridge) return <Note>{notPairedText()}</Note>

  const zone = timezone ?? 'UTC'
  const at = condition?.at == null ? null : Date.parse(condition.at)
  // What was done here is known before the door's own message arrives, also while something else is tried after it; it is forgotten
  // once that message is newer or may not be known any more.
  const own = isHidden || last === null || (at !== null && at >= last.at) ? null : last
  const state = own?.bolt ?? (away(condition) ? 'Unknown' : (condition?.state ?? 'Unknown'))
  const since = own?.at ?? at
  const details = [
    isHidden ? t('operate.hidden') : null,
    since === null || state === 'Unknown' ? null : t('operate.asOf', { when: dateTimeText(since, zone) }),
    condition?.battery_level == null ? null : t('operate.battery', { percent: percentText(condition.battery_level) }),
  ].filter((part) => part !== null)
  const door = shortened(name)
  const stages = {
    sent: t('operate.sent'),
    at_bridge: t('operate.at_bridge'),
    moving: t('operate.moving'),
    done: t('operate.done'),
  }
  const ended = operation.endedAt === null ? '' : timeText(operation.endedAt, zone, true)

  return (
    <OperateLock
      texts={{
        lock: t('operate.lock'),
        unlock: t('operate.unlock'),
        locking: t('operate.locking'),
        unlocking: t('operate.unlocking'),
        question: { lock: t('operate.confirmLock', { door }), unlock: t('operate.confirmUnlock', { door }) },
        confirm: { lock: t('operate.sureLock', { door }), unlock: t('operate.sureUnlock', { door }) },
        cancel: t('operate.cancel'),
        stages: t('operate.stages'),
        stage: {
          ...stages,
          done: operation.phase === 'succeeded' ? t('operate.doneAt', { when: ended }) : stages.done,
        },
        stageFailed: {
          sent: t('operate.failed.sent'),
          at_bridge: t('operate.failed.at_bridge'),
          moving: t('operate.failed.moving'),
          done: t('operate.failed.done'),
        },
        stageIn: (state, stage) => (
          <Trans
            i18nKey={`operate.stage.${state}`}
            values={{ stage }}
            components={{ state: <span className="visually-hidden" /> }}
          />
        ),
      }}
      state={state}
      stateText={isHidden ? null : t(`operate.${state}`)}
      stateDetails={details}
      phase={isOver ? 'idle' : operation.phase}
      direction={operation.direction}
      stage={operation.stage}
      outcome={outcome()}
      beware={away(condition) ? awayText() : null}
      isDisabled={isDisabled || operation.waitUntil !== null}
      onOperate={run}
    />
  )

  function awayText(): string {
    if (condition?.bridge_since == null) return t('operate.bridgeAway')
    return t('operate.bridgeAwaySince', { when: dateTimeText(Date.parse(condition.bridge_since), zone) })
  }

  function outcome() {
    if (isOver) return null
    if (operation.phase === 'succeeded') {
      return {
        tone: 'success' as const,
        text: t(operation.direction === 'lock' ? 'operate.lockedDone' : 'operate.unlockedDone'),
      }
    }
    if (operation.phase !== 'failed' || operation.error === null) return null
    // The bolt stands where it should: nothing failed at the door.
    const text = isGuest && operation.isBridgeAway ? t('operate.guestBridgeAway') : operation.error
    return { tone: operation.bolt === null ? ('danger' as const) : ('info' as const), text }
  }
}

/** Where the last operation that told it left the bolt, and when: another that fails takes nothing back. */
function useLastKnown(serial: string, { bolt, endedAt }: OperationState) {
  const [known, setKnown] = useState<{ serial: string; bolt: 'Locked' | 'Unlocked'; at: number } | null>(null)
  if (bolt !== null && endedAt !== null && (known?.at !== endedAt || known.serial !== serial)) {
    setKnown({ serial, bolt, at: endedAt })
  }
  return known?.serial === serial ? known : null
}

/**
 * Whether what came of an operation is no news any more: it was told long enough, the bolt has been turned since, or the bridge that failed
 * is back.
 */
function useIsOver({ phase, direction, endedAt }: OperationState, condition: ConditionEntry | undefined): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  const passes = phase === 'succeeded' ? endedAt : null
  useEffect(() => {
    if (passes === null) return
    const timer = setTimeout(() => setPassed(passes), shownFor)
    return () => clearTimeout(timer)
  }, [passes])
  if (endedAt === null) return false
  const isNewer = condition?.at != null && Date.parse(condition.at) > endedAt
  const isBack = condition?.bridge === 'online' && Date.parse(condition.bridge_since ?? '') > endedAt
  const left = (direction === 'lock') === (phase === 'succeeded') ? 'Locked' : 'Unlocked'
  return passed === endedAt || (phase === 'failed' && isBack) || (isNewer && condition.state !== left)
}

function away(condition: ConditionEntry | undefined): boolean {
  return condition?.bridge === 'offline'
}
