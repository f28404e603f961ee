import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import { locksByName } from '../../model/locks'
import { foundIn } from '../../model/search'
import { EmptyState } from '../../ui/EmptyState'
import { TwoLists } from '../tabs/TwoLists'
import styles from './Overlay.module.css'
import { Times } from './Times'
import type { Creation } from './use-creation'

/** The locks that the guests get access to, and when. */
export function Doors({
  creation,
  now,
  incomplete,
}: {
  creation: Creation
  now: number
  incomplete: Parameters<typeof Times>[0]['incomplete']
}) {
  const { t, i18n } = useTranslation()
  const { domain } = useDomain()
  const { language } = i18n
  const all = useDomainSelector(
    useCallback((domain: Domain) => locksByName(domain, language), [language]),
    'heads',
  )
  const { locks, chooseLocks } = creation
  const unzoned = locks.filter(({ timezone }) => timezone === null)
  return (
    <section className={styles.part} aria-labelledby="create-users-doors">
      <h3 id="create-users-doors">{t('createUsers.doors')}</h3>
      {all.length === 0 ? (
        <EmptyState icon="door" level={3} title={t('lockGroup.locks.noLocks')} />
      ) : (
        <TwoLists
          all={all}
          chosen={locks.map(({ id }) => id)}
          find={foundIn}
          onChange={chooseLocks}
          texts={{
            search: t('lockGroup.locks.search'),
            hint: t('createUsers.doorsText'),
            available: t('lockGroup.locks.available'),
            chosen: t('createUsers.chosen'),
            noneAvailable: t('lockGroup.locks.noneAvailable'),
            noneChosen: t('lockGroup.locks.noneSelected'),
            noneFound: t('lockGroup.locks.noneFound'),
            moved: (how, count, name) => t(`lockGroup.locks.${how}`, { count, name }),
          }}
        />
      )}
      {locks.length > 0 && (
        <Times
          {...{ creation, now, incomplete }}
          hasBridge={locks.some(({ id }) => domain.hasBridge(id))}
          unzoned={unzoned.length === 0 ? null : namesText(unzoned.map(({ name }) => shortened(name)))}
        />
      )}
    </section>
  )
}
