import { i18n } from '../../i18n/i18n'
import { openWarningDialog } from '../warning-dialog/open'

/** Saves; where somebody would stand before a door that opened to them before, it is asked first, with who that is. */
export function askToTake(takes: boolean, statements: readonly string[], save: () => void): void {
  if (!takes) return save()
  openWarningDialog({
    title: i18n.t('effect.takes'),
    statements,
    confirmLabel: i18n.t('overlay.save'),
    onConfirm: save,
  })
}
