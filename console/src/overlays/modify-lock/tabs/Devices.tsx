import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, isPassing } from '../../../api/errors'
import { shortened } from '../../../i18n/isolate'
import type { Device, Domain, Lock } from '../../../model/domain'
import type { ConditionEntry } from '../../../model/entries'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Name } from '../../../ui/Name'
import { Note } from '../../../ui/Note'
import { Select } from '../../../ui/Select'
import tabs from '../../tabs/tabs.module.css'
import styles from './Devices.module.css'
import { usePairings, type Pairings } from './use-pairings'

const isBridge = ({ capabilities }: Device) => capabilities.includes('bridge')

/** The bridge, keypads and other devices that a lock works together with. Others of the domain are paired with it, and these unpaired. */
export function Devices({
  domain,
  lock,
  condition,
  mayTakeBridge,
}: {
  domain: Domain
  lock: Lock
  condition: ConditionEntry | undefined
  /** Whether the person looking may unpair a bridge that has connected: what it tells of the lock is believed. */
  mayTakeBridge: boolean
}) {
  const { t } = useTranslation()
  const pairings = usePairings(domain, lock)
  const { paired, pending, done } = pairings
  return (
    <>
      {paired.length === 0 ? (
        <EmptyState icon="list" level={3} title={t('lock.devices.none')} />
      ) : (
        <ul className={tabs.list}>
          {paired.map((device) => (
            <Paired
              key={device.serial}
              {...{ device, pairings }}
              isFixed={!mayTakeBridge && isBridge(device) && condition?.bridge_since != null}
            />
          ))}
        </ul>
      )}
      <Pairing {...{ lock, pairings }} />
      <p role="status" className={styles.status}>
        {done !== null && pending === null && t(`lock.devices.done.${done.act}`, { name: shortened(done.device.name) })}
      </p>
    </>
  )
}

/** One device of the lock, which a second press unpairs. */
function Paired({
  device,
  pairings: { pending, failed, run },
  isFixed,
}: {
  device: Device
  pairings: Pairings
  isFixed: boolean
}) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const name = shortened(device.name)
  const isPending = pending?.act === 'unpair' && pending.device.serial === device.serial
  const hasFailed = failed?.act === 'unpair' && failed.device.serial === device.serial
  return (
    <li>
      <div className={tabs.entry}>
        <span className={tabs.who}>
          <b>
            <Name>{device.name}</Name>
          </b>
          <small>{kindText()}</small>
          <small className={styles.serial}>{device.serial}</small>
          {isFixed && <small>{t('lock.devices.bridgeFixed')}</small>}
        </span>
        {!isFixed && (
          <Button
            variant={asks ? 'danger-solid' : 'danger'}
            isArmed={asks}
            aria-label={asks ? undefined : t('lock.devices.unpairNamed', { name })}
            isPending={isPending}
            pendingLabel={t('lock.devices.unpairing')}
            isDisabled={pending !== null && !isPending}
            onPress={() => (asks ? void run('unpair', device) : setAsks(true))}
          >
            {t(asks ? 'lock.devices.unpairConfirm' : 'lock.devices.unpair')}
          </Button>
        )}
      </div>
      {hasFailed ? (
        <Note tone="danger" announce>
          <p>{t('lock.devices.failed.unpair', { name })}</p>
          <p>{errorText(failed.reason)}</p>
          {isPassing(failed.reason) && <p>{t('overlay.pressAgain')}</p>}
        </Note>
      ) : (
        asks && (
          <Note tone="danger" announce>
            <p>{t(isBridge(device) ? 'lock.devices.meaningBridge' : 'lock.devices.meaning', { name })}</p>
            <p>{t('lock.devices.again')}</p>
          </Note>
        )
      )}
    </li>
  )

  function kindText(): string {
    if (isBridge(device)) return t('lock.general.bridge')
    return t(device.capabilities.includes('keypad') ? 'words.keypad' : 'lock.devices.device')
  }
}

/** Chooses a device of the domain and pairs it with the lock. */
function Pairing({ lock, pairings }: { lock: Lock; pairings: Pairings }) {
  const { t } = useTranslation()
  const { paired, available, pending, failed, run } = pairings
  const [chosen, setChosen] = useState<string | null>(null)
  const device = available.find(({ serial }) => serial === chosen) ?? null
  const [asked, setAsked] = useState(false)
  if (available.length === 0) return <p>{t('lock.devices.noFurther')}</p>
  return (
    <div className={styles.pairing}>
      <Select
        label={t('lock.devices.further')}
        description={t('lock.devices.furtherText')}
        placeholder={t('ui.choose')}
        options={available.map(({ serial, name }) => ({ id: serial, label: name, detail: serial }))}
        value={device?.serial ?? null}
        isDisabled={pending !== null}
        error={errorOf()}
        onChange={setChosen}
      />
      <Button
        isPending={pending?.act === 'pair'}
        pendingLabel={t('lock.devices.pairing')}
        isDisabled={pending?.act === 'unpair'}
        onPress={() => {
          setAsked(true)
          if (device !== null) void run('pair', device).then((done) => done && setAsked(false))
        }}
      >
        {t('lock.devices.pair')}
      </Button>
    </div>
  )

  /** Why the device that is chosen is not paired. */
  function errorOf(): string | undefined {
    if (device === null) return asked ? t('errors.field.required') : undefined
    if (failed?.act !== 'pair' || failed.device.serial !== device.serial) return undefined
    const bridge = paired.find(isBridge)
    return failed.reason instanceof ApiError && failed.reason.is('conflict')
      ? t(bridge === undefined ? 'lock.devices.failed.otherBridge' : 'lock.devices.failed.bridge', {
          lock: shortened(lock.name),
          bridge: shortened(bridge?.name ?? ''),
        })
      : errorText(failed.reason)
  }
}
