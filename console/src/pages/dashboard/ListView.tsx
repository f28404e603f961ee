import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import type { Domain } from '../../model/domain'
import type { Column, Row } from '../../model/grid'
import { Avatar } from '../../ui/Avatar'
import { Breaks } from '../../ui/Breaks'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { Segmented } from '../../ui/Segmented'
import { StateDot } from '../../ui/StateDot'
import { AccessItem } from '../parts/AccessItem'
import { columnText, columnWords, personWords } from './heads'
import styles from './ListView.module.css'
import { Picker, type Choice } from './Picker'
import { leaveList, left as leftAt } from '../../overlays/choices'
import { viewerZone } from '../../overlays/viewer-zone'
import { usePlaceLeft } from './use-place-opened'
import { sentence, type AccessWords } from '../parts/words'

/**
 * The same cells on a small screen: one person's doors, or one door's people, as a list in full words. Those who get in stand first,
 * then those whose access has ended; the others, to whom it can be given, behind a button.
 */
export function ListView({
  domain,
  rows,
  columns,
  words,
  now,
  onCell,
  onDoor,
  groupsOpen,
  onPerson,
}: {
  domain: Domain
  rows: readonly Row[]
  columns: readonly Column[]
  words: AccessWords
  now: number
  onCell?: (row: Row, column: Column) => void
  onDoor: (column: Column) => void
  /** Whether lock groups can be opened as locks can. */
  groupsOpen: boolean
  onPerson?: (row: Row) => void
}) {
  const { t } = useTranslation()
  const viewer = viewerZone()
  // What an address has opened is shown: the focus goes there when it closes.
  const left = usePlaceLeft()
  const [by, setBy] = useState(() => (left?.row === null ? 'door' : left?.column === null ? 'person' : leftAt().listBy))
  const [chosen, setChosen] = useState(() => ({
    person: left?.row ?? leftAt().person,
    door: left?.column ?? leftAt().door,
  }))
  const [shown, showAll] = useState<boolean | null>(null)
  const isLeft = (row: Row | null, column: Column | null) =>
    left !== null && left.row === (row?.id ?? null) && left.column === (column?.id ?? null)
  useEffect(() => leaveList({ listBy: by, ...chosen }), [by, chosen])
  const people = singlesFirst(rows, 'user')
  const doors = singlesFirst(columns, 'lock')
  const row = people.find(({ id }) => id === chosen.person) ?? people[0]
  const column = doors.find(({ id }) => id === chosen.door) ?? doors[0]
  if (row === undefined || column === undefined) return null
  if (row.id !== chosen.person || column.id !== chosen.door) {
    // Who is shown stays, also when somebody comes who sorts before them.
    setChosen({ person: row.id, door: column.id })
  }
  const byPerson = by === 'person'
  const person = personWords(row)
  const door = columnWords(domain, column, now, viewer)

  const items = (byPerson ? doors : people).map((other) => {
    const cell = byPerson ? { row, column: other as Column } : { row: other as Row, column }
    return { ...cell, id: other.id, access: words.describe(cell.row.id, cell.column.id) }
  })
  const withAccess = items.filter(({ access }) => access.look !== 'none' && access.look !== 'expired')
  const ended = items.filter(({ access }) => access.look === 'expired')
  const without = items.filter(({ access }) => access.look === 'none')
  // What a search or a filter leaves out may have access.
  const isPart = items.length < (byPerson ? countDoors(domain) : countPeople(domain))
  const all = shown ?? without.some(({ row, column }) => isLeft(row, column))

  const item = ({ id, row, column, access }: (typeof items)[number]) => {
    const who = personWords(row)
    const what = columnWords(domain, column, now, viewer)
    return (
      <li key={id}>
        <AccessItem
          words={access}
          sentence={sentence(who.name, what.name, access)}
          isLeft={isLeft(row, column)}
          onPress={onCell === undefined ? undefined : () => onCell(row, column)}
        >
          {byPerson ? (
            <>
              <b>
                <Name>{what.name}</Name>
              </b>
              <small className={what.door?.low ? styles.low : undefined}>
                {what.door && <StateDot state={what.door.state} />}
                {columnText(what)}
              </small>
            </>
          ) : (
            <>
              <b>
                <Name>{who.name}</Name>
              </b>
              <small>
                <Breaks>{who.detail}</Breaks>
              </small>
            </>
          )}
        </AccessItem>
      </li>
    )
  }

  /** Locks and people are counted alone, as the tabs of their overlays count them. */
  const counted = (what: 'with' | 'ended' | 'without', counted: typeof items) => {
    const groups = counted.filter(({ row, column }) => (byPerson ? column.kind !== 'lock' : row.kind !== 'user')).length
    const text = t(`dashboard.list.${what}`, { count: counted.length - groups })
    return groups === 0 ? text : t('dashboard.list.andGroups', { text, count: groups })
  }

  return (
    <div data-skip-to className={styles.list}>
      <Segmented
        label={t('dashboard.list.by')}
        segments={[
          { value: 'person', label: t('dashboard.list.person'), icon: 'person' },
          { value: 'door', label: t('dashboard.list.door'), icon: 'door' },
        ]}
        value={by}
        onChange={setBy}
      />
      {byPerson ? (
        <Picker
          label={t('dashboard.list.pickPerson')}
          choices={people.map(personChoice)}
          groups={{ one: t('dashboard.list.users'), group: t('dashboard.list.userGroups') }}
          value={row.id}
          onChange={(person) => setChosen({ ...chosen, person })}
        />
      ) : (
        <Picker
          label={t('dashboard.list.pickDoor')}
          choices={doors.map(doorChoice)}
          groups={{ one: t('dashboard.list.locks'), group: t('dashboard.list.lockGroups') }}
          value={column.id}
          onChange={(id) => setChosen({ ...chosen, door: id })}
        />
      )}
      {byPerson ? (
        <div className={styles.subject}>
          <Avatar name={person.name} group={person.group} />
          <p>
            <Breaks>{person.detail}</Breaks>
          </p>
          {onPerson && (
            <Button data-left={isLeft(row, null) || undefined} onPress={() => onPerson(row)}>
              {t(row.kind === 'user' ? 'dashboard.list.openPerson' : 'dashboard.list.openGroup')}
            </Button>
          )}
        </div>
      ) : (
        <div className={styles.subject}>
          <p>
            {/* The clock of a lock has a line of its own below, in whole words. */}
            {door.door && <StateDot state={door.door.state} />}{' '}
            {column.kind === 'lock' ? door.detail : columnText(door)}
            {column.kind === 'lock' && (
              <small>{column.lock.timezone === null ? t('zones.notSet') : clockNameText(column.lock.timezone)}</small>
            )}
          </p>
          {(column.kind === 'lock' || groupsOpen) && (
            <Button aria-haspopup="dialog" data-left={isLeft(null, column) || undefined} onPress={() => onDoor(column)}>
              {t(column.kind === 'lock' ? 'dashboard.list.openDoor' : 'dashboard.list.openGroup')}
            </Button>
          )}
        </div>
      )}
      <h2 className={styles.count}>{counted('with', withAccess)}</h2>
      {withAccess.length > 0 ? (
        <ul>{withAccess.map(item)}</ul>
      ) : (
        <p className={styles.nobody}>
          {byPerson
            ? t(isPart ? 'dashboard.list.nowhereShown' : 'dashboard.list.nowhere')
            : t(isPart ? 'dashboard.list.nobodyShown' : 'dashboard.list.nobody')}
        </p>
      )}
      {ended.length > 0 && (
        <>
          <h2 className={styles.count}>{counted('ended', ended)}</h2>
          <ul>{ended.map(item)}</ul>
        </>
      )}
      {without.length > 0 && (
        <>
          <Button variant="quiet" className={styles.more} aria-expanded={all} onPress={() => showAll(!all)}>
            <Icon name={all ? 'chevron-down' : 'chevron-right'} size={16} />
            {counted('without', without)}
          </Button>
          {all && <ul>{without.map(item)}</ul>}
        </>
      )}
    </div>
  )
}

/** The same entries with the groups at the end, as the picker lists them. */
function singlesFirst<T extends Row | Column>(entries: readonly T[], single: T['kind']): T[] {
  return [...entries.filter(({ kind }) => kind === single), ...entries.filter(({ kind }) => kind !== single)]
}

function countDoors({ locks, groups }: Domain): number {
  return locks.size + [...groups.values()].filter(({ type }) => type === 'locks').length
}

function countPeople({ users, groups }: Domain): number {
  return users.size + [...groups.values()].filter(({ type }) => type === 'users').length
}

function personChoice(row: Row): Choice {
  return { id: row.id, name: personWords(row).name, isGroup: row.kind === 'user-group' }
}

function doorChoice(column: Column): Choice {
  const name = column.kind === 'lock' ? column.lock.name : column.group.name
  return { id: column.id, name, isGroup: column.kind === 'lock-group' }
}
