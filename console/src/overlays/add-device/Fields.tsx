import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Domain } from '../../model/domain'
import { typesOf, type BroughtIn } from '../../model/bringing-in'
import { deviceTypeText } from '../device-type-text'
import { zoneOptions } from '../zone-options'
import { ComboBox } from '../../ui/ComboBox'
import { Note } from '../../ui/Note'
import { RadioGroup } from '../../ui/RadioGroup'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { Found } from './Found'
import type { Choice } from './plan'
import type { NewDevice } from './use-new-device'

/** Stands among the bridges for none of them. */
const NO_BRIDGE = 'none'

/** What is brought in, and what is to be known of it. */
export function Fields({ device, isWaiting }: { device: NewDevice; isWaiting: boolean }) {
  const { t } = useTranslation()
  const { domain, draft, edit, error, isAdded } = device
  const { choice } = draft
  const isFixed = isAdded || isWaiting
  const locks = optionsOf([...domain.locks.values()].filter(({ isDevice }) => isDevice))
  const bridges = optionsOf(domain.devicesThat('bridge'))
  return (
    <>
      <RadioGroup<Choice>
        label={t('addDevice.what')}
        value={choice}
        isDisabled={isFixed}
        choices={[
          { value: 'lock', label: t('addDevice.lock'), detail: t('addDevice.lockText') },
          { value: 'bridge', label: t('addDevice.bridge'), detail: t('addDevice.bridgeText') },
          {
            value: 'keypad',
            label: t('words.keypad'),
            detail: t(locks.length === 0 ? 'addDevice.keypadNeeds' : 'addDevice.keypadText'),
            isDisabled: locks.length === 0,
          },
          ...(bridges.length === 0
            ? []
            : [{ value: 'code' as const, label: t('addDevice.known'), detail: t('addDevice.knownText') }]),
        ]}
        onChange={(choice) => edit((current) => ({ ...current, choice }))}
      />
      <Found {...{ device, isFixed }} />
      {choice === 'code' && (
        <Select
          label={t('addDevice.bridge')}
          placeholder={t('ui.choose')}
          options={bridges}
          value={draft.known}
          error={error('known')}
          onChange={(known) => edit((current) => ({ ...current, known }))}
        />
      )}
      {choice !== null && choice !== 'code' && <Details {...{ device, kind: choice, isFixed }} />}
      {choice === 'lock' && bridges.length === 0 && <Note>{t('addDevice.noBridges')}</Note>}
      {choice === 'lock' && bridges.length > 0 && (
        <Select
          label={t('addDevice.ofBridge')}
          description={t('addDevice.ofBridgeText')}
          options={[{ id: NO_BRIDGE, label: t('addDevice.noBridge') }, ...bridges]}
          value={draft.bridge ?? NO_BRIDGE}
          isDisabled={isWaiting}
          error={error('bridge')}
          onChange={(bridge) => edit((current) => ({ ...current, bridge: bridge === NO_BRIDGE ? null : bridge }))}
        />
      )}
      {choice === 'keypad' && (
        <Select
          label={t('addDevice.ofLock')}
          placeholder={t('ui.choose')}
          options={locks}
          value={draft.lock}
          isDisabled={isWaiting}
          error={error('lock')}
          onChange={(lock) => edit((current) => ({ ...current, lock }))}
        />
      )}
    </>
  )
}

function Details({ device, kind, isFixed }: { device: NewDevice; kind: BroughtIn; isFixed: boolean }) {
  const { t } = useTranslation()
  const { draft, edit, error, leaveSerial, types, type } = device
  const { timezone } = draft
  const zones = useMemo(() => zoneOptions(timezone), [timezone])
  return (
    <>
      <TextField
        label={t('addDevice.serial')}
        description={t('addDevice.serialText')}
        value={draft.serial}
        isDisabled={isFixed}
        error={error('serial')}
        autoComplete="off"
        spellCheck="false"
        onBlur={leaveSerial}
        onChange={(serial) => edit((current) => ({ ...current, serial }))}
      />
      <TextField
        label={t('addDevice.name')}
        description={t(`addDevice.nameText.${kind}`)}
        value={draft.name}
        isDisabled={isFixed}
        error={error('name')}
        autoComplete="off"
        onChange={(name) => edit((current) => ({ ...current, name }))}
      />
      <Select
        label={t('addDevice.type')}
        placeholder={t('ui.choose')}
        options={typesOf(kind, types).map(({ device_type: id }) => ({ id, label: deviceTypeText(id, types) }))}
        value={type}
        isDisabled={isFixed}
        error={error('type')}
        onChange={(type) => edit((current) => ({ ...current, type }))}
      />
      {kind === 'lock' && (
        <ComboBox
          label={t('addDevice.timezone')}
          description={t('addDevice.timezoneText')}
          placeholder={t('zones.search')}
          openLabel={t('zones.show')}
          emptyText={t('zones.noneFound')}
          options={zones}
          value={timezone}
          isDisabled={isFixed}
          error={error('timezone')}
          onChange={(timezone) => edit((current) => ({ ...current, timezone }))}
        />
      )}
    </>
  )
}

function optionsOf(devices: readonly Pick<ReturnType<Domain['devicesThat']>[0], 'serial' | 'name'>[]) {
  const named = devices.map(({ serial, name }) => ({ id: serial, label: name, detail: serial }))
  return named.sort((one, other) => one.label.localeCompare(other.label))
}
