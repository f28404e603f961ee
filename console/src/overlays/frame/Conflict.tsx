import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLastChangedBy } from '../../api/queries/audit'
import { shortened } from '../../i18n/isolate'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import styles from './Frame.module.css'
import { useStartAfter } from './use-start-after'

/** One thing that two people have changed. */
export interface Difference {
  what: string
  theirs: string
  mine: string
}

/** What two people have changed, and what can be done about it. */
export interface ConflictProps {
  differences: readonly Difference[]
  /** The ids of what was changed, by which it is found out who changed it; none where that cannot be. */
  of: readonly string[]
  /** What becomes of all that does not differ. */
  besides?: string
  onTakeTheirs: () => void
  /** Absent while one's own cannot be saved. */
  onSaveMine?: () => void
}

/** Says who has changed what meanwhile, and lets the person decide whose counts; `form` is where they then go on. */
export function Conflict({
  differences,
  of,
  besides,
  onTakeTheirs,
  onSaveMine,
  form,
}: ConflictProps & { form: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  useStartAfter(form)
  const { identity } = useSession()
  // Administrators alone are told.
  const asks = identity?.role === 'administrator' ? identity.id : null
  const by = useLastChangedBy(asks, of, differences)
  return (
    <Note
      tone="warning"
      announce
      title={title()}
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

  function title(): string {
    if (by?.kind === 'person' && by.user_id === identity?.id) return t('overlay.conflict.own')
    if (by?.display_name) return t('overlay.conflict.by', { name: shortened(by.display_name) })
    return t('overlay.conflict.title')
  }
}
