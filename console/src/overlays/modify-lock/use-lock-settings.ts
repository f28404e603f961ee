import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import { listText } from '../../i18n/format'
import type { Domain, Lock } from '../../model/domain'
import { membershipsOf, mergeMemberships, sameMemberships } from '../../model/memberships'
import type { Difference } from '../frame/Conflict'
import { mergeFields, useEditor, type Editor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'
import { plan, type Settings, type SettingsStep } from './plan'

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

/** Holds name, time zone and groups of a lock; each change is saved by a step of its own. */
export function useLockSettings(lock: Lock, now: number): LockSettings {
  const { t } = useTranslation()
  const { id } = lock
  const groups = useDomainSelector(
    useCallback((domain: Domain) => membershipsOf(domain, id), [id]),
    'heads',
  )
  const all = useDomainSelector(allGroups, 'heads')
  // A group that was removed meanwhile is nothing to be in any more.
  const present = (draft: Settings) => ({ ...draft, groups: draft.groups.filter((group) => all.has(group)) })
  const isChanged = (draft: Settings, from: Settings) =>
    draft.name.trim() !== from.name ||
    draft.timezone !== from.timezone ||
    !sameMemberships(present(draft).groups, from.groups)
  const editor = useEditor<Settings, Settings, SettingsStep>({
    name: `modify-lock.${id}`,
    live: { name: lock.name, timezone: lock.timezone, groups },
    now,
    same: (a, b) => a.name === b.name && a.timezone === b.timezone && sameMemberships(a.groups, b.groups),
    draftOf: (standing) => standing,
    isChanged,
    merge,
  })
  const { opened, standing, theirs, failed } = editor
  const draft = present(editor.draft)
  // What a Save has done before it failed is to be undone by another.
  const edited = editor.edited || isChanged(draft, standing)
  const name = draft.name.trim()
  // Of groups nobody has to decide: what was joined and left here is joined and left on top of what others did.
  const wanted = theirs === null ? draft.groups : mergeMemberships(standing.groups, draft.groups, theirs.groups)
  const problems: Partial<Record<keyof Settings, string>> = {}
  if (edited && name === '') problems.name = t('errors.field.required')
  if (Array.from(name).length > LONGEST) problems.name = t('errors.field.tooLong')

  return {
    ...editor,
    draft,
    edited,
    error: useFieldErrors({ draft, problems, reason: failed?.reason ?? null }),
    isValid: Object.keys(problems).length === 0,
    differences: theirs === null ? [] : differences(theirs),
    save: () => {
      editor.edit((before) => ({ ...before, groups: wanted }))
      const groupNames = (group: string) => all.get(group)?.name ?? ''
      return editor.run(
        'save',
        (before) => plan(lock, before, { ...draft, name, groups: wanted }, groupNames),
        theirs ?? undefined,
      )
    },
  }

  function differences(theirs: Settings): Difference[] {
    const zone = (timezone: string | null) => timezone ?? t('lock.noZone')
    const names = (groups: readonly string[]) =>
      groups.length === 0 ? t('lock.groups.none') : listText(groups.map((group) => all.get(group)?.name ?? group))
    const found: Difference[] = []
    if (theirs.name !== opened.name && theirs.name !== draft.name) {
      found.push({ what: t('lock.general.name'), theirs: theirs.name, mine: name })
    }
    if (theirs.timezone !== opened.timezone && theirs.timezone !== draft.timezone) {
      found.push({ what: t('lock.general.timezone'), theirs: zone(theirs.timezone), mine: zone(draft.timezone) })
    }
    if (!sameMemberships(theirs.groups, opened.groups) && !sameMemberships(theirs.groups, wanted)) {
      found.push({ what: t('lock.groups.changed'), theirs: names(theirs.groups), mine: names(wanted) })
    }
    return found
  }
}

const allGroups = ({ groups }: Domain) => groups

/** Merges field by field, and groups one by one. */
function merge(opened: Settings, draft: Settings, theirs: Settings): Settings | null {
  const groups = mergeMemberships(opened.groups, draft.groups, theirs.groups)
  return mergeFields({ ...opened, groups }, { ...draft, groups }, { ...theirs, groups })
}
