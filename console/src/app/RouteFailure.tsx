import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/errors'
import { Broken, Unreachable } from './Warnings'

/** In place of a page that could not be entered or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (!(error instanceof ApiError)) return <Broken />
  return (
    <Unreachable
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
