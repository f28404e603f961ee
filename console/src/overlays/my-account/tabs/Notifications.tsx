import { useTranslation } from 'react-i18next'
import {
  removeClientDevice,
  removeClientDevices,
  useClientDevices,
  type ClientDevice,
} from '../../../api/queries/client-devices'
import { dateTimeText } from '../../../i18n/format'
import { isolate, shortened } from '../../../i18n/isolate'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Facts } from '../../../ui/Facts'
import { Icon } from '../../../ui/Icon'
import { Name } from '../../../ui/Name'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { Loaded } from '../../tabs/Loaded'
import tabs from '../../tabs/tabs.module.css'
import styles from './lists.module.css'

/** The phones to which messages go, to be removed one by one or all at once. */
export function Notifications() {
  const { t } = useTranslation()
  const query = useClientDevices()
  return (
    <>
      <p>{t('account.notifications.text')}</p>
      <Loaded query={query} loading={t('account.notifications.loading')} failed={t('account.notifications.failed')}>
        {(devices) =>
          devices.length === 0 ? (
            <EmptyState icon="remote" level={3} title={t('account.notifications.none')}>
              {t('account.notifications.noneText')}
            </EmptyState>
          ) : (
            <ul className={tabs.list} aria-label={t('account.notifications.title')}>
              {devices.map((device) => (
                <li key={device.device_identification}>
                  <Entry device={device} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {(query.data ?? []).length > 1 && (
        <div className={tabs.bar}>
          <Button variant="danger" onPress={askToRemoveAll}>
            {t('account.notifications.removeAll')}
          </Button>
        </div>
      )}
    </>
  )

  function askToRemoveAll() {
    openConfirmDialog({
      title: t('account.notifications.allQuestion'),
      text: t('account.notifications.allMeaning'),
      confirmLabel: t('account.notifications.removeAll'),
      pendingLabel: t('account.notifications.removing'),
      destructive: true,
      onConfirm: removeClientDevices,
    })
  }
}

function Entry({ device }: { device: ClientDevice }) {
  const { t } = useTranslation()
  const { device_identification, platform_name, platform_model, platform_version, last_seen_at } = device
  const name = platform_model === '' ? t(`account.notifications.platforms.${platform_name}`) : platform_model
  const facts = [
    ...(platform_version === ''
      ? []
      : [t(`account.notifications.systems.${platform_name}`, { version: platform_version })]),
    ...application(),
    t(`account.notifications.${reach()}`),
    t('account.notifications.lastSeen', { when: dateTimeText(Date.parse(last_seen_at)) }),
  ]
  return (
    <div className={styles.entry}>
      <Icon name="remote" size={18} />
      <span className={tabs.who}>
        <b>
          <Name>{name}</Name>
        </b>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      <Button aria-label={t('account.notifications.removeNamed', { name: shortened(name) })} onPress={askToRemove}>
        {t('account.notifications.remove')}
      </Button>
    </div>
  )

  function application(): string[] {
    const { application_identifier: app, application_version: version } = device
    if (app === '') return []
    return [version === '' ? isolate(app) : t('account.notifications.app', { app, version })]
  }

  function reach() {
    if (!device.receive_push_notifications) return 'muted'
    return device.push_notification_registration === null ? 'unreachable' : 'receives'
  }

  function askToRemove() {
    openConfirmDialog({
      title: t('account.notifications.question', { name: shortened(name) }),
      text: t('account.notifications.meaning'),
      confirmLabel: t('account.notifications.remove'),
      pendingLabel: t('account.notifications.removing'),
      destructive: true,
      onConfirm: () => removeClientDevice(device_identification),
    })
  }
}
