import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DomainState } from '../../api/queries/domain'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { allFilters, columnsOf, rowsOf, type Column, type Row } from '../../model/grid'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { useNow } from '../../overlays/use-now'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { EmptyState } from '../../ui/EmptyState'
import { useMedia } from '../../ui/use-media'
import { leavePage, left, useChoices } from './choices'
import styles from './Dashboard.module.css'
import { DomainSource } from './domain-source'
import type { Pages } from './grid/core'
import { GridView, type GridHandle } from './GridView'
import { ListView } from './ListView'
import { NotLive } from '../shared/NotLive'
import { Pager } from './Pager'
import { Panel } from './Panel'
import { Searches } from './Searches'
import { AccessWords } from '../shared/words'

/** The grid of people and doors with its side panel; on a small screen the list with the panel behind a button. */
export function Dashboard({ state, mayGrant }: { state: DomainState; mayGrant: boolean }) {
  const { t, i18n } = useTranslation()
  const { domain, complete, live } = state
  const [choices, choose] = useChoices()
  const [firstPages] = useState(left)
  const [panelShown, setPanelShown] = useState(true)
  const [dialogOpen, setDialogOpen] = useState(false)
  const [pages, setPages] = useState<Pages>({ row: 1, rows: 1, column: 1, columns: 1 })
  const grid = useRef<GridHandle>(null)
  const content = useRef<HTMLElement>(null)
  const now = useNow()
  const isList = useMedia('(max-width: 699px)')
  const isNarrow = useMedia('(max-width: 1023px)')

  const { language } = i18n
  const { filters, rowSort, columnSort, userSearch, lockSearch } = choices
  const rows = useDomainSelector(
    useCallback(
      (domain: Domain) => rowsOf(domain, filters, rowSort, userSearch, language),
      [filters, rowSort, userSearch, language],
    ),
    'heads',
  )
  const columns = useDomainSelector(
    useCallback(
      (domain: Domain) => columnsOf(domain, filters, columnSort, lockSearch, language),
      [filters, columnSort, lockSearch, language],
    ),
    'heads',
  )
  // Another language makes other rows, and so another source.
  const source = useDomainSelector(
    useCallback(
      (domain: Domain) => new DomainSource(domain, rows, columns, now, complete),
      [rows, columns, now, complete],
    ),
  )
  const beginning = useMemo(
    () => JSON.stringify([filters, rowSort, columnSort, userSearch, lockSearch]),
    [filters, rowSort, columnSort, userSearch, lockSearch],
  )
  const openCell = (row: Row | undefined, column: Column | undefined) => {
    // Until the links are there, what a cell has is not known.
    if (complete) openModifyAccess({ row: row?.id, column: column?.id })
  }
  const openDoor = (column: Column | undefined) => {
    if (column?.kind === 'lock') openModifyLock({ lock: column.id })
  }

  const isEmpty = rows.length === 0 || columns.length === 0
  const openFilters = (
    <Button icon="filter" aria-haspopup="dialog" onPress={() => setDialogOpen(true)}>
      {t('dashboard.openFilters')}
    </Button>
  )
  const pageText = t('dashboard.pages', { ...pages })
  const panel = (
    <Panel
      choices={choices}
      choose={choose}
      pages={isList || isEmpty ? null : pages}
      onPage={(row, column) => grid.current?.goTo(row, column)}
    />
  )
  return (
    <>
      {panelShown && !isNarrow && (
        <aside id="dashboard-panel" aria-label={t('dashboard.panel')} className={styles.aside}>
          {panel}
        </aside>
      )}
      <section ref={content} tabIndex={-1} aria-label={t('dashboard.title')} className={styles.content}>
        <h1 className="visually-hidden">{t('dashboard.title')}</h1>
        {isList ? (
          <div className={styles.searches}>
            <Searches choices={choices} choose={choose} />
            {openFilters}
          </div>
        ) : (
          <div className={styles.bar}>
            {isNarrow ? (
              openFilters
            ) : (
              <Button
                variant="quiet"
                icon="panel"
                aria-label={t(panelShown ? 'dashboard.hidePanel' : 'dashboard.showPanel')}
                aria-expanded={panelShown}
                aria-controls={panelShown ? 'dashboard-panel' : undefined}
                onPress={() => setPanelShown(!panelShown)}
              />
            )}
            {!isEmpty && (
              <>
                <p role="status" className={styles.pages}>
                  {pageText}
                </p>
                <Pager pages={pages} turn={(rows, columns) => grid.current?.turn(rows, columns)} />
              </>
            )}
          </div>
        )}
        <NotLive live={live} />
        {isEmpty ? (
          <Nothing
            onReset={() => {
              choose({ filters: allFilters, userSearch: '', lockSearch: '' })
              // The button goes away under the focus.
              content.current?.focus()
            }}
          />
        ) : isList ? (
          <ListView
            domain={domain}
            rows={rows}
            columns={columns}
            words={new AccessWords(domain, now, complete)}
            now={now}
            onCell={mayGrant ? openCell : undefined}
            onDoor={openDoor}
          />
        ) : (
          <GridView
            source={source}
            beginning={beginning}
            firstPages={firstPages}
            onPages={(shown) => {
              setPages(shown)
              leavePage(shown.row, shown.column)
            }}
            onCell={mayGrant ? (row, column) => openCell(rows[row], columns[column]) : undefined}
            onColumn={(column) => openDoor(columns[column])}
            ref={grid}
          />
        )}
      </section>
      {dialogOpen && isNarrow && (
        <Dialog
          title={t('dashboard.panel')}
          size="small"
          onClose={() => setDialogOpen(false)}
          actions={
            <Button variant="primary" onPress={() => setDialogOpen(false)}>
              {t('dashboard.done')}
            </Button>
          }
        >
          {panel}
        </Dialog>
      )}
    </>
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
