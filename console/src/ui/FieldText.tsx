import { useEffect, useRef, type ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'
import styles from './Field.module.css'
import { Icon } from './Icon'

/** What every field has beside its value. */
export interface FieldTexts {
  label: ReactNode
  /** A line below the field that helps to fill it in. */
  description?: ReactNode
  /** What is wrong with the value; shown, and told to screen readers, in place of nothing. */
  error?: ReactNode
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
}

/** The lines below a field: help and what is wrong, in sight as soon as it is said where one types. Belongs inside a React Aria field. */
export function FieldText({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  const problem = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = problem.current
    if (shown?.closest('[data-invalid]')?.contains(document.activeElement) === true) {
      shown.scrollIntoView({ block: 'nearest' })
    }
  }, [error])
  return (
    <>
      {description != null && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>
        {error != null ? (
          <>
            <Icon name="warning" size={16} />
            <span ref={problem}>{error}</span>
          </>
        ) : undefined}
      </FieldError>
    </>
  )
}
