import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import type { OverlayProps } from './registry'

/** Says what went wrong where there is no better place for it. */
export function ErrorDialog({ message, close }: OverlayProps & { message: string }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('overlay.anErrorOccurred')}
      tone="danger"
      size="small"
      role="alertdialog"
      onClose={close}
      actions={
        <Button variant="primary" autoFocus onPress={close}>
          {t('ui.ok')}
        </Button>
      }
    >
      <p>{message}</p>
    </Dialog>
  )
}
