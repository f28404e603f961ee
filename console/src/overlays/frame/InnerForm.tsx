import type { ReactNode } from 'react'
import { useInnerDraft } from './inner-drafts'
import { useAttempts } from './use-attempts'

/**
 * A form within an overlay that is done at once, and opened by a button in whose place it stands. Escape closes the form alone; while
 * something is typed in it the overlay asks before it is closed. What is refused, here or by the server, leads to the first wrong field.
 */
export function InnerForm({
  isTyped,
  isPending,
  className,
  onSubmit,
  onCancel,
  children,
}: {
  isTyped: boolean
  /** Something is under way, for which Escape waits. */
  isPending: boolean
  className?: string
  onSubmit: () => void
  /** Closes the form, and gives the focus to what opened it. */
  onCancel: () => void
  children: ReactNode
}) {
  useInnerDraft(isTyped)
  const { refuse, form } = useAttempts<HTMLFormElement>(isPending ? 'save' : null)
  return (
    // Lists and calendars that are open above it keep their Escape to themselves.
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        if (!isPending) onCancel()
      }}
    >
      <form
        ref={form}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
          // What is wrong is known once that is drawn; where nothing is, the focus stays.
          refuse()
        }}
      >
        {children}
      </form>
    </div>
  )
}
