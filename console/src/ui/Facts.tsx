import styles from './Facts.module.css'

/** Short facts side by side, each in an element of its own. The signs between them stand at no end of a line. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <span className={styles.facts}>
      <span>
        {facts.map((fact, index) => (
          <span key={index}>{fact}</span>
        ))}
      </span>
    </span>
  )
}
