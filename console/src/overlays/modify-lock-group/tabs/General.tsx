import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/TextField'
import type { useGroupSettings } from '../use-group-settings'

/** The name of a lock group, to be changed. */
export function General({ settings: { draft, edit, error } }: { settings: ReturnType<typeof useGroupSettings> }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('lockGroup.general.name')}
      value={draft.name}
      error={error('name')}
      onChange={(name) => edit((current) => ({ ...current, name }))}
    />
  )
}
