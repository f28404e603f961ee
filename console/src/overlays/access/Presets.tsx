import { useTranslation } from 'react-i18next'
import type { Draft } from '../../model/draft'
import { PRESETS, presetRange } from '../../model/presets'
import type { Zone } from '../../model/zone'
import { Button } from '../../ui/Button'
import styles from './fields.module.css'

/** Stays that are given often, each by a press: they set From and To, by the clock of the door. */
export function Presets({
  zone,
  now,
  edit,
}: {
  zone: Zone
  now: number
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('access.presets.label')} className={styles.presets}>
      {PRESETS.map((preset) => (
        <Button
          key={preset}
          onPress={() =>
            edit((current) => ({
              ...current,
              ...presetRange(preset, now, zone),
              startless: false,
              ownEnds: false,
            }))
          }
        >
          {t(`access.presets.${preset}`)}
        </Button>
      ))}
    </div>
  )
}
