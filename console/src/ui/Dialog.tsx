import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './Button'
import { classes } from './classes'
import styles from './Dialog.module.css'
import { useKeptFocus } from './use-kept-focus'

/** Colour of a dialog's head. */
export type DialogTone = 'neutral' | 'warning' | 'danger'

export interface DialogProps {
  /** What is done to what, in one sentence. */
  title: ReactNode
  /** The title in full, where what is shown of it is shortened. */
  fullTitle?: string
  /** A quieter line below the title. */
  subtitle?: ReactNode
  /** What stands left of the title, such as an avatar. */
  leading?: ReactNode
  tone?: DialogTone
  /** `small` for a question, `large` for an editor. Both fill the screen's width under 700 px, large its height too. */
  size?: 'small' | 'large'
  /** Keeps one height whatever it shows, so that tabs stay under the pointer that chooses them; `tall` is as high as a long form. */
  steady?: boolean | 'tall'
  /** `alertdialog` for a question that must be answered before anything else. */
  role?: 'dialog' | 'alertdialog'
  /** Called by Escape and the close button. A press beside the dialog does not close it. */
  onClose: () => void
  /** Something is under way that closing would leave alone: Escape and the close button wait for it. */
  isBusy?: boolean
  /** Name of the close button; without it there is none. */
  closeLabel?: string
  /** Footer left: what destroys. */
  destructive?: ReactNode
  /** Footer right: cancel, then the one thing to do. */
  actions?: ReactNode
  /** Shown between body and footer, in reach of the eye when Save is pressed: what went wrong. */
  notice?: ReactNode
  children?: ReactNode
}

/** Told that a dialog is drawn, by whoever has to wait for that. */
export const DialogDrawn = createContext<(() => void) | null>(null)

/** The frame of every overlay. It holds the focus while it is open and gives it back when it closes. */
export function Dialog({
  title,
  fullTitle,
  subtitle,
  leading,
  tone = 'neutral',
  size = 'large',
  steady = false,
  role = 'dialog',
  onClose,
  isBusy = false,
  closeLabel,
  destructive,
  actions,
  notice,
  children,
}: DialogProps) {
  const frame = useRef<HTMLElement>(null)
  useKeptFocus(frame)
  const onDrawn = useContext(DialogDrawn)
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <ModalOverlay
      isOpen
      isDismissable={false}
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
      className={styles.veil}
    >
      <Modal className={classes(styles.modal, steady && styles.steady, steady === 'tall' && styles.tall, styles[size])}>
        <AriaDialog ref={frame} role={role} className={styles.dialog}>
          <header className={classes(styles.head, styles[tone])}>
            {leading}
            <div className={styles.titles}>
              <Heading slot="title" className={styles.title} title={fullTitle} aria-label={fullTitle}>
                {title}
              </Heading>
              {subtitle != null && <p className={styles.subtitle}>{subtitle}</p>}
            </div>
            {closeLabel && (
              <Button
                variant="quiet"
                icon="close"
                aria-label={closeLabel}
                isDisabled={isBusy}
                onPress={onClose}
                className={styles.close}
              />
            )}
          </header>
          {children != null && <div className={styles.body}>{children}</div>}
          {notice != null && <div className={styles.notice}>{notice}</div>}
          {(destructive != null || actions != null) && (
            <footer className={styles.foot}>
              {destructive}
              <div className={styles.actions}>{actions}</div>
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
