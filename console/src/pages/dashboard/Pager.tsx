import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import type { Pages } from './grid/core'
import styles from './Pager.module.css'

const steps = [
  { label: 'dashboard.pageUp', icon: 'up', rows: -1, columns: 0 },
  { label: 'dashboard.pageDown', icon: 'down', rows: 1, columns: 0 },
  { label: 'dashboard.pageLeft', icon: 'left', rows: 0, columns: -1 },
  { label: 'dashboard.pageRight', icon: 'right', rows: 0, columns: 1 },
] as const

/** Turns the pages of the grid, as the arrow keys do. */
export function Pager({ pages, turn }: { pages: Pages; turn: (rows: number, columns: number) => void }) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('dashboard.turnPages')} className={styles.pager}>
      {steps.map(({ label, icon, rows, columns }) => {
        const row = pages.row + rows
        const column = pages.column + columns
        return (
          <Button
            key={label}
            variant="quiet"
            icon={icon}
            aria-label={t(label)}
            isDisabled={row < 1 || row > pages.rows || column < 1 || column > pages.columns}
            onPress={() => turn(rows, columns)}
          />
        )
      })}
    </div>
  )
}
