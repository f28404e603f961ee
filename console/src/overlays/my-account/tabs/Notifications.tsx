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
import { openConfirmDialog } from '../../confirm-dialog/open'
import { announce } from '../../frame/announcement'
import tabs from '../../tabs/tabs.module.css'
import { EndingList, type EndingEntry } from './EndingList'

/** The phones to which messages go, to be removed one by one or all at once. */
export function Notifications() {
  const { t } = useTranslation()
  const query = useClientDevices()
  return (
    <>
      <p>{t('account.notifications.text')}</p>
      <EndingList
        query={query}
        icon="remote"
        texts={{
          title: t('account.notifications.title'),
          loading: t('account.notifications.loading'),
          failed: t('account.notifications.failed'),
        }}
        none={
          <EmptyState icon="remote" level={3} title={t('account.notifications.none')}>
            {t('account.notifications.noneText')}
          </EmptyState>
        }
        entryOf={entryOf}
      />
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
      onConfirm: async () => {
        await removeClientDevices()
        announce('remove')
      },
    })
  }

  function entryOf(device: ClientDevice): EndingEntry {
    const { device_identification: id, platform_name, platform_model, platform_version, last_seen_at } = device
    const name = platform_model === '' ? t(`account.notifications.platforms.${platform_name}`) : platform_model
    return {
      id,
      name,
      facts: [
        ...(platform_version === ''
          ? []
          : [t(`account.notifications.systems.${platform_name}`, { version: platform_version })]),
        ...applications(device),
        t(`account.notifications.${reach(device)}`),
        t('account.notifications.lastSeen', { when: dateTimeText(Date.parse(last_seen_at)) }),
      ],
      end: {
        label: t('account.notifications.remove'),
        labelNamed: t('account.notifications.removeNamed', { name: shortened(name) }),
        pendingLabel: t('account.notifications.removing'),
        question: t('account.notifications.question', { name: shortened(name) }),
        meaning: t('account.notifications.meaning'),
        run: () => removeClientDevice(id),
        announced: 'remove',
      },
    }
  }

  function applications({ application_identifier: app, application_version: version }: ClientDevice): string[] {
    if (app === '') return []
    return [version === '' ? isolate(app) : t('account.notifications.app', { app, version })]
  }
}

function reach({ receive_push_notifications, push_notification_registration }: ClientDevice) {
  if (!receive_push_notifications) return 'muted'
  return push_notification_registration === null ? 'unreachable' : 'receives'
}
