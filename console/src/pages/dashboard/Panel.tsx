import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allFilters, type ColumnSort, type Filters, type RowSort } from '../../model/grid'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Icon, type IconName } from '../../ui/Icon'
import { Select } from '../../ui/Select'
import type { Choices } from './choices'
import type { Pages } from './grid/core'
import styles from './Panel.module.css'
import { Searches } from './Searches'

const filterNames = Object.keys(allFilters) as (keyof Filters)[]
const rowSorts = ['name-asc', 'name-desc', 'mail-asc', 'mail-desc', 'age-desc', 'age-asc'] as const
const columnSorts = ['name-asc', 'name-desc', 'age-desc', 'age-asc'] as const

function sortOf<S extends RowSort | ColumnSort>(id: string): S {
  const [by, direction] = id.split('-')
  return { by, direction } as S
}

/** What is shown, in which order and which page of it, and what the cells mean. */
export function Panel({
  choices,
  choose,
  pages,
  onPage,
}: {
  choices: Choices
  choose: (change: Partial<Choices>) => void
  /** Null where nothing is paged. */
  pages: Pages | null
  onPage: (rowPage: number, columnPage: number) => void
}) {
  const { t } = useTranslation()
  const { filters, rowSort, columnSort } = choices
  return (
    <div className={styles.panel}>
      <Part
        title={t('dashboard.find')}
        action={
          <Button
            variant="quiet"
            className={styles.reset}
            isDisabled={choices.userSearch === '' && choices.lockSearch === ''}
            onPress={() => choose({ userSearch: '', lockSearch: '' })}
          >
            {t('dashboard.clearSearch')}
          </Button>
        }
      >
        <Searches choices={choices} choose={choose} />
      </Part>
      <Part
        title={t('dashboard.show')}
        action={
          <Button
            variant="quiet"
            className={styles.reset}
            isDisabled={filterNames.every((name) => filters[name])}
            onPress={() => choose({ filters: allFilters })}
          >
            {t('dashboard.resetFilters')}
          </Button>
        }
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
      <Part title={t('dashboard.order')}>
        <Select
          label={t('dashboard.orderUsers')}
          labelHidden
          value={`${rowSort.by}-${rowSort.direction}`}
          options={rowSorts.map((id) => ({ id, label: t(`dashboard.usersBy.${id}`) }))}
          onChange={(id) => choose({ rowSort: sortOf<RowSort>(id) })}
        />
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
              pages={pages.rows}
              onChange={(page) => onPage(page, pages.column)}
            />
            <PagePicker
              label={t('dashboard.lockPage')}
              page={pages.column}
              pages={pages.columns}
              onChange={(page) => onPage(pages.row, page)}
            />
          </div>
        </Part>
      )}
      <Legend />
    </div>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function PagePicker({
  label,
  page,
  pages,
  onChange,
}: {
  label: string
  page: number
  pages: number
  onChange: (page: number) => void
}) {
  return (
    <Select
      label={label}
      isDisabled={pages === 1}
      value={String(page)}
      options={Array.from({ length: pages }, (_, index) => String(index + 1)).map((id) => ({ id, label: id }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
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
