import { useCallback, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { DomainState } from '../../api/queries/domain'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { allFilters, columnsOf, rowsOf, type Column, type Row, type Sight } from '../../model/grid'
import { columnsWithAccess, rowsWithAccess } from '../../model/reach'
import { leavePage, left, narrow, narrows, useChoices } from '../../overlays/choices'
import { FilterPanel } from '../../overlays/FilterPanel'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyFilters } from '../../overlays/modify-filters/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { openModifyLockGroup } from '../../overlays/modify-lock-group/open'
import { Searches } from '../../overlays/Searches'
import { openModifyUser } from '../../overlays/modify-user/open'
import { openModifyUserGroup } from '../../overlays/modify-user-group/open'
import { openMyAccount } from '../../overlays/my-account/open'
import { useNow } from '../../overlays/use-now'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { useMedia } from '../../ui/use-media'
import styles from './Dashboard.module.css'
import { DomainSource } from './domain-source'
import { GridView, type GridHandle } from './GridView'
import { ListView } from './ListView'
import { LockList } from './LockList'
import { NotLive } from '../parts/NotLive'
import { Pager } from './Pager'
import { AccessWords } from '../parts/words'
import { usePanelView } from './use-panel-view'
import { useSlash } from './use-slash'

/** Before the grid has told what it shows. */
const nothingYet: Sight = {
  ...{ row: 1, rows: 1, column: 1, columns: 1, rowsEach: 1, columnsEach: 1 },
  ...{ firstRow: 0, endRow: 1, totalRows: 1, firstColumn: 0, endColumn: 1, totalColumns: 1 },
}

