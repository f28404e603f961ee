import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../i18n/format'
import { withMemberships } from '../../model/memberships'
import { SearchField } from '../../ui/SearchField'
import { TransferLists, type TransferEntry, type TransferSide } from '../../ui/TransferLists'

/** What the two lists say. */
export interface TwoListsTexts {
  /** Name of the search. */
  search: string
  hint: string
  /** The heads of the two lists. */
  available: string
  chosen: string
  /** Said where a list is empty, and where nothing in it is found. */
  noneAvailable: string
  noneChosen: string
  noneFound: string
  /** Said when entries were moved, `name` being that of the first. */
  moved: (how: 'added' | 'removed', count: number, name: string) => string
}

/**
 * All that there is, what is `chosen` of it beside what is not, and a search in both. `find` answers those in which what was typed is
 * found. `onChange` gets the change of the list, to be made to the draft.
 */
export function TwoLists<T extends TransferEntry>({
  all,
  chosen,
  find,
  texts,
  onChange,
}: {
  all: readonly T[]
  chosen: readonly string[]
  find: (entries: readonly T[], typed: string) => readonly T[]
  texts: TwoListsTexts
  onChange: (change: (chosen: readonly string[]) => readonly string[]) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  // Letters appear as they are typed, however many entries there are to look through.
  const searched = useDeferredValue(typed)
  const [moved, setMoved] = useState('')
  const ours = new Set(chosen)
  const searches = searched.trim() !== ''
  return (
    <>
      <SearchField label={texts.search} value={typed} onChange={setTyped} />
      <TransferLists
        hint={texts.hint}
        from={side(
          all.filter(({ id }) => !ours.has(id)),
          {
            title: texts.available,
            emptyText: texts.noneAvailable,
            allLabel: t(searches ? 'tabs.groups.addFound' : 'tabs.groups.addAll'),
            onMove: (ids) => move('added', ids),
          },
        )}
        to={side(
          all.filter(({ id }) => ours.has(id)),
          {
            title: texts.chosen,
            emptyText: texts.noneChosen,
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

  function side(of: readonly T[], rest: Omit<TransferSide, 'entries' | 'count'>): TransferSide {
    const entries = find(of, searched)
    const [found, count] = [entries.length, of.length].map((many) => numberFormat().format(many))
    return {
      ...rest,
      entries,
      count: searches ? t('tabs.groups.foundOf', { found, count }) : String(count),
      emptyText: searches && of.length > 0 ? texts.noneFound : rest.emptyText,
    }
  }

  function move(how: 'added' | 'removed', ids: readonly string[]) {
    onChange((before) => withMemberships(before, { [how]: ids }))
    const name = all.find(({ id }) => id === ids[0])?.name ?? ''
    setMoved(texts.moved(how, ids.length, name))
  }
}
