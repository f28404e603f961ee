import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../../api/config'
import { errorText } from '../../../api/errors'
import { exportAccount } from '../../../api/queries/leaving'
import { fileName } from '../../../model/csv'
import { dayOf } from '../../../model/period'
import { zoneOf } from '../../../model/zone'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { saveJson } from '../../files'
import styles from './lists.module.css'

/** All that is known about one, as a file. */
export function Export({ username }: { username: string }) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  async function download() {
    setPending(true)
    setFailure(null)
    setSaved(null)
    try {
      const known = await exportAccount()
      const day = dayOf(Date.now(), zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone))
      const file = fileName([config().product_name, 'account', username, day], 'json')
      saveJson(file, known)
      setSaved(file)
    } catch (reason) {
      setFailure(reason)
    }
    setPending(false)
  }

  return (
    <section className={styles.part} aria-labelledby="account-export">
      <h3 id="account-export">{t('account.leave.export')}</h3>
      <p>{t('account.leave.exportText')}</p>
      {failure !== null && (
        <Note tone="danger" announce>
          {errorText(failure)}
        </Note>
      )}
      {saved !== null && (
        <Note tone="success" announce>
          {t('csv.done', { file: saved })}
        </Note>
      )}
      <div className={styles.acts}>
        <Button isPending={isPending} pendingLabel={t('overlay.downloading')} onPress={() => void download()}>
          {t('account.leave.download')}
        </Button>
      </div>
    </section>
  )
}
