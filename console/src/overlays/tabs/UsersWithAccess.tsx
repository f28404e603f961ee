import type { TFunction } from 'i18next'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { accessLine } from '../../i18n/calendar-text'
import { cellOf, type Cell } from '../../model/access'
import type { User } from '../../model/domain'
import { AccessChip } from '../../ui/AccessChip'
import { Avatar } from '../../ui/Avatar'
import { EmptyState } from '../../ui/EmptyState'
import { Name } from '../../ui/Name'
import { openModifyAccess } from '../modify-access/open'
import styles from './tabs.module.css'
import { ScrollEnd } from './ScrollEnd'

/** So many people are drawn at a time. */
const PAGE = 50

/** Who has access to a column, by name, directly or through groups; each opens the access editor. Times are told in `zone`. */
export function UsersWithAccess({
  column,
  zone,
  users,
  now,
}: {
  column: string
  zone: string
  users: readonly User[]
  now: number
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const [shown, setShown] = useState(PAGE)
  if (users.length === 0) {
    return <EmptyState icon="people" level={3} title={t('tabs.users.none')} />
  }
  return (
    <>
      <ul className={styles.list}>
        {users.slice(0, shown).map((user) => {
          const cell = cellOf(domain, user.id, column, now)
          const known = cell.kind === 'none' || cell.kind === 'unknown' ? 'permanent' : cell.kind
          return (
            <li key={user.id}>
              <AriaButton
                className={styles.line}
                aria-haspopup="dialog"
                onPress={() => openModifyAccess({ row: user.id, column })}
              >
                <Avatar name={user.name} size="small" />
                <span className={styles.who}>
                  <b>
                    <Name>{user.name}</Name>
                  </b>
                  <small>{user.role === 'user' ? <Name>{user.mail}</Name> : t(`tabs.users.${user.role}`)}</small>
                </span>
                <AccessChip
                  className={styles.chip}
                  kind={known}
                  title={
                    cell.kind === 'unknown' ? t('access.overlap.unknown') : accessLine(known, cell.calendar, zone, now)
                  }
                  detail={viaText(cell, t)}
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

/** Through which groups somebody has access; nothing where it is their own. */
function viaText({ via }: Cell, t: TFunction): string | undefined {
  const from = via?.userGroup?.name
  const to = via?.lockGroup?.name
  if (from !== undefined && to !== undefined) return t('tabs.users.viaBoth', { from, to })
  const group = from ?? to
  return group === undefined ? undefined : t('tabs.users.via', { group })
}
