import { useState } from 'react'
import { Button } from '../ui/Button'
import styles from './Sample.module.css'

/** Lines to read or to take along. `label` says what they are. */
export function Sample({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Could not be copied'),
    )
  return (
    <figure className={styles.sample}>
      <figcaption>
        <span>{label}</span>
        <span role="status">{outcome}</span>
        {/* Browsers lend the clipboard to secure pages alone. */}
        {isSecureContext && (
          <Button variant="quiet" aria-label={`Copy: ${label}`} onPress={() => void copy()}>
            Copy
          </Button>
        )}
      </figcaption>
      <pre>{text}</pre>
    </figure>
  )
}
