import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, errorText } from '../api/errors'
import { Broken, Unreachable } from './Warnings'

/** In place of a page that could not be entered or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (!(error instanceof ApiError)) return <Broken />
  if (error.status > 0 && error.status < 500) return <Broken text={errorText(error)} />
  return (
    <Unreachable
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
