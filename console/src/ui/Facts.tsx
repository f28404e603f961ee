import styles from './Facts.module.css'

/** Short facts side by side, each in an element of its own. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <span className={styles.facts}>
      {facts.map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </span>
  )
}
