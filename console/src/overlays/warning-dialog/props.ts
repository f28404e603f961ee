/** What is said before something far-reaching, and what goes on with it. */
export interface WarningDialogProps {
  title: string
  /** What it means, each a paragraph. */
  statements: readonly string[]
  /** What going on is called. */
  confirmLabel: string
  /** Carried out after the dialog has closed. */
  onConfirm: () => void
}
