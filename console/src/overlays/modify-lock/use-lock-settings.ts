import { useTranslation } from 'react-i18next'
import { updateDevice } from '../../api/queries/device'
import type { Lock } from '../../model/domain'
import type { Step } from '../../model/plan'
import type { Difference } from '../frame/Conflict'
import { mergeFields, useEditor, type Editor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'

/** What can be changed of a lock here. */
export interface Settings {
  name: string
  timezone: string | null
}

type SettingsStep = Step<Settings, 'lock.failed.rename' | 'lock.failed.timezone'>

/** Longest name, in characters. */
const LONGEST = 255

/** The settings of a lock in an editor. */
export interface LockSettings extends Editor<Settings, Settings, SettingsStep> {
  /** What is wrong with a field, in words. */
  error: (field: keyof Settings) => string | undefined
  isValid: boolean
  differences: readonly Difference[]
  save: () => Promise<boolean>
}

/** Holds name and time zone of a lock; each is saved by a step of its own. */
export function useLockSettings(lock: Lock, now: number): LockSettings {
  const { t } = useTranslation()
  const editor = useEditor<Settings, Settings, SettingsStep>({
    name: `modify-lock.${lock.id}`,
    live: { name: lock.name, timezone: lock.timezone },
    now,
    same: (a, b) => a.name === b.name && a.timezone === b.timezone,
    draftOf: (standing) => standing,
    isChanged: (draft, opened) => draft.name.trim() !== opened.name || draft.timezone !== opened.timezone,
    merge: mergeFields,
  })
  const { draft, opened, theirs, edited, failed } = editor
  const name = draft.name.trim()
  const problems: Partial<Record<keyof Settings, string>> = {}
  if (edited && name === '') problems.name = t('errors.field.required')
  if (Array.from(name).length > LONGEST) problems.name = t('errors.field.tooLong')
  const zoneText = (timezone: string | null) => timezone ?? t('lock.noZone')
  const differing = (field: keyof Settings) =>
    theirs !== null && theirs[field] !== opened[field] && theirs[field] !== draft[field]

  return {
    ...editor,
    error: useFieldErrors({ draft, problems, reason: failed?.reason ?? null }),
    isValid: Object.keys(problems).length === 0,
    differences: [
      ...(differing('name') ? [{ what: t('lock.general.name'), theirs: theirs?.name ?? '', mine: name }] : []),
      ...(differing('timezone')
        ? [
            {
              what: t('lock.general.timezone'),
              theirs: zoneText(theirs?.timezone ?? null),
              mine: zoneText(draft.timezone),
            },
          ]
        : []),
    ],
    save: () => editor.run('save', (standing) => plan(lock.serial, standing, { ...draft, name }), theirs ?? undefined),
  }
}

function plan(serial: string, standing: Settings, wanted: Settings): SettingsStep[] {
  const steps: SettingsStep[] = []
  const { name, timezone } = wanted
  if (name !== standing.name) {
    steps.push({
      failure: 'lock.failed.rename',
      run: (before) => updateDevice(serial, { name }).then(() => ({ ...before, name })),
    })
  }
  if (timezone !== null && timezone !== standing.timezone) {
    steps.push({
      failure: 'lock.failed.timezone',
      run: (before) => updateDevice(serial, { timezone }).then(() => ({ ...before, timezone })),
    })
  }
  return steps
}
