import { useCallback, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import { locksByName } from '../../model/locks'
import { foundIn } from '../../model/search'
import { EmptyState } from '../../ui/EmptyState'
import { TwoLists } from '../tabs/TwoLists'
import styles from './guests.module.css'
import { Times } from './Times'
import type { AnyEntry } from './use-entry'

/** The locks that the guests get access to, and when. */
export function ChosenLocks({
  entry,
  now,
  incomplete,
  isAsked,
  children,
}: {
  entry: AnyEntry
  now: number
  incomplete: Parameters<typeof Times>[0]['incomplete']
  /** Whether what is entered was to be asked for already. */
  isAsked: boolean
  /** What is asked below the times. */
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation()
  const { domain } = useDomain()
  const { language } = i18n
  const all = useDomainSelector(
    useCallback((domain: Domain) => locksByName(domain, language), [language]),
    'heads',
  )
  const { locks, chooseLocks } = entry
  const unzoned = locks.filter(({ timezone }) => timezone === null)
  return (
    <section className={styles.part} aria-labelledby="guests-doors">
      <h3 id="guests-doors">{t('guests.doors')}</h3>
      {all.length === 0 ? (
        <EmptyState icon="door" level={3} title={t('lockLists.noLocks')} />
      ) : (
        <TwoLists
          all={all}
          chosen={locks.map(({ id }) => id)}
          find={foundIn}
          onChange={chooseLocks}
          texts={{
            search: t('lockLists.search'),
            hint: t('guests.doorsText'),
            available: t('lockLists.available'),
            chosen: t('guests.chosen'),
            noneAvailable: t('lockLists.noneAvailable'),
            noneChosen: t('lockLists.noneSelected'),
            noneFound: t('lockLists.noneFound'),
            moved: (how, count, name) => t(`lockLists.${how}`, { count, name }),
          }}
        />
      )}
      {locks.length > 0 && (
        <Times
          {...{ entry, now, incomplete, isAsked }}
          hasBridge={locks.some(({ id }) => domain.hasBridge(id))}
          unzoned={
            unzoned.length === 0
              ? null
              : { locks: namesText(unzoned.map(({ name }) => shortened(name))), count: unzoned.length }
          }
        >
          {children}
        </Times>
      )}
    </section>
  )
}
