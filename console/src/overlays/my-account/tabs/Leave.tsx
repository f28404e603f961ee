import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usernameKey } from '../../../model/usernames'
import type { Identity } from '../../../session/domain'
import { useSession, type CurrentUser } from '../../../session/session'
import { Note } from '../../../ui/Note'
import { DeleteDomain } from './DeleteDomain'
import { Erase } from './Erase'
import { Export } from './Export'
import { HandOver } from './HandOver'

/** What is known about one, to be taken along, another owner for one's domain, the end of it, and the end of one's account. */
export function Leave({ user, identity }: { user: CurrentUser; identity: Identity }) {
  const { t } = useTranslation()
  const [owner, setOwner] = useState<string | null>(null)
  const next = useSession().identities.find(({ id }) => id !== identity.id)
  const hasPassword = user.has_password
  const isOwner = usernameKey(identity.domain) === usernameKey(user.username)
  return (
    <>
      <p>{t('account.leave.text')}</p>
      <Export username={user.username} />
      {isOwner && <HandOver {...{ identity, hasPassword }} onDone={setOwner} />}
      {owner !== null && (
        <Note tone="success" announce>
          {t('account.leave.handOver.done', { name: owner })}
        </Note>
      )}
      {isOwner && next !== undefined && <DeleteDomain {...{ identity, hasPassword, next }} />}
      <Erase {...{ identity, isOwner, hasPassword }} />
    </>
  )
}
