import { useTranslation } from 'react-i18next'
import type { Sight } from '../../model/grid'
import { Button } from '../../ui/Button'
import styles from './Pager.module.css'

/** Turns the pages of the grid, as the arrow keys do: towards whatever lies beyond what is in sight. */
export function Pager({ sight, movePage }: { sight: Sight; movePage: (rows: number, columns: number) => void }) {
  const { t } = useTranslation()
  const { firstRow, endRow, totalRows, firstColumn, endColumn, totalColumns } = sight
  const steps = [
    { label: t('dashboard.pageUp'), icon: 'up', rows: -1, columns: 0, leads: firstRow > 0 },
    { label: t('dashboard.pageDown'), icon: 'down', rows: 1, columns: 0, leads: endRow < totalRows },
    { label: t('dashboard.pageLeft'), icon: 'left', rows: 0, columns: -1, leads: firstColumn > 0 },
    { label: t('dashboard.pageRight'), icon: 'right', rows: 0, columns: 1, leads: endColumn < totalColumns },
  ] as const
  return (
    <div role="group" aria-label={t('dashboard.pager')} className={styles.pager}>
      {steps.map(({ label, icon, rows, columns, leads }) => (
        <Button
          key={icon}
          variant="quiet"
          icon={icon}
          aria-label={label}
          isDisabled={!leads}
          onPress={() => movePage(rows, columns)}
        />
      ))}
    </div>
  )
}
