import { useTranslation } from 'react-i18next'
import type { AcceptedInvitation, OfferedLock } from '../api/queries/invitation'
import { shortened } from '../i18n/isolate'
import { domainName } from '../session/domain'
import { Note } from '../ui/Note'

type Reason = AcceptedInvitation['left_out'][number]['reason']

/**
 * Why something that was offered was not given, by the server's reasons; the compiler misses the text of a new one. A page that is older
 * than its server says `not_suited` for one that it does not know.
 */
const reasons = {
  inviter_may_not: 'invitations.leftOut.inviter_may_not',
  lock_gone: 'invitations.leftOut.lock_gone',
  calendar_gone: 'invitations.leftOut.calendar_gone',
  calendar_over: 'invitations.leftOut.calendar_over',
  already_there: 'invitations.leftOut.already_there',
  not_suited: 'invitations.leftOut.not_suited',
} as const satisfies Record<Reason, string>

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
            const known = Object.hasOwn(reasons, reason) ? reason : 'not_suited'
            return <p key={lock_id}>{t(reasons[known], { lock })}</p>
          })}
        </Note>
      )}
    </>
  )
}
