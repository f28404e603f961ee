import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { clockNameText } from '../../i18n/access-summary'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { usersWithHours } from '../../model/access'
import type { Domain, Lock } from '../../model/domain'
import { effectOfGroups } from '../../model/membership-effect'
import { useSession } from '../../session/session'
import { Icon } from '../../ui/Icon'
import { ErrorDialog } from '../ErrorDialog'
import { EntryFrame } from '../frame/EntryFrame'
import { useLast } from '../frame/use-last'
import { useMoved } from '../frame/use-moved'
import type { OverlayProps } from '../registry'
import { askToTake } from '../tabs/ask-to-take'
import { effectTexts, peopleText, takesAccess } from '../tabs/effect-texts'
import { EffectNote } from '../tabs/EffectNote'
import { GroupSettings } from '../tabs/GroupSettings'
import { useColumnTabs } from '../tabs/use-column-tabs'
import { useCsv } from '../tabs/use-csv'
import { useNow } from '../use-now'
import { openWarningDialog } from '../warning-dialog/open'
import { failureOf } from './plan'
import { Devices } from './tabs/Devices'
import { General } from './tabs/General'
import { OperateTab } from './tabs/OperateTab'
import { useLockSettings } from './use-lock-settings'

/** The overlay of one lock: what it is, its bolt, who may open it, and who did. */
export default function ModifyLock({ lock: id, close }: { lock: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const standing = domain.locks.get(id)
  const lock = useLast(standing)
  if (lock === undefined) return <ErrorDialog message={t('lock.gone')} close={close} />
  return <LockOverlay {...{ domain, lock, isGone: standing === undefined, close }} />
}

function LockOverlay(props: { domain: Domain; lock: Lock; isGone: boolean } & OverlayProps) {
  const { domain, lock, isGone, close } = props
  const { t } = useTranslation()
  const now = useNow()
  const { identity } = useSession()
  const viewer = identity?.id ?? null
  // Installers configure doors; who has access, by groups too, and who came is not theirs to see or to change.
  const seesPeople = identity?.role === 'administrator'
  const { id } = lock
  const settings = useLockSettings(lock, now)
  const { draft, standing, wanted, edit, pending } = settings
  const { moved, isMoved } = useMoved(standing.groups, wanted.groups, pending)
  const effect = useDomainSelector(
    useCallback((domain: Domain) => effectOfGroups(domain, id, moved, now), [id, moved, now]),
  )
  const csv = useCsv(lock.name, now)
  const { users, tabs } = useColumnTabs(domain, { of: 'lock', id }, csv, now)
  const condition = domain.conditions.get(id)
  const paired = domain.hasBridge(id)
  const state = paired && condition?.bridge !== 'offline' ? (condition?.state ?? 'Unknown') : 'Unknown'
  const name = shortened(lock.name)
  return (
    <EntryFrame
      id={lock.id}
      name={lock.name}
      subtitle={lock.timezone === null ? t('zones.notSet') : clockNameText(lock.timezone)}
      leading={
        <Icon
          name={state === 'Locked' ? 'locked' : state === 'Unlocked' ? 'unlocked' : 'help'}
          size={32}
          label={t(`operate.${state}`)}
        />
      }
      {...{ settings, isGone, close }}
      goneText={t('lock.gone')}
      failureText={(failed) => t(failureOf(failed), { name, group: shortened(failed.step.about) })}
      beforeSave={(save) =>
        askToTake(takesAccess(effect), effectTexts({ ...effect, gain: [] }), () => askToMoveHours(save))
      }
      remove={
        // Those that are no devices of the server are not brought in here, and not taken out.
        seesPeople && lock.isDevice
          ? { label: t('lock.remove'), confirmLabel: t('lock.removeConfirm'), meaning: removalTexts }
          : null
      }
      notices={[
        isMoved && (
          <EffectNote key="effect" texts={effectTexts(effect)} none={t('effect.none')} takes={takesAccess(effect)} />
        ),
      ]}
      tabs={[
        {
          id: 'general',
          title: t('tabs.titles.general'),
          saves: lock.isDevice,
          content: <General {...{ lock, settings, condition, paired }} mayMoveHours={seesPeople} />,
        },
        {
          id: 'operate',
          title: t('lock.tabs.operate'),
          removes: false,
          content: <OperateTab {...{ domain, lock, condition, paired, viewer, mayGrant: seesPeople, now }} />,
        },
        ...(seesPeople
          ? [
              {
                id: 'groups' as const,
                title: t('tabs.titles.groups', { count: draft.groups.length }),
                saves: true,
                removes: false,
                content: (
                  <GroupSettings
                    type="locks"
                    title={t('lock.groups.title')}
                    groups={draft.groups}
                    onChange={(change) => edit((current) => ({ ...current, groups: change(current.groups) }))}
                  />
                ),
              },
              ...tabs,
            ]
          : []),
        ...(lock.isDevice
          ? [
              {
                id: 'devices' as const,
                title: t('lock.tabs.devices', { count: domain.device(lock.serial)?.paired.length ?? 0 }),
                removes: false,
                content: <Devices {...{ domain, lock, condition }} mayTakeBridge={seesPeople} />,
              },
            ]
          : []),
      ]}
    />
  )

  /** Asks first where another time zone moves the hours of somebody's access. */
  function askToMoveHours(save: () => void) {
    const { timezone } = draft
    const people = timezone === null || timezone === standing.timezone ? [] : usersWithHours(domain, id, now)
    if (timezone === null || people.length === 0) return save()
    const names = namesText(people.map((user) => shortened(user.name)))
    openWarningDialog({
      title: t('lock.hours.title'),
      statements: [
        t('lock.hours.meaning', { clock: clockNameText(timezone) }),
        t('lock.hours.people', { count: people.length, names }),
      ],
      confirmLabel: t('overlay.save'),
      onConfirm: save,
    })
  }

  function removalTexts(): string[] {
    return [
      t('lock.removal.meaning', { name }),
      peopleText('lose', users) ?? t('effect.nobodyLoses'),
      ...(paired ? [t('lock.removal.pairing')] : []),
    ]
  }
}
