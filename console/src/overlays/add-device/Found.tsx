import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeviceTypes, useDiscoveries, type Discovery } from '../../api/queries/device'
import { agoText, factsText } from '../../i18n/format'
import { isolate } from '../../i18n/isolate'
import { kindThatCan } from '../../model/bringing-in'
import { readSerial } from '../../model/serial'
import { RadioGroup } from '../../ui/RadioGroup'
import { deviceTypeText } from '../device-type-text'
import { useNow } from '../use-now'
import styles from './Overlay.module.css'
import type { Draft } from './plan'
import type { NewDevice } from './use-new-device'

/** What was heard nearby, to be chosen in place of typing a serial number; nothing where nothing was heard. */
export function Found({ device, isFixed }: { device: NewDevice; isFixed: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const { data } = useDiscoveries()
  const { data: types } = useDeviceTypes()
  const { domain, draft, edit } = device
  // What comes when fields stand below already would move them.
  const [isShown, setShown] = useState(data !== undefined)
  if (!isShown && data !== undefined && draft.choice === null) setShown(true)
  const chosen = readSerial(draft.serial)
  const fits = ({ serial_number, capabilities }: Discovery) => {
    const kind = kindThatCan(capabilities)
    const isNew = domain.device(serial_number) === undefined || serial_number === chosen
    return isNew && (draft.choice === null || kind === null || kind === draft.choice)
  }
  const found = isShown && draft.choice !== 'code' ? (data ?? []).filter(fits) : []
  if (found.length === 0) return null
  return (
    <RadioGroup
      label={t('addDevice.found')}
      className={styles.found}
      value={chosen}
      isDisabled={isFixed}
      choices={found.map((one) => ({ value: one.serial_number, label: nameOf(one), detail: detailOf(one) }))}
      onChange={(serial) => {
        const one = found.find(({ serial_number }) => serial_number === serial)
        if (one !== undefined) edit((current) => filled(current, one))
      }}
    />
  )

  function nameOf({ display_name, serial_number }: Discovery): string {
    return isolate(display_name || serial_number)
  }

  function detailOf({ display_name, serial_number, device_type, discovered }: Discovery): string {
    const serial = display_name === '' ? '' : serial_number
    return factsText(
      [serial, deviceTypeText(device_type, types), agoText(Date.parse(discovered), now)].filter((fact) => fact !== ''),
    )
  }

  /** The form with what is known of it. A name that somebody typed stays. */
  function filled(
    current: Draft,
    { serial_number, display_name, device_type, capabilities, bridge }: Discovery,
  ): Draft {
    const isTyped = current.name.trim() !== '' && found.every((other) => other.display_name !== current.name)
    const isHere = domain.devicesThat('bridge').some(({ serial }) => serial === bridge)
    return {
      ...current,
      choice: kindThatCan(capabilities) ?? current.choice,
      serial: serial_number,
      name: isTyped ? current.name : display_name,
      type: device_type || current.type,
      bridge: isHere ? bridge : current.bridge,
    }
  }
}
