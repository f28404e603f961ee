import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { firstSteps, type FirstSteps } from '../../model/first-steps'
import type { Identity } from '../../session/domain'
import { keepFirstSteps, keptFirstSteps, onFirstSteps } from '../../session/first-steps'

/** The first steps as they are shown. */
export interface ShownSteps extends FirstSteps {
  tried: boolean
  mayGrant: boolean
}

/**
 * The first steps of the domain on the screen; null where they are done, put away, or were never needed: a house in which people come and
 * go is not asked to be tried.
 */
export function useFirstSteps({ id, primary, role }: Identity): ShownSteps | null {
  const { complete } = useDomain()
  const { begun, tried, dismissed } = useSyncExternalStore(onFirstSteps, keptFirstSteps)
  const steps = useDomainSelector(useCallback((domain: Domain) => firstSteps(domain, id, primary), [id, primary]))
  const mayGrant = role === 'administrator'
  // Who has access is not an installer's to see.
  const letIn = !mayGrant || steps.letIn
  const isNeeded = !steps.hasDoor || !letIn || (begun && !tried)
  const isShown = complete && role !== 'user' && !dismissed && isNeeded
  useEffect(() => {
    if (isShown && !begun) keepFirstSteps({ begun: true })
  }, [isShown, begun])
  return isShown ? { ...steps, tried, mayGrant } : null
}
