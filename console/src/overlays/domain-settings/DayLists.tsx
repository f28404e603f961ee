import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { dateFormat } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { isOver, lastDay, runsOut, type DayList } from '../../model/day-lists'
import type { Domain } from '../../model/domain'
import { DAY, dayAtDoor, zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { Facts } from '../../ui/Facts'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { openCreateDayList } from '../create-day-list/open'
import styles from '../frame/Frame.module.css'
import { openDayList } from '../modify-day-list/open'
import tabs from '../tabs/tabs.module.css'
import { useDayLists } from '../use-day-lists'
import { useNow } from '../use-now'
import { viewerZone } from '../viewer-zone'

/** `26 Dec 2028` of a day counted from 1 January 1970. */
const dateText = (day: number) =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(day * DAY)

/** The lists of days of the domain: how long each lasts, how many accesses use it, and what makes another. */
export function DayLists() {
  const { t } = useTranslation()
  const { complete } = useDomain()
  const lists = useDayLists()
  const uses = useDomainSelector(
    useCallback((domain: Domain) => new Map([...domain.dayLists.keys()].map((id) => [id, domain.usesOf(id)])), []),
  )
  const today = dayAtDoor(useNow(), zoneOf(viewerZone()))
  return (
    <section className={styles.form} aria-labelledby="domain-day-lists">
      <h3 id="domain-day-lists">{t('dayLists.title')}</h3>
      <p>{t('dayLists.text')}</p>
      {!complete && <ProgressBar label={t('dayLists.loading')} />}
      {complete && lists.length === 0 && <p>{t('dayLists.none')}</p>}
      {lists.length > 0 && (
        <ul className={tabs.list} aria-label={t('dayLists.title')}>
          {lists.map((list) => (
            <li key={list.id}>
              <div className={tabs.entry}>
                <Icon name="calendar" size={18} />
                <span className={tabs.who}>
                  <b>
                    <Name>{list.name}</Name>
                  </b>
                  <small>
                    <Facts facts={factsOf(list)} />
                  </small>
                </span>
                <Button
                  aria-label={t('dayLists.change', { name: shortened(list.name) })}
                  onPress={() => openDayList({ list: list.id })}
                >
                  {t('dayLists.edit')}
                </Button>
              </div>
              {runsOut(list, today) && <Note tone="warning">{warningText(list)}</Note>}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.choices}>
        <Button icon="plus" isDisabled={!complete} onPress={() => openCreateDayList({ kind: 'country' })}>
          {t('dayLists.addCountry')}
        </Button>
        <Button icon="plus" isDisabled={!complete} onPress={() => openCreateDayList({ kind: 'own' })}>
          {t('dayLists.addOwn')}
        </Button>
      </div>
    </section>
  )

  function factsOf(list: DayList): string[] {
    const last = lastDay(list)
    const { links = [], idle = 0 } = uses.get(list.id) ?? {}
    return [
      t('dayLists.days', { count: list.days.length }),
      ...(last === null ? [] : [t(isOver(list, today) ? 'dayLists.over' : 'dayLists.until', { date: dateText(last) })]),
      ...(links.length > 0 ? [t('dayLists.uses', { count: links.length })] : []),
      ...(links.length === 0 ? [idle > 0 ? t('dayLists.usedIdly', { count: idle }) : t('dayLists.unused')] : []),
    ]
  }

  function warningText(list: DayList): string {
    const last = lastDay(list)
    const name = shortened(list.name)
    if (last === null) return t('dayLists.hasNone', { name })
    return t(isOver(list, today) ? 'dayLists.ranOut' : 'dayLists.runsOut', { name, date: dateText(last) })
  }
}