/** The grid of people and doors with its side panel; on a small screen the list, and the panel behind a button of the bar above. */
export function Dashboard({
  state,
  domainName,
  viewer,
  mayGrant,
}: {
  state: DomainState
  domainName: string
  /** Id of the viewer in the domain. */
  viewer: string
  /** Whether the viewer manages people: who they are, and their access. */
  mayGrant: boolean
}) {
  const { t, i18n } = useTranslation()
  const { domain, complete, live } = state
  const [choices, choose] = useChoices()
  const [firstPages] = useState(left)
  const [panelShown, setPanelShown] = useState(true)
  const [sight, setSight] = useState<Sight>(nothingYet)
  const grid = useRef<GridHandle>(null)
  const content = useRef<HTMLElement>(null)
  const now = useNow()
  const isList = useMedia('(max-width: 699px)')
  const isNarrow = useMedia(narrow)

  const { language } = i18n
  const { filters, rowSort, columnSort, userSearch, lockSearch } = choices
  const allRows = useDomainSelector(
    useCallback(
      (domain: Domain) => rowsOf(domain, filters, rowSort, userSearch, language),
      [filters, rowSort, userSearch, language],
    ),
    'heads',
  )
  const allColumns = useDomainSelector(
    useCallback(
      (domain: Domain) => columnsOf(domain, filters, columnSort, lockSearch, language),
      [filters, columnSort, lockSearch, language],
    ),
    'heads',
  )
  // A small screen has those without access behind a button of their own.
  const narrowed = complete && !isList ? narrows(choices) : null
  const rows = useDomainSelector(
    useCallback(
      (domain: Domain) => (narrowed === 'people' ? rowsWithAccess(domain, allRows, allColumns, now) : allRows),
      [narrowed, allRows, allColumns, now],
    ),
  )
  const columns = useDomainSelector(
    useCallback(
      (domain: Domain) => (narrowed === 'locks' ? columnsWithAccess(domain, allRows, allColumns, now) : allColumns),
      [narrowed, allRows, allColumns, now],
    ),
  )
  // Another language makes other rows, and so another source.
  const source = useDomainSelector(
    useCallback(
      (domain: Domain) => new DomainSource(domain, rows, columns, now, complete, mayGrant),
      [rows, columns, now, complete, mayGrant],
    ),
  )
  const beginning = useMemo(
    () => JSON.stringify([filters, rowSort, columnSort, userSearch, lockSearch, narrowed]),
    [filters, rowSort, columnSort, userSearch, lockSearch, narrowed],
  )
  const openCell = (row: Row | undefined, column: Column | undefined) => {
    // Until the links are there, what a cell has is not known.
    if (complete) openModifyAccess({ row: row?.id, column: column?.id })
  }
  const openDoor = (column: Column | undefined) => {
    if (column?.kind === 'lock') openModifyLock({ lock: column.id })
    else if (mayGrant) openModifyLockGroup({ group: column?.id })
  }
  const openPerson = (row: Row | undefined) => {
    if (row?.kind === 'user-group') openModifyUserGroup({ group: row.id })
    else if (row !== undefined && row.id === viewer) openMyAccount({})
    else openModifyUser({ user: row?.id })
  }

  // Who gives no access looks after the locks, not after people.
  const isLocks = !mayGrant
  const isEmpty = isLocks ? !columns.some(({ kind }) => kind === 'lock') : rows.length === 0 || columns.length === 0
  useSlash(() => {
    if (isList) return
    if (isNarrow) openModifyFilters({})
    else setPanelShown(true)
  })
  const { row, column } = sight
  const pageText = t('dashboard.pages', { row, rows: sight.rows, column, columns: sight.columns })
  const isPaged = !isList && !isLocks && !isEmpty
  const view = usePanelView(isPaged ? sight : null, rows, columns, {
    canNarrow: !isList && !isLocks,
    people: !isLocks,
    grid,
  })
  return (
    <>
      {panelShown && !isNarrow && (
        <aside id="dashboard-panel" aria-label={t('dashboard.panel')} className={styles.aside}>
          <FilterPanel choices={choices} choose={choose} view={view} />
        </aside>
      )}
      <section ref={content} tabIndex={-1} aria-label={t('dashboard.title')} className={styles.content}>
        {isLocks ? (
          <header className={styles.title}>
            <h1>{t('dashboard.list.locks')}</h1>
            <p>{t('words.inDomain', { domain: domainName })}</p>
          </header>
        ) : (
          <h1 className="visually-hidden">{t('dashboard.title')}</h1>
        )}
        {isList ? (
          <div className={styles.searches}>
            <Searches choices={choices} choose={choose} people={!isLocks} short />
          </div>
        ) : (
          <div className={styles.bar}>
            {!isNarrow && (
              <Button
                variant="quiet"
                icon="panel"
                aria-label={t(panelShown ? 'dashboard.hidePanel' : 'dashboard.showPanel')}
                aria-expanded={panelShown}
                aria-controls={panelShown ? 'dashboard-panel' : undefined}
                onPress={() => setPanelShown(!panelShown)}
              />
            )}
            {!isEmpty && !isLocks && (
              <>
                <p role="status" className={styles.pages}>
                  {pageText}
                </p>
                <Pager sight={sight} movePage={(rows, columns) => grid.current?.movePage(rows, columns)} />
              </>
            )}
          </div>
        )}
        <NotLive live={live} />
        <NothingLeft isShown={isEmpty} />
        {isEmpty ? (
          <Nothing
            onReset={() => {
              choose({ filters: allFilters, userSearch: '', lockSearch: '' })
              // The button goes away under the focus.
              content.current?.focus()
            }}
          />
        ) : isLocks ? (
          <LockList domain={domain} columns={columns} now={now} onDoor={openDoor} />
        ) : isList ? (
          <ListView
            domain={domain}
            rows={rows}
            columns={columns}
            words={new AccessWords(domain, now, complete)}
            now={now}
            onCell={openCell}
            onDoor={openDoor}
            groupsOpen={mayGrant}
            onPerson={mayGrant ? openPerson : undefined}
          />
        ) : (
          <GridView
            source={source}
            beginning={beginning}
            firstPages={firstPages}
            onPages={(shown) => {
              setSight(shown)
              leavePage(shown.row, shown.column)
            }}
            onCell={(row, column) => openCell(rows[row], columns[column])}
            onColumn={(column) => openDoor(columns[column])}
            onRow={mayGrant ? (row) => openPerson(rows[row]) : undefined}
            onLeave={() => content.current?.focus({ preventScroll: true })}
            ref={grid}
          />
        )}
      </section>
    </>
  )
}

/**
 * Says that nothing is left. It is always there, since what comes together with its words is not announced, and beside the page, which is
 * inert while the filters lie over it.
 */
function NothingLeft({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation()
  return createPortal(
    <p role="status" data-live-announcer="true" className="visually-hidden">
      {isShown && t('dashboard.nothingText')}
    </p>,
    document.body,
  )
}

/** In place of the cells when search and filters leave no row or no column. */
function Nothing({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="search"
      title={t('dashboard.nothingTitle')}
      actions={<Button onPress={onReset}>{t('dashboard.showAll')}</Button>}
    >
      {t('dashboard.nothingText')}
    </EmptyState>
  )
}
