import { createPerson, createUser } from '../../api/queries/user'
import type { Step } from '../../model/plan'
import { accessPlan, type SaveExecutor, type Standing as AccessStanding } from '../../model/save-plan'
import type { Grant } from '../guests/grant'

/** What stands of a guest on the server, as far as the steps have told. */
export interface Standing {
  /** Their id; null before they are created. */
  user: string | null
  /** The password that was drawn for them; empty for who has no account. It is kept nowhere else. */
  password: string
  /** Their access, by lock. */
  access: Readonly<Record<string, AccessStanding>>
}

/** Before anything is done. */
export const nobody: Standing = { user: null, password: '', access: {} }

const noAccess: AccessStanding = { link: null, calendar: null, unused: [] }

/** One step of making a guest. */
export interface GuestStep extends Step<Standing, 'createUsers.failed.create' | 'createUsers.failed.access'> {
  /** Name of the lock that the step is about; else empty. */
  about: string
}

/** Who is asked for. */
export interface Asked {
  /** The username, or the mere name of who has no account. */
  name: string
  hasAccount: boolean
  /** Whether they choose a password of their own when they sign in first; not asked of who has no account. */
  choosesPassword: boolean
  /** Drawn at random: by it the server knows that the same is asked for again. */
  key: string
  /** The access that they get. */
  grants: readonly Grant[]
}

/**
 * The steps that come next: the guest is created, then each of their accesses as the access editor saves it, for which their id is known.
 */
export function plan(
  { name, hasAccount, choosesPassword, key, grants }: Asked,
  standing: Standing,
  executor: SaveExecutor,
): GuestStep[] {
  const { user } = standing
  if (user === null) {
    const create = async (before: Standing) => {
      if (!hasAccount) return { ...before, user: await createPerson(name, key) }
      const { id, password } = await createUser(name, choosesPassword, key)
      return { ...before, user: id, password }
    }
    return [{ failure: 'createUsers.failed.create', about: '', run: create }]
  }
  return grants.flatMap(({ lock, name, rule, profile }) => {
    const sides = { priority: 1, row: user, column: lock } as const
    const steps = accessPlan(sides, standing.access[lock] ?? noAccess, { rule, profile }, executor)
    return steps.map((step): GuestStep => ({
      failure: 'createUsers.failed.access',
      about: name,
      run: async (before) => {
        const access = await step.run(before.access[lock] ?? noAccess)
        return { ...before, access: { ...before.access, [lock]: access } }
      },
    }))
  })
}
