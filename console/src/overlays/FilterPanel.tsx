import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/i18n'
import { allFilters, type ColumnSort, type Filters, type RowSort } from '../model/grid'
import type { Range } from '../model/ranges'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Icon, type IconName } from '../ui/Icon'
import { Select } from '../ui/Select'
import { narrows, type Choices, type PanelView } from './choices'
import styles from './FilterPanel.module.css'
import { Searches } from './Searches'

const filterNames = Object.keys(allFilters) as (keyof Filters)[]
const rowSorts = ['name-asc', 'name-desc', 'mail-asc', 'mail-desc', 'age-desc', 'age-asc'] as const
const columnSorts = ['name-asc', 'name-desc', 'age-desc', 'age-asc'] as const

function sortOf<S extends RowSort | ColumnSort>(id: string): S {
  const [by, direction] = id.split('-')
  return { by, direction } as S
}

/** What is shown, in which order and which page of it, and what the cells mean. */
export function FilterPanel({
  choices,
  choose,
  view: { pages, canNarrow, people, goTo },
  autoFocus = false,
}: {
  choices: Choices
  choose: (change: Partial<Choices>) => void
  view: PanelView
  /** Whether the search has the focus from the start. */
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  const { filters, rowSort, columnSort } = choices
  const narrowing = narrows({ ...choices, onlyWithAccess: true })
  return (
    <div className={styles.panel}>
      <Part
        title={t('dashboard.find')}
        action={{
          label: t('dashboard.clearSearch'),
          isDisabled: choices.userSearch === '' && choices.lockSearch === '',
          onPress: () => choose({ userSearch: '', lockSearch: '' }),
        }}
      >
        <Searches choices={choices} choose={choose} people={people} autoFocus={autoFocus} />
        {canNarrow && narrowing !== null && (
          <Checkbox
            className={styles.filter}
            isSelected={choices.onlyWithAccess}
            onChange={(onlyWithAccess) => choose({ onlyWithAccess })}
          >
            {t(narrowing === 'locks' ? 'dashboard.onlyLocks' : 'dashboard.onlyPeople')}
          </Checkbox>
        )}
      </Part>
      {people && (
        <Part
          title={t('dashboard.show')}
          action={{
            label: t('dashboard.resetFilters'),
            isDisabled: filterNames.every((name) => filters[name]),
            onPress: () => choose({ filters: allFilters }),
          }}
        >
          {filterNames.map((name) => (
            <Checkbox
              key={name}
              className={styles.filter}
              isSelected={filters[name]}
              onChange={(shown) => choose({ filters: { ...filters, [name]: shown } })}
            >
              {t(`dashboard.${name}`)}
            </Checkbox>
          ))}
        </Part>
      )}
      <Part title={t('dashboard.order')}>
        {people && (
          <Select
            label={t('dashboard.orderUsers')}
            labelHidden
            value={`${rowSort.by}-${rowSort.direction}`}
            options={rowSorts.map((id) => ({ id, label: t(`dashboard.usersBy.${id}`) }))}
            onChange={(id) => choose({ rowSort: sortOf<RowSort>(id) })}
          />
        )}
        <Select
          label={t('dashboard.orderLocks')}
          labelHidden
          value={`${columnSort.by}-${columnSort.direction}`}
          options={columnSorts.map((id) => ({ id, label: t(`dashboard.locksBy.${id}`) }))}
          onChange={(id) => choose({ columnSort: sortOf<ColumnSort>(id) })}
        />
      </Part>
      {pages !== null && (
        <Part title={t('dashboard.paging')}>
          <div className={styles.pages}>
            <PagePicker
              label={t('dashboard.guestPage')}
              page={pages.row}
              names={pages.rowNames}
              onChange={(page) => goTo(page, pages.column)}
            />
            <PagePicker
              label={t('dashboard.lockPage')}
              page={pages.column}
              names={pages.columnNames}
              onChange={(page) => goTo(pages.row, page)}
            />
          </div>
        </Part>
      )}
      {people && <Legend />}
    </div>
  )
}

function Part({
  title,
  action,
  children,
}: {
  title: string
  /** What a button beside the title does. */
  action?: { label: string; isDisabled: boolean; onPress: () => void }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        {action && (
          <Button variant="quiet" className={styles.reset} isDisabled={action.isDisabled} onPress={action.onPress}>
            {action.label}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

function PagePicker({
  label,
  page,
  names,
  onChange,
}: {
  label: string
  page: number
  names: readonly Range[]
  onChange: (page: number) => void
}) {
  return (
    <Select
      label={label}
      isDisabled={names.length === 1}
      value={String(page)}
      options={names.map((range, index) => ({ id: String(index + 1), label: rangeText(index + 1, range) }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}

/** The number of a page and from where to where it goes. */
function rangeText(page: number, { from, to }: Range): string {
  return from === to
    ? i18n.t('dashboard.pageOf', { page, name: from })
    : i18n.t('dashboard.pageRange', { page, from, to })
}

const kinds: readonly (readonly [kind: 'permanent' | 'temporary' | 'recurring' | 'expired', icon: IconName])[] = [
  ['permanent', 'key'],
  ['temporary', 'clock'],
  ['recurring', 'week'],
  ['expired', 'warning'],
]

function Legend() {
  const { t } = useTranslation()
  return (
    <Part title={t('dashboard.legend')}>
      <ul className={styles.legend}>
        {kinds.map(([kind, icon]) => (
          <li key={kind} className={styles[kind]}>
            <Icon name={icon} size={18} />
            {t(`dashboard.${kind}`)}
          </li>
        ))}
        <li>
          <span className={styles.dashes} />
          {t('dashboard.indirect')}
        </li>
      </ul>
    </Part>
  )
}
