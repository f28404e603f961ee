import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, fieldErrorText } from '../../api/errors'
import { checkFirstStart, setUpOwner } from '../../api/queries/first-start'
import { shownLanguage } from '../../i18n/i18n'
import { NAME_MAX } from '../../model/names'
import { passwordProblems } from '../../model/password'
import { isUsername, USERNAME_MIN } from '../../model/usernames'

/** What the owner tells of themself. */
export interface Draft {
  displayName: string
  username: string
  password: string
  repeat: string
  language: string
  timezone: string
}

type Field = keyof Draft

/** The fields as the server names them, where it does otherwise. */
const wire: Partial<Record<string, Field>> = { display_name: 'displayName' }

/** Holds the form by which the owner of a new server is set up. */
export function useFirstStart(token: string) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ displayName: '', username: '', password: '', repeat: '' },
    language: shownLanguage(),
    // Most doors stand where the person is who sets the server up.
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))
  // Where that cannot be told, sending the form tells.
  const check = useQuery({
    queryKey: ['first-start', token],
    queryFn: () => checkFirstStart(token),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const [attempts, setAttempts] = useState(0)
  const [phase, setPhase] = useState<'asking' | 'sending' | 'done'>('asking')
  const [failed, setFailed] = useState<{ reason: unknown; draft: Draft } | null>(null)
  const reason = failed?.reason ?? null
  const refused = reason instanceof ApiError ? refusedFields(reason) : new Map<Field, string>()
  const problems = problemsOf()
  const isAsked = attempts > 0
  const form = useRef<HTMLFormElement>(null)

  // To the first field that something is wrong with.
  useEffect(() => {
    if (attempts === 0 && failed === null) return
    form.current?.querySelector<HTMLElement>('[data-invalid] input, [data-invalid] button')?.focus()
  }, [attempts, failed])

  return {
    draft,
    edit: (change: Partial<Draft>) => setDraft((current) => ({ ...current, ...change })),
    isAsked,
    form,
    phase: check.isLoading ? 'checking' : phase,
    /** Whether the address does not work, or does not work any more. */
    isOver: token === '' || check.data === false || (reason instanceof ApiError && reason.is('entity_not_found')),
    /** What is wrong with a field: once it was asked for what the console sees, and until it changes what the server has refused. */
    error: (field: Field): string | undefined => {
      if (isAsked && problems[field] !== undefined) return problems[field]
      return failed?.draft[field] === draft[field] ? refused.get(field) : undefined
    },
    /** What failed, where it is about no field. */
    failure: reason !== null && refused.size === 0 ? errorText(reason) : null,
    send: async (): Promise<void> => {
      if (phase === 'sending') return
      setAttempts((before) => before + 1)
      if (Object.keys(problems).length > 0) return
      setPhase('sending')
      setFailed(null)
      try {
        const { displayName, username, password, language, timezone } = draft
        await setUpOwner({
          ...{ token, password, language, timezone },
          username: username.trim(),
          display_name: displayName.trim(),
        })
        setPhase('done')
      } catch (reason) {
        setFailed({ reason, draft })
        setPhase('asking')
      }
    },
  }

  function problemsOf(): Partial<Record<Field, string>> {
    const found: Partial<Record<Field, string>> = {}
    const [displayName, username] = [draft.displayName.trim(), draft.username.trim()]
    if (displayName === '') found.displayName = t('errors.field.required')
    else if (Array.from(displayName).length > NAME_MAX)
      found.displayName = t('errors.field.longerThan', { count: NAME_MAX })
    if (username === '') found.username = t('errors.field.required')
    else if (!isUsername(username)) found.username = t('firstStart.usernameForm', { count: USERNAME_MIN })
    if (draft.password === '') found.password = t('errors.field.required')
    const { password, repeat } = passwordProblems(draft)
    // What is wrong with these is said beside them, as it is typed.
    if (password !== undefined) found.password ??= t('errors.weakPassword')
    if (repeat !== undefined) found.repeat = t('password.differs')
    return found
  }
}

function refusedFields(reason: ApiError): Map<Field, string> {
  const found = new Map<Field, string>()
  for (const [name, [first]] of Object.entries(reason.fields)) {
    const field = wire[name] ?? (name as Field)
    if (first !== undefined) found.set(field, fieldErrorText(first, name))
  }
  return found
}
