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
  /**
   * What it asks about, where that may go meanwhile: `watch` calls back when it has, and answers how to stop that. The dialog then closes
   * and `onGone` is called, unless `onConfirm` runs.
   */
  subject?: { watch: (onGone: () => void) => () => void; onGone: () => void }
}
