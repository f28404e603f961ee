import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import { useSession } from '../../session/session'
import { Note } from '../../ui/Note'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import styles from '../frame/Frame.module.css'
import { openModifyLock } from '../modify-lock/open'
import type { OverlayProps } from '../registry'
import { Enroll } from './Enroll'
import { Fields } from './Fields'
import { partnerOf } from './plan'
import { useNewDevice } from './use-new-device'

/** A device as it is spoken of. */
export interface Named {
  serial: string
  name: string
}

/** What comes after the form: a bridge is given its code, of a keypad it is said that it is here. */
type Next = { of: 'bridge' | 'keypad'; device: Named }

/** Brings a lock, a bridge or a keypad into the domain. */
export default function AddDevice({ close }: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const [next, setNext] = useState<Next | null>(null)
  if (identity !== null && identity.role === 'user') {
    return <ErrorDialog message={t('errors.forbidden')} close={close} />
  }
  if (next === null) return <NewDevice close={close} onNext={setNext} />
  if (next.of === 'bridge') return <Enroll {...next.device} close={close} />
  return (
    <Frame title={t('addDevice.title')} close={close}>
      <Note tone="success" announce>
        {t('addDevice.keypadAdded', { name: shortened(next.device.name) })}
      </Note>
    </Frame>
  )
}

function NewDevice({ onNext, ...own }: OverlayProps & { onNext: (next: Next) => void }) {
  const { t } = useTranslation()
  const { live } = useDomain()
  const device = useNewDevice()
  const { domain, draft, failed } = device
  const [lock, setLock] = useState<{ serial: string; tab: 'general' | 'operate' } | null>(null)

  const arrived = lock === null ? undefined : domain.lockBySerial(lock.serial)?.id
  const show = useEffectEvent((id: string) => {
    device.forget()
    own.close()
    openModifyLock({ lock: id }, lock?.tab)
  })
  useEffect(() => {
    if (arrived !== undefined) show(arrived)
  }, [arrived])

  async function save() {
    const { choice, known } = draft
    if (!device.isValid) return device.refuse()
    if (choice === 'code' && known !== null) {
      device.forget()
      return onNext({ of: 'bridge', device: { serial: known, name: domain.device(known)?.name ?? known } })
    }
    const { added, done } = await device.save()
    if (!done || added === null) return
    if (choice === 'lock') return setLock({ serial: added, tab: partnerOf(draft) === null ? 'general' : 'operate' })
    device.forget()
    if (choice !== null && choice !== 'code') {
      onNext({ of: choice, device: { serial: added, name: draft.name.trim() } })
    }
  }

  const isWaiting = lock !== null
  return (
    <Frame
      title={t('addDevice.title')}
      // What is said at a field that is left would move what was about to be pressed.
      steady="tall"
      edited={device.edited && !isWaiting}
      restored={device.restored}
      // It comes by the feed, which may be away.
      pending={isWaiting && live ? 'save' : device.pending}
      save={{
        label: t(draft.choice === 'code' ? 'addDevice.goOn' : 'addDevice.add'),
        pendingLabel: t('addDevice.adding'),
        isReady: draft.choice !== null && !isWaiting && (draft.choice === 'code' || !device.awaitsTypes),
        run: () => void save(),
      }}
      failure={
        failed && device.showsFailed && !device.isUnknown
          ? {
              text: t(failed.step.failure, { name: shortened(draft.name.trim()) }),
              of: failed.of,
              reason: failed.reason,
              progress: device.progress,
            }
          : null
      }
      notices={[
        isWaiting && !live && (
          <Note key="waiting" announce>
            {t('addDevice.waiting')}
          </Note>
        ),
      ]}
      close={() => {
        device.forget()
        own.close()
      }}
    >
      <div ref={device.form} className={styles.form}>
        <Fields device={device} isWaiting={isWaiting} />
      </div>
    </Frame>
  )
}
