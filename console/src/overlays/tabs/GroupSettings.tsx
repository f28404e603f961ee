import { useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import { numberFormat } from '../../i18n/format'
import type { Domain, Group } from '../../model/domain'
import { groupsByName, withMemberships } from '../../model/memberships'
import { named } from '../../model/search'
import { EmptyState } from '../../ui/EmptyState'
import { SearchField } from '../../ui/SearchField'
import { TransferLists, type TransferSide } from '../../ui/TransferLists'

/**
 * The groups of one type: those that are available, and those among `groups`, which `title` heads. `onChange` gets the change of the
 * list, to be made to the draft.
 */
export function GroupSettings({
  type,
  title,
  groups,
  onChange,
}: {
  type: Group['type']
  title: string
  groups: readonly string[]
  onChange: (change: (groups: readonly string[]) => readonly string[]) => void
}) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const [typed, setTyped] = useState('')
  // Letters appear as they are typed, however many groups there are to look through.
  const searched = useDeferredValue(typed)
  const [moved, setMoved] = useState('')
  const all = useDomainSelector(
    useCallback((domain: Domain) => groupsByName(domain, type, language), [type, language]),
    'heads',
  )
  if (all.length === 0) return <EmptyState icon="list" level={3} title={t('tabs.groups.none')} />

  const joined = new Set(groups)
  const searches = searched.trim() !== ''
  return (
    <>
      <SearchField label={t('tabs.groups.search')} value={typed} onChange={setTyped} />
      <TransferLists
        hint={t('tabs.groups.hint')}
        from={side(
          all.filter(({ id }) => !joined.has(id)),
          {
            title: t('tabs.groups.available'),
            emptyText: t('tabs.groups.noneAvailable'),
            allLabel: t(searches ? 'tabs.groups.addFound' : 'tabs.groups.addAll'),
            onMove: (ids) => move('added', ids),
          },
        )}
        to={side(
          all.filter(({ id }) => joined.has(id)),
          {
            title,
            emptyText: t('tabs.groups.noneJoined'),
            allLabel: t(searches ? 'tabs.groups.removeFound' : 'tabs.groups.removeAll'),
            onMove: (ids) => move('removed', ids),
          },
        )}
      />
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </>
  )

  function side(of: readonly Group[], rest: Omit<TransferSide, 'entries' | 'count'>): TransferSide {
    const entries = named(of, searched)
    const [found, count] = [entries.length, of.length].map((many) => numberFormat().format(many))
    return {
      ...rest,
      entries,
      count: searches ? t('tabs.groups.foundOf', { found, count }) : String(count),
      emptyText: searches && of.length > 0 ? t('tabs.groups.noneFound') : rest.emptyText,
    }
  }

  function move(how: 'added' | 'removed', ids: readonly string[]) {
    onChange((before) => withMemberships(before, { [how]: ids }))
    const [first] = all.filter(({ id }) => ids.includes(id))
    setMoved(t(`tabs.groups.${how}`, { count: ids.length, name: first?.name ?? '' }))
  }
}
