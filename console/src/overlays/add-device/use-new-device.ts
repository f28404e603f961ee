import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useDeviceTypes } from '../../api/queries/device'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import type { DeviceType } from '../../model/entries'
import { NAME_MAX } from '../../model/names'
import { readSerial } from '../../model/serial'
import { useAttempts } from '../frame/use-attempts'
import { useEditor, type Editor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'
import { useNow } from '../use-now'
import { plan, typeOf, type BringingStep, type Draft } from './plan'

const empty: Draft = {
  ...{ choice: null, serial: '', name: '', type: null, bridge: null, lock: null, known: null, added: null },
  // Most doors stand where the person is who brings them in.
  timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** A new device in an editor. */
export interface NewDevice extends Editor<Draft, Draft, BringingStep> {
  domain: Domain
  /** The types of hardware that there are; none while that is not known. */
  types: readonly DeviceType[]
  /** That of the new device. */
  type: string | null
  /** Whether it is still being asked which there are. */
  awaitsTypes: boolean
  /** What is wrong with a field, in words. */
  error: (field: keyof Draft) => string | undefined
  /** Whether the device stands on the server: only what it works together with is open still. */
  isAdded: boolean
  /** Whether the server has refused the serial number that is in the form. */
  isUnknown: boolean
  isValid: boolean
  /** Save was pressed while something is wrong. */
  refuse: () => void
  /** Where its fields stand, to lead to what is wrong. */
  form: RefObject<HTMLDivElement | null>
  /** The field of the serial number was left. */
  leaveSerial: () => void
  /** Saves; answers whether all went well, and the serial number under which the device stands then. */
  save: () => Promise<{ done: boolean; added: string | null }>
}

/** Holds the form of a new device; the device and its pairing are saved by a step each. */
export function useNewDevice(): NewDevice {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const known = useDeviceTypes()
  const now = useNow()
  const { attempts, refuse, form } = useAttempts()
  const [leftSerial, setLeftSerial] = useState(false)
  const editor = useEditor<Draft, Draft, BringingStep>({
    name: 'add-device',
    live: empty,
    now,
    same: (a, b) => a.added === b.added,
    draftOf: (standing) => standing,
    isChanged: (draft, from) => (Object.keys(draft) as (keyof Draft)[]).some((field) => draft[field] !== from[field]),
    merge: (_opened, draft) => draft,
  })
  const { draft, edit, failed, pending, standing } = editor
  const [refused, setRefused] = useState<string | null>(null)
  const types = known.data ?? []
  const type = typeOf(draft, types)
  const serial = readSerial(draft.serial)
  const isAdded = standing.added !== null
  const isUnknown = serial !== null && serial === refused
  const problems = problemsOf()
  // What is still empty is no mistake before somebody wants to save.
  const missing = attempts > 0 ? missingOf() : {}
  const error = useFieldErrors({
    draft,
    problems: { ...missing, ...problems },
    reason: failed?.reason ?? null,
    wire: { device_type: 'type', serial_number: draft.choice === 'keypad' ? 'lock' : 'bridge' },
  })

  return {
    ...editor,
    domain,
    types,
    type,
    awaitsTypes: known.isPending,
    error,
    isAdded,
    isUnknown,
    isValid: Object.keys({ ...problemsOf(true), ...missingOf() }).length === 0,
    refuse: () => {
      if (known.isError) void known.refetch()
      refuse()
    },
    form,
    leaveSerial: () => {
      setLeftSerial(draft.serial.trim() !== '')
      if (serial !== null) edit((current) => ({ ...current, serial }))
    },
    save: async () => {
      setRefused(null)
      const steps = (before: Draft) =>
        plan(before, draft, type ?? '').map((step) => ({
          ...step,
          run: (at: Draft) => step.run(at).catch(noted(step)),
        }))
      return { done: await editor.run('save', steps), added: standing.added ?? serial }
    },
  }

  /** Keeps which serial number the server does not know, or will not say that it does. */
  function noted(step: BringingStep) {
    return (reason: unknown): never => {
      const isOfSerial = step.failure === 'addDevice.failed.add'
      if (isOfSerial && reason instanceof ApiError && reason.is('entity_not_found')) {
        setRefused(serial)
        refuse()
      }
      throw reason
    }
  }

  function problemsOf(asked = attempts > 0): Partial<Record<keyof Draft, string>> {
    if (draft.choice === null || draft.choice === 'code' || isAdded) return {}
    const found: Partial<Record<keyof Draft, string>> = {}
    if (Array.from(draft.name.trim()).length > NAME_MAX) found.name = t('errors.field.longerThan', { count: NAME_MAX })
    const here = serial === null ? undefined : domain.device(serial)
    if (serial === null && draft.serial.trim() !== '' && (leftSerial || asked)) {
      found.serial = t('addDevice.serialForm')
    } else if (here !== undefined && pending === null) {
      found.serial = t('addDevice.serialHere', { name: shortened(here.name) })
    } else if (isUnknown) found.serial = t('addDevice.serialUnknown')
    if (known.isError) found.type = t('addDevice.typesFailed')
    return found
  }

  function missingOf(): Partial<Record<keyof Draft, string>> {
    const required = t('errors.field.required')
    const found: Partial<Record<keyof Draft, string>> = {}
    if (draft.choice === 'code') {
      if (draft.known === null) found.known = required
      return found
    }
    if (!isAdded && draft.serial.trim() === '') found.serial = required
    if (!isAdded && draft.name.trim() === '') found.name = required
    if (!isAdded && type === null) found.type = required
    if (draft.choice === 'keypad' && draft.lock === null) found.lock = required
    return found
  }
}
