import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { factsText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { clockOfLocks } from '../../model/clock'
import type { Domain, Group } from '../../model/domain'
import { effectOf } from '../../model/membership-effect'
import { useSession } from '../../session/session'
import { Icon } from '../../ui/Icon'
import { ErrorDialog } from '../ErrorDialog'
import { EntryFrame } from '../frame/EntryFrame'
import { useLast } from '../frame/use-last'
import { useMoved } from '../frame/use-moved'
import type { OverlayProps } from '../registry'
import { askToTake } from '../tabs/ask-to-take'
import { doorsTable } from '../tabs/csv-tables'
import { effectTexts, takesAccess } from '../tabs/effect-texts'
import { EffectNote } from '../tabs/EffectNote'
import { useColumnTabs } from '../tabs/use-column-tabs'
import { useCsv } from '../tabs/use-csv'
import { doorsClockText } from '../told-clock'
import { useNow } from '../use-now'
import { failureOf } from './plan'
import { General } from './tabs/General'
import { Locks } from './tabs/Locks'
import { useGroupSettings } from './use-group-settings'

/** The overlay of one lock group, for administrators: its name, its locks, who may open them, and who did. */
export default function ModifyLockGroup({ group: id, close }: { group: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { identity } = useSession()
  const standing = domain.groups.get(id)
  const group = useLast(standing)
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={close} />
  }
  if (group?.type !== 'locks') return <ErrorDialog message={t('lockGroup.gone')} close={close} />
  return <LockGroupOverlay {...{ domain, group, isGone: standing === undefined, close }} />
}

function LockGroupOverlay(props: { domain: Domain; group: Group; isGone: boolean } & OverlayProps) {
  const { domain, group, isGone, close } = props
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { id, members } = group
  const settings = useGroupSettings(group, now)
  const csv = useCsv(group.name, now)
  const { tabs } = useColumnTabs(domain, { of: 'lockgroup', id }, csv, now)
  const { draft, wanted, edit, pending } = settings
  const { moved, isMoved } = useMoved(members, wanted.locks, pending)
  const clock = doorsClockText(clockOfLocks(domain, members), now)
  const effect = useDomainSelector(useCallback((domain: Domain) => effectOf(domain, id, moved, now), [id, moved, now]))

  function removalTexts(): string[] {
    const effect = effectOf(domain, id, { added: [], removed: members }, now)
    return [
      t('lockGroup.removal', { name: shortened(group.name) }),
      ...(takesAccess(effect) ? [] : [t('effect.nobodyLoses')]),
      ...effectTexts(effect),
    ]
  }

  return (
    <EntryFrame
      id={group.id}
      name={group.name}
      subtitle={factsText([t('words.locks', { count: members.length }), ...(clock === null ? [] : [clock])])}
      leading={<Icon name="door" size={32} />}
      {...{ settings, isGone, close }}
      goneText={t('lockGroup.gone')}
      failureText={(failed) =>
        t(failureOf(failed), { name: shortened(group.name), lock: shortened(failed.step.about) })
      }
      beforeSave={(save) =>
        askToTake(takesAccess(effect), [...effectTexts({ ...effect, gain: [] }), t('lockGroup.taken')], save)
      }
      remove={{ label: t('lockGroup.remove'), confirmLabel: t('lockGroup.removeConfirm'), meaning: removalTexts }}
      notices={[
        isMoved && (
          <EffectNote key="effect" texts={effectTexts(effect)} none={t('effect.none')} takes={takesAccess(effect)} />
        ),
      ]}
      tabs={[
        {
          id: 'general',
          title: t('tabs.titles.general'),
          saves: true,
          content: <General group={id} settings={settings} />,
        },
        {
          id: 'locks',
          title: t('lockGroup.tabs.locks', { count: draft.locks.length }),
          saves: true,
          removes: false,
          ...(members.length > 0 && {
            download: csv.list('locks', () => doorsTable(domain, members, i18n.language), isMoved),
          }),
          content: (
            <Locks
              locks={draft.locks}
              onChange={(change) => edit((current) => ({ ...current, locks: change(current.locks) }))}
            />
          ),
        },
        ...tabs,
      ]}
    />
  )
}
