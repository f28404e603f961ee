/** A question with one thing to confirm. */
export interface ConfirmDialogProps {
  title: string
  /** What confirming means. */
  text: string
  confirmLabel: string
  /** Shown on the button while `onConfirm` runs. */
  pendingLabel: string
  /** What not confirming is called; Cancel unless said otherwise. */
  cancelLabel?: string
  /** Confirming destroys something; the focus then begins on what does not. */
  destructive?: boolean
  /** Carried out on confirm; the dialog closes after it, or says what failed and stays. */
  onConfirm: () => Promise<unknown>
}
