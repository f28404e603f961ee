import { CopyButton } from './CopyButton'
import styles from './Code.module.css'

/**
 * A code with a button that copies it. `shown` is how it is read, where that is not how it is copied. With `autoFocus` the button has the
 * focus: for a code that was asked for just now.
 */
export function Code({
  label,
  copyLabel,
  code,
  shown = code,
  autoFocus,
}: {
  label: string
  copyLabel: string
  code: string
  shown?: string
  autoFocus?: boolean
}) {
  return (
    <div className={styles.code}>
      <dl>
        <dt>{label}</dt>
        <dd>{shown}</dd>
      </dl>
      <CopyButton label={copyLabel} text={code} autoFocus={autoFocus} />
    </div>
  )
}
