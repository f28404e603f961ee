import { useTranslation } from 'react-i18next'
import { effectiveAccess } from '../../../model/access'
import type { Domain, Lock } from '../../../model/domain'
import type { ConditionEntry } from '../../../model/entries'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { openModifyAccess } from '../../modify-access/open'
import { OperateDoor } from '../../OperateDoor'

/** Locks and unlocks the door, for whoever has a key to it: without one it says how to come by it. */
export function OperateTab({
  domain,
  lock,
  condition,
  paired,
  viewer,
  mayGrant,
  now,
}: {
  domain: Domain
  lock: Lock
  condition: ConditionEntry | undefined
  paired: boolean
  /** Id of the person looking. */
  viewer: string | null
  /** Whether the person looking may give access, so also to themselves. */
  mayGrant: boolean
  now: number
}) {
  const { t } = useTranslation()
  const access = viewer === null ? null : effectiveAccess(domain, viewer, lock.id, now)
  if (access !== null && access.priority === null) {
    return (
      <Note
        tone="warning"
        title={t('lock.noAccess.part1', { lock: lock.name })}
        action={
          mayGrant && (
            <Button onPress={() => openModifyAccess({ row: viewer, column: lock.id })}>
              {t('lock.noAccess.part4')}
            </Button>
          )
        }
      >
        <p>{t('lock.noAccess.part2')}</p>
        <p>{t(mayGrant ? 'lock.noAccess.part3' : 'lock.noAccess.ask')}</p>
      </Note>
    )
  }
  return (
    <>
      {paired && access !== null && !access.remote && <Note tone="warning">{t('errors.noRemoteAccess')}</Note>}
      <OperateDoor
        serial={lock.serial}
        name={lock.name}
        condition={condition}
        timezone={lock.timezone}
        hasBridge={paired}
        isDisabled={access !== null && !access.remote}
      />
    </>
  )
}
