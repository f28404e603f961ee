/** Invitations: those sent from a domain, those that came to an account, and what is done with them. */
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'
import { removed } from './removal'

type Schemas = components['schemas']

/** An invitation as the domain's administrators see it. */
export type SentInvitation = Schemas['SentInvitation']

/** An invitation as whoever is invited sees it. */
export type ReceivedInvitation = Schemas['ReceivedInvitation']

/** What came of accepting one. */
export type AcceptedInvitation = Schemas['AcceptedInvitation']

/** A lock that an invitation offers access to, and when. */
export type OfferedLock = Schemas['OfferedLock']

/** Access that is to be offered. */
export type NewOffer = Schemas['NewOffer']

/** What all ways of inviting take. */
interface Offered {
  links: NewOffer[]
  /** The name that the domain will give them; empty for none. */
  alias: string
  /** Who of the domain has no account and is to have theirs; else they become somebody new. */
  user_id?: string
}

/** One page of invitations; pages count from 0, `total` is how many there are on all of them. */
interface InvitationPage<T> {
  entries: T[]
  page: number
  pages: number
  total: number
}

/** A list of invitations as it is fetched. */
export type InvitationQuery<T> = UseInfiniteQueryResult<InfiniteData<InvitationPage<T>>>

/** Invitations that are shown again within this time are not asked for again, in milliseconds: focus comes and goes. */
const FRESH = 5000

async function pageOf<T>(
  call: Promise<{ data?: T[]; error?: unknown; response: Response }>,
  page: number,
): Promise<InvitationPage<T>> {
  const entries = await answer(call)
  const { headers } = (await call).response
  const total = Number(headers.get('x-totalrecords') ?? entries.length)
  return { entries, page, pages: Number(headers.get('x-pages') ?? '1'), total }
}

const pages = {
  initialPageParam: 0,
  getNextPageParam: ({ page, pages }: InvitationPage<unknown>) => (page < pages - 1 ? page + 1 : undefined),
  staleTime: FRESH,
  refetchOnWindowFocus: true,
}

const sentBy = (identity: string | null) => ['invitations', 'sent', identity]

/** What was sent from the domain of this identity and nobody has answered, a page at a time; nothing is asked for null. */
export function useSentInvitations(identity: string | null) {
  return useInfiniteQuery({
    ...pages,
    queryKey: sentBy(identity),
    queryFn: ({ pageParam: page, signal }) =>
      pageOf(client.GET('/invitations/v1/sent', { params: { query: { page } }, signal }), page),
    enabled: identity !== null,
  })
}

/** What came to this account and is not answered, a page at a time; nothing is asked for null. */
export function useReceivedInvitations(account: string | null) {
  return useInfiniteQuery({
    ...pages,
    queryKey: ['invitations', 'received', account],
    queryFn: ({ pageParam: page, signal }) =>
      pageOf(client.GET('/invitations/v1/received', { params: { query: { page } }, signal }), page),
    enabled: account !== null,
  })
}

/** The invitations of all pages that have come; one that a change has moved to the next page is there once. */
export function invitationsOf<T extends { token: string }>(answered: { pages: InvitationPage<T>[] } | undefined): T[] {
  const all = answered?.pages.flatMap(({ entries }) => entries) ?? []
  return [...new Map(all.map((invitation) => [invitation.token, invitation])).values()]
}

/**
 * Calls back when this invitation is no more among those sent from the domain of this identity, where all are fetched. Answers how to stop
 * that.
 */
export function onSentGone(identity: string, token: string, callback: () => void): () => void {
  return queryClient.getQueryCache().subscribe(() => {
    const sent = queryClient.getQueryData<InfiniteData<InvitationPage<SentInvitation>>>(sentBy(identity))
    const all = invitationsOf(sent)
    // One that is not among some of them may be among the others.
    const isWhole = sent !== undefined && all.length === invitationCount(sent)
    if (isWhole && all.every((one) => one.token !== token)) callback()
  })
}

/** How many invitations there are, as far as that is known. */
export function invitationCount(answered: { pages: InvitationPage<unknown>[] } | undefined): number {
  return answered?.pages.at(-1)?.total ?? 0
}

/** Has both lists asked for again where they are shown. */
export function refreshInvitations(): void {
  void queryClient.invalidateQueries({ queryKey: ['invitations'] })
}

const once = (key: string) => ({ header: { 'Idempotency-Key': key } })

/**
 * Invites whoever has this username. Rejects with an `ApiError`: 404 where nobody has it. Another call with the same `key` within a day is
 * answered as the first one was.
 */
export async function inviteUser(username: string, offered: Offered, key: string): Promise<void> {
  await answer(client.POST('/invitations/v1/invite_user', { params: once(key), body: { username, ...offered } }))
}

/** Invites by a letter to this address. Rejects, and is answered again, like `inviteUser`. */
export async function inviteByMail(email_address: string, offered: Offered, key: string): Promise<void> {
  await answer(
    client.POST('/invitations/v1/invite_by_mail', { params: once(key), body: { email_address, ...offered } }),
  )
}

/** Makes an invitation for whoever has its link; answers the link. Rejects, and is answered again, like `inviteUser`. */
export async function inviteByToken(offered: Offered, key: string): Promise<string> {
  const body = { ...offered, method: 'invitation_link', post_action: 'add_link' }
  return (await answer(client.POST('/invitations/v1/invite_by_token', { params: once(key), body }))).invitation_link
}

/**
 * Withdraws an invitation; answers whether it was there: one that is gone may have been accepted. Rejects with an `ApiError` when the
 * server refuses.
 */
export function deleteInvitation(token: string): Promise<boolean> {
  return removed(answer(client.DELETE('/invitations/v1/sent/{token}', { params: { path: { token } } })))
}

/**
 * Accepts an invitation to this account. Rejects with an `ApiError`: 404 where it is gone, 409 where the account belongs elsewhere. Is
 * answered again like `inviteUser`.
 */
export function acceptReceived(token: string, key: string): Promise<AcceptedInvitation> {
  const params = { path: { token }, ...once(key) }
  return answer(client.POST('/invitations/v1/received/{token}/accept', { params }))
}

/** Declines an invitation to this account. Answers and rejects like `deleteInvitation`. */
export function declineReceived(token: string): Promise<boolean> {
  return removed(answer(client.POST('/invitations/v1/received/{token}/decline', { params: { path: { token } } })))
}

/** The invitation of a letter or link. Rejects with an `ApiError`: 404 where it is gone, or to another account. */
export function invitationByToken(token: string): Promise<ReceivedInvitation> {
  return answer(client.GET('/user/v1/invitations/{token}', { params: { path: { token } } }))
}

/** Accepts the invitation of a letter or link. Rejects like `acceptReceived`. */
export function acceptByToken(token: string, key: string): Promise<AcceptedInvitation> {
  const params = { path: { token }, ...once(key) }
  return answer(client.POST('/user/v1/invitations/{token}/accept', { params }))
}

/** Declines the invitation of a letter or link. Answers and rejects like `declineReceived`. */
export function declineByToken(token: string): Promise<boolean> {
  return removed(answer(client.DELETE('/user/v1/invitations/{token}', { params: { path: { token } } })))
}
