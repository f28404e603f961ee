import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/TextField'
import { useNameHint } from '../../use-name-hint'
import type { useGroupSettings } from '../use-group-settings'

/** The name of a lock group, to be changed. */
export function General({
  group,
  settings: { draft, edit, error },
}: {
  group: string
  settings: ReturnType<typeof useGroupSettings>
}) {
  const { t } = useTranslation()
  const hint = useNameHint(draft.name, group)
  return (
    <TextField
      label={t('lockGroup.general.name')}
      value={draft.name}
      description={hint}
      error={error('name')}
      onChange={(name) => edit((current) => ({ ...current, name }))}
    />
  )
}
