import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/errors'
import { TextField } from '../../../ui/TextField'

/** What a step was taken with. */
export interface Sent {
  password: string
}

/** Why it was refused, and the password that was sent. */
type Refused = Sent & { reason: unknown }

/** Whether the server found the password that was sent wrong. */
export function isPasswordRefused(refused: Refused | null): boolean {
  return refused?.reason instanceof ApiError && refused.reason.fields.password !== undefined
}

/** One's own password, by which one shows that one means it. What the server says of it stands here until another one is typed. */
export function OwnPassword({
  label,
  value,
  refused,
  isMissing,
  onChange,
}: {
  label: string
  value: string
  refused: Refused | null
  /** Whether it was asked for and is not there. */
  isMissing: boolean
  onChange: (typed: string) => void
}) {
  const { t } = useTranslation()
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="current-password"
      value={value}
      error={isMissing ? t('errors.field.required') : error()}
      onChange={onChange}
    />
  )

  function error(): string | undefined {
    const texts = refused?.reason instanceof ApiError ? refused.reason.fields.password : undefined
    const [first] = texts ?? []
    if (first === undefined || refused?.password !== value) return undefined
    return t(first.error_code === 'required' ? 'errors.field.required' : 'errors.field.wrongPassword')
  }
}
