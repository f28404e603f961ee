import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { dayOf } from '../../model/period'
import { fileName } from '../../model/csv'
import { zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Dialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { openConfirmDialog } from '../confirm-dialog/open'
import { CopyButton } from '../CopyButton'
import { saveText } from '../files'
import { useGuard, useShownOnce } from '../frame/place'
import type { OverlayProps } from '../registry'
import styles from './Overlay.module.css'
import type { RecoveryCodesProps } from './props'

/** Recovery codes, until somebody says that they have kept them. */
export default function RecoveryCodes({ codes, username, close }: RecoveryCodesProps & OverlayProps) {
  const { t } = useTranslation()
  const [isKept, setKept] = useState(false)
  useGuard(() => {
    if (!isKept) leave()
    return isKept
  })
  useShownOnce(!isKept)
  return (
    <Dialog
      title={t('recoveryCodes.title')}
      leading={<Icon name="key" size={24} />}
      size="small"
      onClose={leave}
      actions={
        <Button variant="primary" isDisabled={!isKept} onPress={close}>
          {t('recoveryCodes.done')}
        </Button>
      }
    >
      <p>{t('recoveryCodes.text')}</p>
      <ul className={styles.codes} aria-label={t('recoveryCodes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <CopyButton label={t('recoveryCodes.copy')} text={codes.join('\n')} />
        <Button onPress={download}>{t('recoveryCodes.download')}</Button>
      </div>
      <Checkbox isSelected={isKept} onChange={setKept}>
        {t('recoveryCodes.kept')}
      </Checkbox>
    </Dialog>
  )

  function download() {
    const day = dayOf(Date.now(), zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone))
    const product = config().product_name
    const head = [t('recoveryCodes.file', { product }), username, day, '']
    saveText(fileName([product, 'recovery-codes', username, day], 'txt'), [...head, ...codes])
  }

  function leave() {
    if (isKept) return close()
    openConfirmDialog({
      title: t('recoveryCodes.leave.question'),
      text: t('recoveryCodes.leave.meaning'),
      confirmLabel: t('recoveryCodes.leave.confirm'),
      pendingLabel: t('recoveryCodes.leave.confirm'),
      cancelLabel: t('recoveryCodes.leave.goOn'),
      destructive: true,
      onConfirm: () => Promise.resolve(close()),
    })
  }
}
