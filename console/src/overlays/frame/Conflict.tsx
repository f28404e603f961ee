import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import styles from './Frame.module.css'

/** One thing that two people have changed. */
export interface Difference {
  what: string
  theirs: string
  mine: string
}

/** What two people have changed, and what can be done about it. */
export interface ConflictProps {
  differences: readonly Difference[]
  /** What becomes of all that does not differ. */
  besides?: string
  onTakeTheirs: () => void
  /** Absent while one's own cannot be saved. */
  onSaveMine?: () => void
}

/** Says what someone else has changed meanwhile, and lets the person decide whose counts. */
export function Conflict({ differences, besides, onTakeTheirs, onSaveMine }: ConflictProps) {
  const { t } = useTranslation()
  return (
    <Note
      tone="warning"
      announce
      title={t('overlay.conflict.title')}
      action={
        <span className={styles.choices}>
          <Button onPress={onTakeTheirs}>{t('overlay.conflict.takeTheirs')}</Button>
          <Button isDisabled={onSaveMine === undefined} onPress={onSaveMine}>
            {t('overlay.conflict.saveMine')}
          </Button>
        </span>
      }
    >
      <dl className={styles.differences}>
        {differences.map(({ what, theirs, mine }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <span>{t('overlay.conflict.theirs')}</span>
              <Name>{theirs}</Name>
            </dd>
            <dd>
              <span>{t('overlay.conflict.mine')}</span>
              <Name>{mine}</Name>
            </dd>
          </div>
        ))}
      </dl>
      {besides !== undefined && <p>{besides}</p>}
    </Note>
  )
}
