import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain, User } from '../../model/domain'
import { endedUsers } from '../../model/ended'
import { Avatar } from '../../ui/Avatar'
import { EmptyState } from '../../ui/EmptyState'
import { Name } from '../../ui/Name'
import { AccessList } from './AccessList'
import { EndedAccess } from './EndedAccess'
import styles from './tabs.module.css'

/**
 * Who has access to a column, by name, directly or through groups, and below them whose access has ended; each opens the access editor.
 */
export function UsersWithAccess({ column, users, now }: { column: string; users: readonly User[]; now: number }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const ended = useDomainSelector(
    useCallback((domain: Domain) => endedUsers(domain, column, now, language), [column, now, language]),
  )
  return (
    <>
      {users.length === 0 ? (
        <EmptyState icon="people" level={3} title={t('tabs.users.none')} />
      ) : (
        <AccessList
          entries={users.map((user) => ({ id: user.id, row: user.id, column, user }))}
          now={now}
          who={({ user }) => <Person user={user} />}
        />
      )}
      <EndedAccess ended={ended} now={now} who={(user) => <Person user={user} />} />
    </>
  )
}

function Person({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <>
      <Avatar name={user.name} size="small" />
      <span className={styles.who}>
        <b>
          <Name>{user.name}</Name>
        </b>
        <small>{user.role === 'user' ? <Name>{user.mail}</Name> : t(`roles.${user.role}`)}</small>
      </span>
    </>
  )
}
