import {
  invitationsOf,
  refreshInvitations,
  useSentInvitations,
  type SentInvitation,
} from '../../api/queries/invitation'
import { useDomain } from '../../api/queries/use-domain'
import { nameProblem } from '../../model/guest-names'
import { usernameKey } from '../../model/usernames'
import { randomText } from '../../session/pkce'
import { useSession } from '../../session/session'
import { accessCalls } from '../access/calls'
import { useEntry } from '../guests/use-entry'
import { useGuests } from '../guests/use-guests'
import { invite, isWorthAnother, newGuest, saving, type Guest } from '../invitations/guest'
import { namesHere } from '../invitations/names'
import type { To } from '../invitations/plan'

/** What is asked of invitations beside names and access. */
interface AliasesAndLinks {
  /** The names that the domain will give guests, by what they are entered as. */
  aliases: Readonly<Record<string, string>>
  /** Links that are to be made, each for whoever has it. */
  links: readonly { id: string; alias: string }[]
}

const atFirst: AliasesAndLinks = { aliases: {}, links: [] }

/** Invitations on their way: what is entered, and what became of those that were asked for. */
export function useInviting(now: number) {
  const { domain } = useDomain()
  const { identity } = useSession()
  const sent = useSentInvitations(identity?.id ?? null)
  const { guests, isPending, run } = useGuests<Guest>({
    saving,
    carryOut: (guest) => invite(guest, accessCalls),
    isWorthAnother,
  })
  // Whom the server refused for good may be entered again, with another alias or other access.
  const asked = guests.filter((guest) => guest.state !== 'error' || isWorthAnother(guest)).flatMap(({ to }) => to ?? [])
  // Those of this session are doubles, and not somebody else.
  const invited = withoutNames(invitationsOf(sent.data), asked)
  const entry = useEntry<AliasesAndLinks>({
    ...{ name: 'invite-guests', now, own: atFirst, isPending },
    others: asked,
    problemOf: (name) => nameProblem(name, namesHere(domain, name), invited),
  })
  const { draft, names, editOwn, hasNames } = entry
  const { aliases, links } = draft.own
  const isEntered = hasNames || links.length > 0
  const aliasOf = (name: string) => aliases[usernameKey(name)] ?? ''

  return {
    ...entry,
    guests,
    isEntered,
    /** Whether there is something to be sent or made, or to be tried again. */
    hasWork: isEntered || guests.some(isWorthAnother),
    aliasOf,
    setAlias: (name: string, alias: string) =>
      editOwn((before) => ({ ...before, aliases: { ...before.aliases, [usernameKey(name)]: alias } })),
    addLink: () => editOwn((before) => ({ ...before, links: [...before.links, { id: randomText(6), alias: '' }] })),
    setLinkAlias: (id: string, alias: string) =>
      editOwn((before) => ({ ...before, links: before.links.map((link) => (link.id === id ? { id, alias } : link)) })),
    removeLink: (id: string) =>
      editOwn((before) => ({ ...before, links: before.links.filter((link) => link.id !== id) })),
    /** Invites those who are entered, and tries those again for whom that may help. */
    run: async () => {
      const grants = entry.grants()
      const guest = (to: To, alias: string) =>
        newGuest({ to, alias: alias.trim(), grants, key: randomText(16), person: null })
      const entered = [
        ...names.map((name) => guest(name, aliasOf(name))),
        ...links.map(({ alias }) => guest(null, alias)),
      ]
      entry.taken()
      await run(entered)
      refreshInvitations()
    },
  }
}

/** What is entered and what became of it. */
export type Inviting = ReturnType<typeof useInviting>

/** The keys of those who are invited, but of these names. */
function withoutNames(sent: readonly SentInvitation[], names: readonly string[]): ReadonlySet<string> {
  const own = new Set(names.map(usernameKey))
  return new Set(sent.map(({ sent_to }) => usernameKey(sent_to)).filter((key) => key !== '' && !own.has(key)))
}
