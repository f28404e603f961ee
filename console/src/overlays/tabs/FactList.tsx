import type { ReactNode } from 'react'
import { Name } from '../../ui/Name'
import styles from './General.module.css'

/** What is known of an entry and cannot be changed: names with their values. A value that is more than a text draws itself. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Name>{value}</Name> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
