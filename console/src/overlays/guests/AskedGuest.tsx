import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import styles from './guests.module.css'

/** Somebody who was asked for: what became of them in `lines`, and beside it what is told of them. */
export function AskedGuest({
  name,
  state,
  icon,
  lines,
  children,
}: {
  name: string
  state: string
  icon: IconName
  lines: readonly string[]
  children?: ReactNode
}) {
  return (
    <li data-state={state}>
      <Icon name={icon} size={18} />
      <span className={styles.who}>
        <b>
          <Name>{name}</Name>
        </b>
        {lines.map((line) => (
          <small key={line}>{line}</small>
        ))}
      </span>
      {children}
    </li>
  )
}
