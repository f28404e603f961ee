import { refreshInvitations } from '../api/queries/invitation'
import { i18n } from '../i18n/i18n'
import { shortened } from '../i18n/isolate'
import { currentSession } from '../session/session'
import { openConfirmDialog } from './confirm-dialog/open'

/**
 * Asks before an invitation into a domain is declined, by `decline`, which answers whether it was there; `onDeclined` is called when it is
 * declined, and `onGone` where it had been answered or withdrawn meanwhile.
 */
export function askToDecline(
  domain: string,
  decline: () => Promise<boolean>,
  { onDeclined, onGone }: { onDeclined: () => void; onGone: () => void },
): void {
  const isMember = currentSession().identities.some((identity) => identity.domain === domain)
  openConfirmDialog({
    title: i18n.t('invitations.declineQuestion'),
    text: i18n.t(isMember ? 'invitations.declineMeaningOfMember' : 'invitations.declineMeaning', {
      domain: shortened(domain),
    }),
    confirmLabel: i18n.t('invitations.decline'),
    pendingLabel: i18n.t('invitations.declining'),
    destructive: true,
    onConfirm: async () => {
      if (await decline()) onDeclined()
      else onGone()
      refreshInvitations()
    },
  })
}
