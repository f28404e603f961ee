import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import type { OverlayProps } from '../registry'
import type { WarningDialogProps } from './props'

/** The dialog of `openWarningDialog`. The focus begins on what leaves everything as it is. */
export default function WarningDialog({
  title,
  statements,
  confirmLabel,
  onConfirm,
  close,
}: WarningDialogProps & OverlayProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      leading={<Icon name="warning" size={24} />}
      size="small"
      role="alertdialog"
      tone="warning"
      onClose={close}
      actions={
        <>
          <Button autoFocus onPress={close}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            isArmed
            onPress={() => {
              close()
              onConfirm()
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {statements.map((statement) => (
        <p key={statement}>{statement}</p>
      ))}
    </Dialog>
  )
}
