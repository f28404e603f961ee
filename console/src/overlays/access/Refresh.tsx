import { useTranslation } from 'react-i18next'
import { REFRESH_INTERVALS, type Draft } from '../../model/draft'
import { Disclosure } from '../../ui/Disclosure'
import { Select } from '../../ui/Select'
import { intervalText } from './interval-text'

/** How long a key lasts without renewal: few people need it, so it stands behind a line that says how it is. */
export function Refresh({
  draft,
  error,
  defaultExpanded = false,
  edit,
}: {
  draft: Draft
  /** What is wrong with it. */
  error?: string
  defaultExpanded?: boolean
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const intervals = [...new Set([...REFRESH_INTERVALS, draft.refresh])].sort((a, b) => a - b)
  return (
    <Disclosure
      label={t('access.advanced')}
      detail={t('access.advancedText', { interval: intervalText(draft.refresh) })}
      defaultExpanded={defaultExpanded}
      mustShow={error !== undefined}
    >
      <Select
        label={t('access.refresh')}
        description={t('access.refreshText')}
        error={error}
        value={String(draft.refresh)}
        options={intervals.map((seconds) => ({ id: String(seconds), label: intervalText(seconds) }))}
        onChange={(seconds) => edit((current) => ({ ...current, refresh: Number(seconds) }))}
      />
    </Disclosure>
  )
}
