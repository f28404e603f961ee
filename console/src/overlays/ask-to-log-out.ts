import { i18n } from '../i18n/i18n'
import { logOut } from '../session/session'
import { openConfirmDialog } from './confirm-dialog/open'

/** Asks before logging out: the settings kept in this browser go with it. */
export function askToLogOut(): void {
  openConfirmDialog({
    title: i18n.t('shell.logOutQuestion'),
    text: i18n.t('shell.logOutMeaning'),
    confirmLabel: i18n.t('shell.logOut'),
    pendingLabel: i18n.t('shell.loggingOut'),
    onConfirm: logOut,
  })
}
