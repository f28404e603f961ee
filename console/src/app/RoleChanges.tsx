import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened } from '../i18n/isolate'
import { dropRoleChange, onRoleChanges, shownRoleChanges } from '../session/role-changes'
import { Note } from '../ui/Note'
import styles from './RoleChanges.module.css'

/** Above the page: as what the person is in a domain by now, or that they are in it no more. It stays until they put it away. */
export function RoleChanges() {
  const { t } = useTranslation()
  const changes = useSyncExternalStore(onRoleChanges, shownRoleChanges)
  if (changes.length === 0) return null
  return (
    <div className={styles.place}>
      {changes.map((change) => {
        const what = change.role ?? 'nobody'
        return (
          <Note
            key={`${what} ${change.domain}`}
            title={t(`shell.roleChange.${what}`, { domain: shortened(change.domain) })}
            announce
            onDismiss={() => dropRoleChange(change)}
            dismissLabel={t('ui.dismiss')}
          >
            <p>{t(`shell.roleMeans.${what}`)}</p>
          </Note>
        )
      })}
    </div>
  )
}
