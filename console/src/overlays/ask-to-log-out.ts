import { i18n } from '../i18n/i18n'
import { logOut } from '../session/session'
import { openConfirmDialog } from './confirm-dialog/open'

/** Asks before logging out: the settings kept in this browser go with it, and what is not saved in any of its tabs. */
export function askToLogOut(): void {
  openConfirmDialog({
    title: i18n.t('logOut.question'),
    text: i18n.t('logOut.meaning'),
    confirmLabel: i18n.t('logOut.act'),
    pendingLabel: i18n.t('logOut.pending'),
    onConfirm: logOut,
  })
}
