import { CopyButton } from '../CopyButton'
import styles from './Overlay.module.css'

/** A code with a button that copies it. */
export function Code({ label, copyLabel, code }: { label: string; copyLabel: string; code: string }) {
  return (
    <div className={styles.code}>
      <dl>
        <dt>{label}</dt>
        <dd>{code}</dd>
      </dl>
      <CopyButton label={copyLabel} text={code} />
    </div>
  )
}
