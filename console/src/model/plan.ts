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

/** A step that waits for no other of its lot: those of one lot that follow each other are under way together. */
export interface LotStep<S, F extends string = string> {
  lot: string
  /** What to do. Rejects when it failed, and nothing has changed then. */
  call: () => Promise<void>
  /** What stands after it, whatever others of the lot have done meanwhile. */
  after: (standing: S) => S
  failure: F
}

/** Either of them. */
export type AnyStep<S, F extends string = string> = Step<S, F> | LotStep<S, F>

/** How far a plan has come, in steps. */
export interface Progress {
  done: number
  count: number
}

/** How a plan ended: what now stands, how far it came, and the first step that failed with its reason, if one did. */
export interface Outcome<S, T> extends Progress {
  standing: S
  failed: Failed<T> | null
}

/** A step that failed, and why. */
export interface Failed<T> {
  step: T
  reason: unknown
}

/** So many steps of a lot are under way at once. */
export const AT_ONCE = 8

/**
 * Carries a plan out until all steps are done or one fails: then none is begun any more, and those under way are waited for. `onStep` is
 * told what stands after each, and how many are done.
 */
export async function runPlan<S, T extends AnyStep<S>>(
  plan: readonly T[],
  before: S,
  onStep: (standing: S, done: number) => void = () => {},
): Promise<Outcome<S, T>> {
  let standing = before
  let next = 0
  let done = 0
  let failed: Failed<T> | null = null

  for (let step = plan[0]; step !== undefined && failed === null; step = plan[next]) {
    const lot = lotOf(step)
    await (lot === null ? goOn(() => true) : Promise.all(Array.from({ length: AT_ONCE }, () => followLot(lot))))
  }
  return { standing, failed, done, count: plan.length }

  async function followLot(lot: string): Promise<void> {
    while (failed === null && (await goOn((step) => lotOf(step) === lot)));
  }

  /** Takes the next step if it is one of these; answers whether there was such a one. */
  async function goOn(isMeant: (step: T) => boolean): Promise<boolean> {
    const step = plan[next]
    if (step === undefined || !isMeant(step)) return false
    next += 1
    try {
      if ('run' in step) standing = await step.run(standing)
      else {
        await step.call()
        standing = step.after(standing)
      }
      done += 1
      onStep(standing, done)
    } catch (reason) {
      failed ??= { step, reason }
    }
    return true
  }
}

const lotOf = <S>(step: AnyStep<S>): string | null => ('lot' in step ? step.lot : null)
