import { membershipChanges, withMemberships } from '../../model/memberships'
import type { LotStep } from '../../model/plan'

/** A step of saving settings, or of removing what they are of. */
interface Named {
  /** Name of the other side, where the step is about one; else empty. */
  about: string
}

/** A step that adds to a list of ids or takes from it. */
export type MembershipStep<S, F extends string> = LotStep<S, F> & Named

/** What is done to add to a list or to take from it, and what is said when that fails. */
interface How<F> {
  failure: F
  call: (id: string) => Promise<void>
}

/**
 * The steps that lead the list `field` of settings from what stands to what is wanted. All are added before others are removed, so that
 * nobody is without what both give.
 */
export function membershipSteps<K extends string, S extends Record<K, readonly string[]>, F extends string>(
  field: K,
  standing: S,
  wanted: S,
  nameOf: (id: string) => string,
  how: { added: How<F>; removed: How<F> },
): MembershipStep<S, F>[] {
  const changes = membershipChanges(standing[field], wanted[field])
  return (['added', 'removed'] as const).flatMap((lot) =>
    changes[lot].map((id) => ({
      lot,
      failure: how[lot].failure,
      about: nameOf(id),
      call: () => how[lot].call(id),
      after: (before: S) => ({ ...before, [field]: withMemberships(before[field], { [lot]: [id] }) }),
    })),
  )
}
