import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/domain'
import type { Domain, Lock } from '../../model/domain'
import { usersWithAccess } from '../../model/access'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { Tabs, type TabEntry } from '../../ui/Tabs'
import { ErrorDialog } from '../ErrorDialog'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import type { ModifyLockProps } from './open'
import { AccessLog } from './tabs/AccessLog'
import { General } from './tabs/General'
import { OperateTab } from './tabs/OperateTab'
import { UsersWithAccess } from './tabs/UsersWithAccess'

/** The overlay of one lock: what it is, its bolt, who may open it, and who did. */
export default function ModifyLock({ domain, lock: id, close }: ModifyLockProps & OverlayProps) {
  const { t } = useTranslation()
  // The domain changes in place; this renders again when it does.
  const { version } = useDomain()
  const lock = domain.locks.get(id)
  if (lock === undefined) return <ErrorDialog message={t('lock.gone')} close={close} />
  return <LockOverlay {...{ domain, lock, version, close }} />
}

type Tab = 'general' | 'operate' | 'users' | 'log'

function LockOverlay({ domain, lock, version, close }: { domain: Domain; lock: Lock; version: number } & OverlayProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { identity } = useSession()
  const viewer = identity?.id ?? null
  // Installers configure doors; who has access and who came is not theirs to see.
  const seesPeople = identity?.role === 'administrator'
  const [tab, setTab] = useState<Tab>('general')
  const users = useMemo(
    () => usersWithAccess(domain, lock.id, now, i18n.language),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the domain changes in place
    [domain, lock.id, now, version, i18n.language],
  )
  const condition = domain.conditions.get(lock.id)
  const paired = domain.hasBridge(lock.id)
  const state = paired && condition?.bridge !== 'offline' ? (condition?.state ?? 'Unknown') : 'Unknown'
  return (
    <Dialog
      title={<Name>{lock.name}</Name>}
      subtitle={lock.timezone === null ? t('lock.noZone') : lock.timezone}
      leading={
        <Icon
          name={state === 'Locked' ? 'locked' : state === 'Unlocked' ? 'unlocked' : 'help'}
          size={32}
          label={t(`operate.${state}`)}
        />
      }
      steady
      onClose={close}
      closeLabel={t('ui.close')}
      actions={<Button onPress={close}>{t('ui.close')}</Button>}
    >
      <Tabs<Tab>
        label={lock.name}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'general', title: t('lock.tabs.general'), content: <General {...{ lock, condition, paired }} /> },
          {
            id: 'operate',
            title: t('lock.tabs.operate'),
            content: <OperateTab {...{ domain, lock, condition, paired, viewer, mayGrant: seesPeople, now }} />,
          },
          ...(seesPeople ? people() : []),
        ]}
      />
    </Dialog>
  )

  function people(): TabEntry<Tab>[] {
    return [
      {
        id: 'users',
        title: t('lock.tabs.users', { count: users.length }),
        content: <UsersWithAccess {...{ domain, lock, users, now }} />,
      },
      {
        id: 'log',
        title: t('lock.tabs.log'),
        content: <AccessLog domain={domain} lock={lock} moved={condition?.at ?? null} />,
      },
    ]
  }
}
