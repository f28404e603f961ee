import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ended } from '../../model/ended'
import { AccessList } from './AccessList'
import styles from './tabs.module.css'

/**
 * Access that has ended, to be extended or removed where it was given: one's own there, that of a group with the group. Nothing where
 * there is none.
 */
export function EndedAccess<T extends { readonly id: string }>({
  ended,
  who,
  now,
  opens = true,
}: {
  ended: readonly Ended<T>[]
  who: (entry: T) => ReactNode
  now: number
  opens?: boolean
}) {
  const { t } = useTranslation()
  const title = useId()
  if (ended.length === 0) return null
  return (
    <section aria-labelledby={title} className={styles.ended}>
      <h3 id={title}>{t('tabs.ended.title', { count: ended.length })}</h3>
      {opens && <p>{t('tabs.ended.text')}</p>}
      <AccessList
        entries={ended.map(({ entry, row, column, link }) => ({ id: entry.id, row, column, entry, opens: link }))}
        now={now}
        opens={opens}
        who={({ entry }) => who(entry)}
      />
    </section>
  )
}
