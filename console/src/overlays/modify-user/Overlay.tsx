import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import type { Domain, User } from '../../model/domain'
import { lockEffectOf } from '../../model/membership-effect'
import type { Identity } from '../../session/domain'
import { useSession } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { Note } from '../../ui/Note'
import { ErrorDialog } from '../ErrorDialog'
import { EntryFrame } from '../frame/EntryFrame'
import { useLast } from '../frame/use-last'
import { useMoved } from '../frame/use-moved'
import type { OverlayProps } from '../registry'
import { askToTake } from '../tabs/ask-to-take'
import { lockEffectTexts } from '../tabs/effect-texts'
import { EffectNote } from '../tabs/EffectNote'
import { GroupSettings } from '../tabs/GroupSettings'
import { nameOf } from '../tabs/names'
import { useCsv } from '../tabs/use-csv'
import { useRowTabs } from '../tabs/use-row-tabs'
import { useNow } from '../use-now'
import { rightsOver } from './rights'
import { General } from './tabs/General'
import { useUserSettings } from './use-user-settings'

/** The overlay of one person, for administrators: who they are here, their groups, what they may open, and what they opened. */
export default function ModifyUser({ user: id, close }: { user: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { identity } = useSession()
  const standing = domain.users.get(id)
  const user = useLast(standing)
  if (identity?.role !== 'administrator') return <ErrorDialog message={t('errors.forbidden')} close={close} />
  if (user === undefined) return <ErrorDialog message={t('words.goneUser')} close={close} />
  return <UserOverlay {...{ domain, user, viewer: identity, isGone: standing === undefined, close }} />
}

function UserOverlay({
  domain,
  user,
  viewer,
  isGone,
  close,
}: { domain: Domain; user: User; viewer: Identity; isGone: boolean } & OverlayProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { id } = user
  const settings = useUserSettings(user, now)
  const csv = useCsv(user.name, now)
  const { locks, tabs } = useRowTabs(domain, { of: 'user', id }, csv, now)
  const { draft, standing, wanted, edit, pending } = settings
  const { moved, isMoved } = useMoved(standing.groups, wanted.groups, pending)
  const doors = useDomainSelector(
    useCallback((domain: Domain) => lockEffectOf(domain, id, moved, now), [id, moved, now]),
  )
  const rights = rightsOver(user, viewer)
  const name = shortened(user.name)
  const becomesAdministrator = draft.role === 'administrator' && standing.role !== 'administrator'
  return (
    <EntryFrame
      id={user.id}
      name={user.name}
      subtitle={user.hasAccount ? t(`roles.${user.role}`) : t('words.guestNoAccount')}
      leading={<Avatar name={user.name} />}
      {...{ settings, isGone, close }}
      goneText={t('words.goneUser')}
      failureText={({ step }) => t(step.failure, { name, a: name, b: shortened(step.about) })}
      beforeSave={(save) => askToTake(doors.lose.length > 0, lockEffectTexts({ ...doors, gain: [] }), save)}
      confirm={
        becomesAdministrator
          ? {
              confirmLabel: t('people.makesAdministrator.confirm'),
              meaning: () => (
                <Note tone="warning" announce>
                  {t('people.makesAdministrator.meaning', { name })}
                </Note>
              ),
              about: draft,
            }
          : null
      }
      remove={
        rights.remove
          ? { label: t('people.removeUser'), confirmLabel: t('people.removeUserConfirm'), meaning: removalTexts }
          : null
      }
      notices={[
        isMoved && (
          <EffectNote
            key="effect"
            texts={lockEffectTexts(doors)}
            none={t('effect.doors.none')}
            takes={doors.lose.length > 0}
          />
        ),
      ]}
      tabs={[
        {
          id: 'general',
          title: t('tabs.titles.general'),
          saves: true,
          content: <General {...{ domain, user, rights, settings, becomesAdministrator }} />,
        },
        {
          id: 'groups',
          title: t('tabs.titles.groups', { count: draft.groups.length }),
          saves: true,
          removes: false,
          content: (
            <GroupSettings
              type="users"
              title={t('people.groups')}
              groups={draft.groups}
              onChange={(change) => edit((current) => ({ ...current, groups: change(current.groups) }))}
            />
          ),
        },
        ...tabs,
      ]}
    />
  )

  function removalTexts(): string[] {
    const texts = [t('people.removal.user', { name })]
    if (locks.length > 0) {
      const names = namesText(locks.map((lock) => shortened(lock.name)))
      texts.push(t('people.removal.locks', { count: locks.length, names }))
    }
    const groups = domain.groupsOf(id).map((group) => nameOf(domain, group))
    if (groups.length > 0) texts.push(t('people.removal.groups', { count: groups.length, names: namesText(groups) }))
    if (!user.hasAccount) return texts
    const account = user.invited ? 'people.removal.accountStays' : 'people.removal.account'
    return [...texts, t(account, { username: shortened(user.username) })]
  }
}
