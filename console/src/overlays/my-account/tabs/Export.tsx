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
import { useStep } from '../../use-step'
import styles from './lists.module.css'

/** All that is known about one, as a file. */
export function Export({ username }: { username: string }) {
  const { t } = useTranslation()
  const { pending, failed, run } = useStep()
  const [saved, setSaved] = useState<string | null>(null)

  async function save(): Promise<string> {
    const known = await exportAccount()
    const day = dayOf(Date.now(), zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone))
    const file = fileName([config().product_name, 'account', username, day], 'json')
    saveJson(file, known)
    return file
  }

  async function download() {
    setSaved(null)
    const done = await run(save)
    if (done !== null) setSaved(done.value)
  }

  return (
    <section className={styles.part} aria-labelledby="account-export">
      <h3 id="account-export">{t('account.leave.export')}</h3>
      <p>{t('account.leave.exportText')}</p>
      {failed !== null && (
        <Note tone="danger" announce>
          {errorText(failed.reason)}
        </Note>
      )}
      {saved !== null && (
        <Note tone="success" announce>
          {t('csv.done', { file: saved })}
        </Note>
      )}
      <div className={styles.acts}>
        <Button isPending={pending !== null} pendingLabel={t('overlay.downloading')} onPress={() => void download()}>
          {t('account.leave.download')}
        </Button>
      </div>
    </section>
  )
}
