import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import { usersWithAccess } from '../../model/access'
import type { Domain, Lock } from '../../model/domain'
import type { Failed } from '../../model/plan'
import { zoneOf } from '../../model/zone'
import { useSession } from '../../session/session'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { ErrorDialog } from '../ErrorDialog'
import { Conflict } from '../frame/Conflict'
import { Frame, type FrameTab } from '../frame/Frame'
import type { OverlayProps } from '../registry'
import { AccessLog } from '../tabs/AccessLog'
import { GroupSettings } from '../tabs/GroupSettings'
import { UsersWithAccess } from '../tabs/UsersWithAccess'
import { useNow } from '../use-now'
import { failureOf, type SettingsStep } from './plan'
import { General, isEditable } from './tabs/General'
import { OperateTab } from './tabs/OperateTab'
import { useLockSettings } from './use-lock-settings'

/** The overlay of one lock: what it is, its bolt, who may open it, and who did. */
export default function ModifyLock({ lock: id, close }: { lock: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const lock = domain.locks.get(id)
  if (lock === undefined) return <ErrorDialog message={t('lock.gone')} close={close} />
  return <LockOverlay {...{ domain, lock, close }} />
}

type Tab = 'general' | 'operate' | 'groups' | 'users' | 'log'

function LockOverlay({ domain, lock, ...own }: { domain: Domain; lock: Lock } & OverlayProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { identity } = useSession()
  const viewer = identity?.id ?? null
  // Installers configure doors; who has access, by groups too, and who came is not theirs to see or to change.
  const seesPeople = identity?.role === 'administrator'
  const { id } = lock
  const { language } = i18n
  const users = useDomainSelector(
    useCallback((domain: Domain) => usersWithAccess(domain, id, now, language), [id, now, language]),
  )
  const settings = useLockSettings(lock, now)
  const { edited, pending, failed, theirs } = settings
  const condition = domain.conditions.get(id)
  const paired = domain.hasBridge(id)
  const state = paired && condition?.bridge !== 'offline' ? (condition?.state ?? 'Unknown') : 'Unknown'

  function close() {
    settings.forget()
    own.close()
  }

  async function save() {
    if (settings.isValid && (await settings.save())) close()
  }

  return (
    <Frame<Tab>
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
      edited={edited}
      restored={settings.restored}
      pending={pending}
      save={{ isReady: edited && settings.isValid && theirs === null, run: () => void save() }}
      failure={
        failed && settings.saysFailed
          ? { text: failureText(failed), reason: failed.reason, partly: settings.partly }
          : null
      }
      notices={[
        theirs !== null && (
          <Conflict
            key="conflict"
            differences={settings.differences}
            onTakeTheirs={settings.takeTheirs}
            onSaveMine={settings.isValid ? () => void save() : undefined}
          />
        ),
      ]}
      close={close}
      label={lock.name}
      tabs={[
        {
          id: 'general',
          title: t('lock.tabs.general'),
          saves: isEditable(lock),
          content: <General {...{ lock, settings, condition, paired }} />,
        },
        {
          id: 'operate',
          title: t('lock.tabs.operate'),
          content: <OperateTab {...{ domain, lock, condition, paired, viewer, mayGrant: seesPeople, now }} />,
        },
        ...(seesPeople ? people() : []),
      ]}
    />
  )

  function failureText(failed: Failed<SettingsStep>): string {
    return t(failureOf(failed), { name: shortened(lock.name), group: shortened(failed.step.group) })
  }

  function people(): FrameTab<Tab>[] {
    const zone = zoneOf(lock.timezone).name
    const { draft, edit } = settings
    return [
      {
        id: 'groups',
        title: t('tabs.titles.groups', { count: draft.groups.length }),
        saves: true,
        content: (
          <GroupSettings
            type="locks"
            title={t('lock.groups.title')}
            groups={draft.groups}
            onChange={(change) => edit((current) => ({ ...current, groups: change(current.groups) }))}
          />
        ),
      },
      {
        id: 'users',
        title: t('tabs.titles.users', { count: users.length }),
        content: <UsersWithAccess {...{ column: id, zone, users, now }} />,
      },
      {
        id: 'log',
        title: t('tabs.titles.log'),
        content: <AccessLog {...{ lock: id, zone, moved: condition?.at ?? null }} />,
      },
    ]
  }
}
