import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { accessLine } from '../../../i18n/calendar-text'
import { isolate } from '../../../i18n/isolate'
import { cellOf } from '../../../model/access'
import type { Domain, Lock, User } from '../../../model/domain'
import { zoneOf } from '../../../model/zone'
import { AccessChip } from '../../../ui/AccessChip'
import { Avatar } from '../../../ui/Avatar'
import { EmptyState } from '../../../ui/EmptyState'
import { Name } from '../../../ui/Name'
import { openModifyAccess } from '../../modify-access/open'
import styles from '../Overlay.module.css'
import { ScrollEnd } from './ScrollEnd'

/** So many people are drawn at a time. */
const PAGE = 50

/** Who may open the lock, by name, directly or through groups; each opens the access editor. */
export function UsersWithAccess({
  domain,
  lock,
  users,
  now,
}: {
  domain: Domain
  lock: Lock
  users: readonly User[]
  now: number
}) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(PAGE)
  const zone = zoneOf(lock.timezone).name
  if (users.length === 0) {
    return <EmptyState icon="people" level={3} title={t('lock.users.none')} />
  }
  return (
    <>
      <ul className={styles.list}>
        {users.slice(0, shown).map((user) => {
          const cell = cellOf(domain, user.id, lock.id, now)
          const known = cell.kind === 'none' || cell.kind === 'unknown' ? 'permanent' : cell.kind
          const groups = [cell.via?.userGroup?.name, cell.via?.lockGroup?.name]
            .filter((name) => name !== undefined)
            .map(isolate)
          return (
            <li key={user.id}>
              <AriaButton
                className={styles.line}
                aria-haspopup="dialog"
                onPress={() => openModifyAccess({ domain, row: user.id, column: lock.id })}
              >
                <Avatar name={user.name} size="small" />
                <span className={styles.who}>
                  <b>
                    <Name>{user.name}</Name>
                  </b>
                  <small>{user.role === 'user' ? <Name>{user.mail}</Name> : t(`lock.users.${user.role}`)}</small>
                </span>
                <AccessChip
                  className={styles.chip}
                  kind={known}
                  title={
                    cell.kind === 'unknown' ? t('access.overlap.unknown') : accessLine(known, cell.calendar, zone, now)
                  }
                  detail={groups.length > 0 ? t('lock.users.via', { groups: groups.join(' → ') }) : undefined}
                  indirect={cell.via !== null}
                />
              </AriaButton>
            </li>
          )
        })}
      </ul>
      {shown < users.length && <ScrollEnd onReached={() => setShown((before) => before + PAGE)} key={shown} />}
    </>
  )
}
