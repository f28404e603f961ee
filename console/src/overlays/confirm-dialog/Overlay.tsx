import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import type { OverlayProps } from '../registry'
import type { ConfirmDialogProps } from './props'

/** The dialog of `openConfirmDialog`. */
export default function ConfirmDialog({
  title,
  text,
  confirmLabel,
  pendingLabel,
  cancelLabel,
  destructive = false,
  onConfirm,
  close,
}: ConfirmDialogProps & OverlayProps) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function confirm() {
    setPending(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(errorText(error))
      setPending(false)
    }
  }

  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      tone={destructive ? 'danger' : 'neutral'}
      onClose={close}
      isBusy={isPending}
      notice={
        failure && (
          <Note tone="danger" announce>
            {failure}
          </Note>
        )
      }
      actions={
        <>
          <Button autoFocus={destructive} onPress={close} isDisabled={isPending}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button
            variant={destructive ? 'danger-solid' : 'primary'}
            autoFocus={!destructive}
            isArmed
            isPending={isPending}
            pendingLabel={pendingLabel}
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
