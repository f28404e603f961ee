import { useState } from 'react'
import { ApiError, fieldErrorText } from '../../api/errors'

/**
 * What is wrong with each field of a form: what the console sees itself, and what the server has refused. `wire` names the fields as the
 * server does, where it does otherwise. What the server refused is said until the field has another value.
 */
export function useFieldErrors<T extends object>({
  draft,
  problems,
  reason,
  wire = {},
}: {
  draft: T
  /** What the console sees, by field, in words. */
  problems: Partial<Record<keyof T, string>>
  /** Why the last Save failed, if it did. */
  reason: unknown
  wire?: Partial<Record<string, keyof T>>
}): (field: keyof T) => string | undefined {
  const [refused, setRefused] = useState({ reason, draft })
  if (refused.reason !== reason) setRefused({ reason, draft })
  return (field) => {
    if (problems[field] !== undefined) return problems[field]
    if (!(reason instanceof ApiError) || refused.draft[field] !== draft[field]) return undefined
    for (const [name, errors] of Object.entries(reason.fields)) {
      if ((wire[name] ?? name) === field && errors[0] !== undefined) return fieldErrorText(errors[0], name)
    }
    return undefined
  }
}
