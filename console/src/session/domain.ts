import type { components } from '../generated/api'

/** An identity as it travels: `domain` reads "owner's domain". */
export type IdentityEntry = components['schemas']['Identity']

/** One domain that the account acts in, and as what. */
export interface Identity {
  /** What X-Assume-User carries. */
  id: string
  /** Name of the domain, which is its owner's username. */
  domain: string
  primary: boolean
  role: IdentityEntry['role']
}

/** The name of a domain as the console speaks of it: without the "'s domain" at its end. */
export function domainName(name: string): string {
  return name.replace(/'s domain$/, '')
}

/**
 * An identity as the console speaks of it. What a role may do it knows itself, so a role that a feed tells is all there is to take over.
 */
export function toIdentity({ domain_rights: _rights, ...entry }: IdentityEntry): Identity {
  return { ...entry, domain: domainName(entry.domain) }
}

/** The domains that can be chosen: those in which the account is an administrator. */
export function selectableIdentities(identities: readonly Identity[]): readonly Identity[] {
  return identities.filter((identity) => identity.role === 'administrator')
}

/** The stored choice while it can still be chosen, else the primary identity, else any. */
export function chosenIdentity(identities: readonly Identity[], stored: string | null): Identity | null {
  const selectable = selectableIdentities(identities)
  return (
    selectable.find((identity) => identity.id === stored) ??
    identities.find((identity) => identity.primary) ??
    selectable[0] ??
    identities[0] ??
    null
  )
}
