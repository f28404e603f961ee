import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { NAME_MAX } from '../../model/names'
import type { AnyStep } from '../../model/plan'
import { mergedLists, mergedSettings, present, sameSettings, sameValue, trimmed } from '../../model/settings'
import type { Difference } from './Conflict'
import { useEditor, type Editor } from './use-editor'
import { useFieldErrors } from './use-field-errors'

/** One step of saving settings, or of removing what they are of. */
export type SettingsStepOf<S, F extends string> = AnyStep<S, F> & {
  /** Name of the other side, where the step is about one; else empty. */
  about: string
}

/** What must be known of settings to edit them. */
interface Options<S, P> {
  /** Names the draft within account and domain: the overlay and its id. */
  name: string
  /** What stands now, as the domain on the screen tells it. */
  live: S
  /** Milliseconds since 1970. */
  now: number
  /** What the lists hold ids of; another table when it has changed. */
  all: ReadonlyMap<string, { readonly name: string }>
  /** The field that is a name, and whether there must be one. */
  named: { field: keyof S; isRequired: boolean }
  /** What each field is called and how its value is said, where two people have changed it. */
  described: { [K in keyof S]: { what: string; text: (value: S[K]) => string } }
  /** What else is wrong with `wanted`, in words; what still stands as in `opened` is kept and not wrong. */
  problems?: (wanted: S, opened: S) => Partial<Record<keyof S, string>>
  /** Fields that the server names otherwise, by its names. */
  wire?: Partial<Record<string, keyof S>>
  plan: (standing: S, wanted: S, nameOf: (id: string) => string) => readonly P[]
  removal: () => readonly P[]
}

/** Settings in an editor. */
export interface Settings<S, P> extends Editor<S, S, P> {
  /** What a Save leads to: the draft, with what others have done to the lists meanwhile. */
  wanted: S
  /** What is wrong with a field, in words. */
  error: (field: keyof S) => string | undefined
  isValid: boolean
  /** Whether Save was pressed while something is wrong. */
  isRefused: boolean
  refuse: () => void
  differences: readonly Difference[]
  save: () => Promise<boolean>
  remove: () => Promise<boolean>
}

/** Holds the settings of an entry; each change is saved by a step of its own. */
export function useSettings<S extends object, P extends AnyStep<S>>(options: Options<S, P>): Settings<S, P> {
  const { t } = useTranslation()
  const { live, all, named, described, wire } = options
  const isChanged = (draft: S, from: S) => !sameSettings(trimmed(present(draft, all)), present(from, all))
  const editor = useEditor<S, S, P>({
    ...options,
    live,
    same: sameSettings,
    draftOf: (standing) => standing,
    isChanged,
    merge: mergedSettings,
  })
  const { opened, standing, theirs, failed } = editor
  // What was removed meanwhile is nothing to belong to, or to hold, any more.
  const draft = useMemo(() => present(editor.draft, all), [editor.draft, all])
  const merged = useMemo(
    () => (theirs === null ? draft : mergedLists(standing, draft, theirs)),
    [theirs, standing, draft],
  )
  // What a Save has done before it failed is to be undone by another.
  const edited = editor.edited || isChanged(draft, standing)
  const wanted = trimmed(merged)
  const name = wanted[named.field] as string
  const [isRefused, setRefused] = useState(false)
  const problems: Partial<Record<keyof S, string>> = { ...options.problems?.(wanted, opened) }
  if (named.isRequired && edited && name === '') problems[named.field] = t('errors.field.required')
  if (Array.from(name).length > NAME_MAX) problems[named.field] = t('errors.field.longerThan', { count: NAME_MAX })

  return {
    ...editor,
    draft,
    edited,
    wanted: merged,
    error: useFieldErrors({ draft, problems, reason: failed?.reason ?? null, wire }),
    isValid: Object.keys(problems).length === 0,
    isRefused,
    refuse: () => setRefused(true),
    differences: theirs === null ? [] : differences(theirs),
    save: () => {
      editor.edit(() => merged)
      const nameOf = (id: string) => all.get(id)?.name ?? ''
      const steps = (before: S) => options.plan(present(before, all), wanted, nameOf)
      return editor.run('save', steps, theirs ?? undefined)
    },
    remove: () => editor.run('remove', options.removal),
  }

  function differences(theirs: S): Difference[] {
    const fields = Object.keys(theirs) as (keyof S)[]
    return fields.flatMap((field) => {
      if (sameValue(theirs[field], opened[field]) || sameValue(theirs[field], merged[field])) return []
      const { what, text } = described[field]
      return [{ what, theirs: text(theirs[field]), mine: text(wanted[field]) }]
    })
  }
}

/** Says a list of ids by the names that `all` has for them; `noneText` where there are none. */
export function idsText(all: ReadonlyMap<string, { readonly name: string }>, noneText: string) {
  return (ids: readonly string[]) =>
    ids.length === 0 ? noneText : namesText(ids.map((id) => shortened(all.get(id)?.name ?? id)))
}
