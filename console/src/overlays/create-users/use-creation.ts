import { useDomain } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { nameProblem } from '../../model/guest-names'
import { usernameKey } from '../../model/usernames'
import { randomText } from '../../session/pkce'
import { accessCalls } from '../access/calls'
import { useEntry } from '../guests/use-entry'
import { useGuests } from '../guests/use-guests'
import { create, isWorthAnother, newGuest, saving, type Guest } from './guest'

/** Guests on their way into the domain: what is entered, and what became of those who were asked for. */
export function useCreation(now: number) {
  const { domain } = useDomain()
  // With their passwords: in memory alone.
  const { guests, isPending, run } = useGuests<Guest>({
    saving,
    carryOut: (guest) => create(guest, accessCalls),
    isWorthAnother,
  })
  const here = namesHere(domain, guests)
  const entry = useEntry({
    ...{ name: 'create-users', now, own: null, isPending },
    others: guests.map(({ name }) => name),
    problemOf: (name) => nameProblem(name, here),
  })
  const { hasNames, names } = entry
  return {
    ...entry,
    guests,
    /** Whether there is somebody to be created, or to be tried again. */
    hasWork: hasNames || guests.some(isWorthAnother),
    /** Creates those who are entered, and tries those again for whom that may help. */
    run: () => {
      const entered = names.map((name) => newGuest(name, randomText(16), entry.grants()))
      entry.taken()
      return run(entered)
    },
  }
}

/** What is entered and what became of it. */
export type Creation = ReturnType<typeof useCreation>

/** The keys of all names in the domain but of those who were created just now. */
function namesHere(domain: Domain, guests: readonly Guest[]): ReadonlySet<string> {
  const own = new Set(guests.map(({ standing }) => standing.user))
  const others = [...domain.users.values()].filter(({ id }) => !own.has(id))
  return new Set(others.flatMap(({ username, mail }) => [username, mail]).map(usernameKey))
}
