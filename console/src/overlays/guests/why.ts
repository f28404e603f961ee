import { ApiError, errorText, fieldErrorText, isPassing } from '../../api/errors'

/** Why a step failed. What the server says of a field is said here, where there is no field. */
export function whyText(reason: unknown): string {
  const field = fieldErrorOf(reason)
  return field === undefined ? errorText(reason) : fieldErrorText(field)
}

/** Whether the same step may well succeed another time. What is wrong with a field stays so. */
export function mayPass(reason: unknown): boolean {
  return isPassing(reason) && fieldErrorOf(reason) === undefined
}

const fieldErrorOf = (reason: unknown) =>
  reason instanceof ApiError ? Object.values(reason.fields).flat()[0] : undefined
