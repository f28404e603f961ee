import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import type { OverlayProps } from '../registry'
import { useStep } from '../use-step'
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
  subject,
  close,
}: ConfirmDialogProps & OverlayProps) {
  const { t } = useTranslation()
  const { pending, failed, run } = useStep({ staysPending: true })
  const isPending = pending !== null
  const leave = useEffectEvent(() => {
    if (isPending) return
    subject?.onGone()
    close()
  })
  useEffect(() => subject?.watch(() => leave()), [subject])

  async function confirm() {
    if ((await run(onConfirm)) !== null) close()
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
        failed && (
          <Note tone="danger" announce>
            {errorText(failed.reason)}
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
