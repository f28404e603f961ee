import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationsOf, type InvitationQuery } from '../../api/queries/invitation'
import { EmptyState } from '../../ui/EmptyState'
import { Failed } from '../tabs/Failed'
import { Fetching } from '../tabs/Fetching'
import { ScrollEnd } from '../tabs/ScrollEnd'
import styles from './invitations.module.css'

const nothing: ReadonlyMap<string, ReactNode> = new Map()

/** Invitations as cards; the next page comes when the end is scrolled into sight. */
export function InvitationList<T extends { token: string }>({
  query,
  label,
  none,
  answered = nothing,
  children,
}: {
  query: InvitationQuery<T>
  /** Name of the list. */
  label: string
  /** Said where there are none. */
  none: string
  /** What stands first, in place of those that were answered here, by their tokens. */
  answered?: ReadonlyMap<string, ReactNode>
  children: (invitation: T) => ReactNode
}) {
  const { t } = useTranslation()
  const failed = query.error !== null && (
    <Failed text={t('invitations.failed')} error={query.error} again={() => void query.refetch()} />
  )
  const invitations = invitationsOf(query.data).filter(({ token }) => !answered.has(token))
  if (query.data === undefined && failed === false) return <Fetching query={query} label={t('invitations.loading')} />
  return (
    <>
      {failed}
      {query.data !== undefined && invitations.length === 0 && answered.size === 0 && (
        <EmptyState icon="mail" level={3} title={none} />
      )}
      <ul className={styles.cards} aria-label={label}>
        {[...answered].map(([token, card]) => (
          <li key={token} className={styles.card}>
            {card}
          </li>
        ))}
        {invitations.map((invitation) => (
          <li key={invitation.token} className={styles.card}>
            {children(invitation)}
          </li>
        ))}
      </ul>
      {query.hasNextPage && !query.isFetching && !query.isFetchNextPageError && (
        <ScrollEnd onReached={() => void query.fetchNextPage()} />
      )}
    </>
  )
}
