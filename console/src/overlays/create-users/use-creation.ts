import { useDomain } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { nameProblem } from '../../model/guest-names'
import { usernameKey } from '../../model/usernames'
import { randomText } from '../../session/pkce'
import { accessCalls } from '../access/calls'
import { useEntry } from '../guests/use-entry'
import { useGuests } from '../guests/use-guests'
import { create, isWorthAnother, newGuest, saving, type Guest } from './guest'

/** What is asked for beside names and access. */
interface PeopleAndPasswords {
  /** Those who are to have no account, by their mere names. */
  people: readonly { id: string; name: string }[]
  /** Whether the passwords that are drawn stay; else each chooses their own at the first sign-in. */
  passwordsStay: boolean
}

const atFirst: PeopleAndPasswords = { people: [], passwordsStay: false }

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
  const entry = useEntry<PeopleAndPasswords>({
    ...{ name: 'create-users', now, own: atFirst, isPending },
    others: guests.filter(({ hasAccount }) => hasAccount).map(({ name }) => name),
    // Of several who are to have a name, one with a space in it is more likely two.
    problemOf: (name) => nameProblem(name, here) ?? (/\s/.test(name) ? 'name' : null),
  })
  const { draft, hasNames, names, editOwn } = entry
  const { people, passwordsStay } = draft.own
  const editPeople = (change: (people: PeopleAndPasswords['people']) => PeopleAndPasswords['people']) =>
    editOwn((own) => ({ ...own, people: change(own.people) }))
  const isEntered = hasNames || people.length > 0
  return {
    ...entry,
    guests,
    isEntered,
    /** Whether there is somebody to be created, or to be tried again. */
    hasWork: isEntered || guests.some(isWorthAnother),
    addPerson: () => editPeople((people) => [...people, { id: randomText(6), name: '' }]),
    setPerson: (id: string, name: string) =>
      editPeople((people) => people.map((one) => (one.id === id ? { id, name } : one))),
    removePerson: (id: string) => editPeople((people) => people.filter((one) => one.id !== id)),
    /** Whether they choose passwords of their own. */
    choosePasswords: (choose: boolean) => editOwn((own) => ({ ...own, passwordsStay: !choose })),
    /** Creates those who are entered, and tries those again for whom that may help. */
    run: () => {
      const grants = entry.grants()
      const guest = (name: string, hasAccount: boolean) =>
        newGuest({ name, hasAccount, choosesPassword: !passwordsStay, key: randomText(16), grants })
      const entered = [
        ...names.map((name) => guest(name, true)),
        ...people.map(({ name }) => guest(name.trim(), false)),
      ]
      entry.taken()
      // Whoever wants it so wants it for the next ones too.
      editOwn((own) => ({ ...own, passwordsStay }))
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
