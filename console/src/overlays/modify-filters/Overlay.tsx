import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../ui/use-media'
import { narrow, useChoices, usePanelView } from '../choices'
import { FilterPanel } from '../FilterPanel'
import { Frame } from '../frame/Frame'
import type { OverlayProps } from '../registry'

/** Searches, filters and orders of the dashboard. Each counts as soon as it is chosen, so there is nothing to save. */
export default function ModifyFilters({ close }: OverlayProps) {
  const { t } = useTranslation()
  const [choices, choose] = useChoices()
  const view = usePanelView()
  const isNarrow = useMedia(narrow)
  const hasKeys = useMedia('(pointer: fine)')
  const leave = useEffectEvent(close)
  useEffect(() => {
    // There is room beside the grid again.
    if (!isNarrow) leave()
  }, [isNarrow])
  return (
    <Frame title={t('dashboard.panel')} close={close}>
      {/* On a touch screen its keyboard would cover the rest. */}
      <FilterPanel choices={choices} choose={choose} view={view} autoFocus={hasKeys} />
    </Frame>
  )
}
