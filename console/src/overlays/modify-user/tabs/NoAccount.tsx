import { useTranslation } from 'react-i18next'
import { invitationsOf, useSentInvitations } from '../../../api/queries/invitation'
import { dateTimeText } from '../../../i18n/format'
import type { User } from '../../../model/domain'
import { useSession } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { openInvitePerson } from '../../invite-person/open'
import { openSentInvitations } from '../../sent-invitations/open'

/** What it means to have no account, and how somebody comes to one; an invitation that waits for its answer. */
export function NoAccount({ user: { id } }: { user: User }) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const sent = useSentInvitations(identity?.id ?? null)
  const invitation = invitationsOf(sent.data).find(({ user_id }) => user_id === id)
  if (invitation !== undefined) {
    return (
      <Note action={<Button onPress={() => openSentInvitations({})}>{t('invitations.sentTitle')}</Button>}>
        {t('people.isInvited', { when: dateTimeText(Date.parse(invitation.expires_at)) })}
      </Note>
    )
  }
  return (
    <Note action={<Button onPress={() => openInvitePerson({ user: id })}>{t('people.invite')}</Button>}>
      {t('people.noAccountText')}
    </Note>
  )
}
