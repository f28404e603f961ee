import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { namesText } from '../../i18n/calendar-text'
import { dateTimeText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import type { Domain, Group } from '../../model/domain'
import { effectOfMembers } from '../../model/membership-effect'
import { useSession } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { TextField } from '../../ui/TextField'
import { ErrorDialog } from '../ErrorDialog'
import { EntryFrame } from '../frame/EntryFrame'
import { useLast } from '../frame/use-last'
import { useMoved } from '../frame/use-moved'
import type { OverlayProps } from '../registry'
import { askToTake } from '../tabs/ask-to-take'
import { guestsTable } from '../tabs/csv-tables'
import { effectTexts, takesAccess } from '../tabs/effect-texts'
import { EffectNote } from '../tabs/EffectNote'
import { FactList } from '../tabs/FactList'
import { useCsv } from '../tabs/use-csv'
import { useRowTabs } from '../tabs/use-row-tabs'
import { useNameHint } from '../use-name-hint'
import { useNow } from '../use-now'
import { Guests } from './tabs/Guests'
import { useGroupSettings } from './use-group-settings'

/** The overlay of one user group, for administrators: its name, its guests, what they may open by it, and what they opened. */
export default function ModifyUserGroup({ group: id, close }: { group: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { identity } = useSession()
  const standing = domain.groups.get(id)
  const group = useLast(standing)
  if (identity?.role !== 'administrator') return <ErrorDialog message={t('errors.forbidden')} close={close} />
  if (group?.type !== 'users') return <ErrorDialog message={t('people.goneGroup')} close={close} />
  return <UserGroupOverlay {...{ domain, group, isGone: standing === undefined, close }} />
}

function UserGroupOverlay(props: { domain: Domain; group: Group; isGone: boolean } & OverlayProps) {
  const { domain, group, isGone, close } = props
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { id } = group
  const settings = useGroupSettings(group, now)
  const csv = useCsv(group.name, now)
  const { locks, tabs } = useRowTabs(domain, { of: 'usergroup', id }, csv, now)
  const { draft, wanted, edit, error, pending } = settings
  const { members } = group
  const { moved, isMoved } = useMoved(members, wanted.members, pending)
  const effect = useDomainSelector(
    useCallback((domain: Domain) => effectOfMembers(domain, id, moved, now), [id, moved, now]),
  )
  const name = shortened(group.name)
  const hint = useNameHint(draft.name, id)
  return (
    <EntryFrame
      id={group.id}
      name={group.name}
      subtitle={t('words.guests', { count: members.length })}
      leading={<Avatar name={group.name} group />}
      {...{ settings, isGone, close }}
      goneText={t('people.goneGroup')}
      failureText={({ step }) => t(step.failure, { name, a: shortened(step.about), b: name })}
      beforeSave={(save) => askToTake(takesAccess(effect), effectTexts({ ...effect, gain: [] }), save)}
      remove={{ label: t('people.removeGroup'), confirmLabel: t('people.removeGroupConfirm'), meaning: removalTexts }}
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
          content: (
            <>
              <TextField
                label={t('words.name')}
                value={draft.name}
                description={hint}
                error={error('name')}
                onChange={(name) => edit((current) => ({ ...current, name }))}
              />
              <FactList facts={[[t('people.groupSince'), dateTimeText(group.created)]]} />
            </>
          ),
        },
        {
          id: 'guests',
          title: t('people.guests.tab', { count: draft.members.length }),
          saves: true,
          removes: false,
          ...(members.length > 0 && {
            download: csv.list('guests', () => guestsTable(domain, members, i18n.language), isMoved),
          }),
          content: (
            <Guests
              members={draft.members}
              onChange={(change) => edit((current) => ({ ...current, members: change(current.members) }))}
            />
          ),
        },
        ...tabs,
      ]}
    />
  )

  function removalTexts(): string[] {
    const texts = [t('people.removal.group', { name })]
    if (locks.length === 0) return texts
    const names = namesText(locks.map((lock) => shortened(lock.name)))
    return [...texts, t('people.removal.groupLocks', { count: locks.length, names })]
  }
}
