import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import styles from './guests.module.css'

/** Somebody who was asked for: what became of them in `texts`, and beside it what else there is to show of them. */
export function AskedGuest({
  name,
  state,
  icon,
  texts,
  children,
}: {
  name: string
  state: string
  icon: IconName
  texts: readonly string[]
  children?: ReactNode
}) {
  return (
    <li data-state={state}>
      <Icon name={icon} size={18} />
      <span className={styles.who}>
        <b>
          <Name>{name}</Name>
        </b>
        {texts.map((text) => (
          <small key={text}>{text}</small>
        ))}
      </span>
      {children}
    </li>
  )
}
