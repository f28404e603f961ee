import { useTranslation } from 'react-i18next'
import type { AcceptedInvitation, OfferedLock } from '../api/queries/invitation'
import { shortened } from '../i18n/isolate'
import { domainName } from '../session/domain'
import { Note } from '../ui/Note'

/** Why something that was offered was not given: the server's reasons, and what is said for one that nobody here knows. */
const reasons = [
  'inviter_may_not',
  'lock_gone',
  'calendar_gone',
  'calendar_over',
  'already_there',
  'not_suited',
] as const

/** What came of accepting an invitation: in which domain one is, and what of the `locks` that it offered was not given. */
export function Accepted({ answer, locks }: { answer: AcceptedInvitation; locks: readonly OfferedLock[] }) {
  const { t } = useTranslation()
  const { already_member, left_out } = answer
  const domain = shortened(domainName(answer.domain))
  return (
    <>
      <Note tone="success" announce>
        {t(already_member ? 'invitations.alreadyMember' : 'invitations.accepted', { domain })}
      </Note>
      {left_out.length > 0 && (
        <Note tone="warning" announce title={t('invitations.leftOutTitle')}>
          {left_out.map(({ lock_id, reason }) => {
            const lock = shortened(locks.find(({ id }) => id === lock_id)?.name ?? lock_id)
            const known = reasons.find((one) => one === reason) ?? 'not_suited'
            return <p key={lock_id}>{t(`invitations.leftOut.${known}`, { lock })}</p>
          })}
        </Note>
      )}
    </>
  )
}
