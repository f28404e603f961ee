/**
 * Saving as a plan: what stands on the server and what is wanted give an ordered list of steps. Each step done moves what stands, so
 * that a Save after a failed one plans again from there and goes on with the step that failed.
 */

/** One step; `S` is what stands on the server, `F` the key of what is said when it fails. */
export interface Step<S, F extends string = string> {
  /** What to do. Answers what stands after it; rejects when it failed, and nothing has changed then. */
  run: (standing: S) => Promise<S>
  failure: F
}

/** How a plan ended: what now stands, and the step that failed with its reason, if one did. */
export interface Outcome<S, T> {
  standing: S
  failed: Failed<T> | null
}

/** A step that failed, and why. */
export interface Failed<T> {
  step: T
  reason: unknown
}

/** Carries a plan out, one step after another, until all are done or one fails; `onStep` is told what stands after each. */
export async function runPlan<S, T extends Step<S>>(
  plan: readonly T[],
  before: S,
  onStep: (standing: S) => void = () => {},
): Promise<Outcome<S, T>> {
  let standing = before
  for (const step of plan) {
    try {
      standing = await step.run(standing)
      onStep(standing)
    } catch (reason) {
      return { standing, failed: { step, reason } }
    }
  }
  return { standing, failed: null }
}
