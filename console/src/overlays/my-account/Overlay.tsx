import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { liveDomain } from '../../api/queries/domain'
import { useProviders } from '../../api/queries/providers'
import { useDomain, useDomainSelector, useKeptOut } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import { lockEffectOf } from '../../model/membership-effect'
import type { Identity } from '../../session/domain'
import { takeOverRole, useSession, type CurrentUser } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { EntryFrame } from '../frame/EntryFrame'
import { useShownOnce } from '../frame/place'
import type { FrameTab } from '../frame/props'
import { useLast } from '../frame/use-last'
import { useMoved } from '../frame/use-moved'
import type { OverlayProps } from '../registry'
import { askToTake } from '../tabs/ask-to-take'
import { lockEffectTexts } from '../tabs/effect-texts'
import { EffectNote } from '../tabs/EffectNote'
import { GroupSettings } from '../tabs/GroupSettings'
import { useCsv } from '../tabs/use-csv'
import { useRowTabs } from '../tabs/use-row-tabs'
import { useNow } from '../use-now'
import { ChangePassword } from './tabs/ChangePassword'
import { General } from './tabs/General'
import { Leave } from './tabs/Leave'
import { Notifications } from './tabs/Notifications'
import { Passkeys } from './tabs/Passkeys'
import { Providers } from './tabs/Providers'
import { SignIns } from './tabs/SignIns'
import { Tokens } from './tabs/Tokens'
import { isSignInTooOld, SignInAgain } from './SignInAgain'
import { useAccountSettings } from './use-account-settings'

/** The overlay of one's own account: who one is, one's password, and what one may open. */
export default function MyAccount({ close }: OverlayProps) {
  const { user, identity } = useSession()
  const { complete } = useDomain()
  const isKeptOut = useKeptOut() !== null
  const account = user?.id
  // Nobody else loads a domain for guests.
  const assume = identity?.role === 'user' ? identity.id : undefined
  useEffect(() => {
    if (account === undefined || assume === undefined) return
    return liveDomain.start(account, assume, (role) => takeOverRole(assume, role))
  }, [account, assume])
  // Whom the domain keeps out finds here what is their account's own, as guests do.
  const shown = useMemo(
    () => (identity !== null && isKeptOut ? { ...identity, role: 'user' as const } : identity),
    [identity, isKeptOut],
  )
  if (user === null || shown === null) return null
  // Alias and groups are the domain's.
  if (shown.role === 'administrator' && !complete) return null
  return <AccountOverlay {...{ user, identity: shown, close }} />
}

function AccountOverlay({ user, identity, close }: { user: CurrentUser; identity: Identity } & OverlayProps) {
  const { t } = useTranslation()
  const { domain, complete, error } = useDomain()
  const now = useNow()
  const { id } = identity
  const standing = domain.users.get(id)
  const own = useLast(standing)
  const manages = identity.role === 'administrator'
  const settings = useAccountSettings(user, identity, own, now)
  const csv = useCsv(user.username, now)
  const { tabs } = useRowTabs(domain, { of: 'user', id }, csv, now, manages)
  const [isAsked, setAsked] = useState(false)
  const [isCodeAsked, askForCode] = useState(false)
  // Where that cannot be told there is nothing to choose from.
  const providers = useProviders().data ?? []
  // It is told once, so it outlives a look at another tab.
  const [token, setToken] = useState<string | null>(null)
  useShownOnce(token !== null)
  const { draft, standing: saved, wanted, edit, pending, twoFactor } = settings
  const { moved, isMoved } = useMoved(saved.groups, wanted.groups, pending)
  const doors = useDomainSelector(
    useCallback((domain: Domain) => lockEffectOf(domain, id, moved, now), [id, moved, now]),
  )
  const name = shortened(own?.name ?? user.display_name)
  const groups: FrameTab<TabId> = {
    id: 'groups',
    title: t('tabs.titles.groups', { count: draft.groups.length }),
    saves: true,
    content: (
      <GroupSettings
        type="users"
        title={t('account.groups')}
        groups={draft.groups}
        onChange={(change) => edit((current) => ({ ...current, groups: change(current.groups) }))}
      />
    ),
  }
  return (
    <EntryFrame
      id={id}
      name={t('account.title')}
      subtitle={<Name>{user.username}</Name>}
      leading={<Avatar name={name} />}
      {...{ settings, close }}
      isGone={manages && standing === undefined}
      goneText={t('words.goneUser')}
      failureText={({ step }) => t(step.failure, { a: name, b: shortened(step.about) })}
      beforeSave={(save) => askToTake(doors.lose.length > 0, lockEffectTexts({ ...doors, gain: [] }), save)}
      discard={
        token === null
          ? undefined
          : {
              question: t('account.tokens.leave.question'),
              meaning: t(settings.edited ? 'account.tokens.leave.meaningEdited' : 'account.tokens.leave.meaning'),
              confirm: t('account.tokens.leave.confirm'),
              goOn: t('account.tokens.leave.goOn'),
            }
      }
      remove={null}
      notices={[
        isMoved && (
          <EffectNote
            key="effect"
            texts={lockEffectTexts(doors)}
            none={t('effect.doors.none')}
            takes={doors.lose.length > 0}
          />
        ),
        settings.showsFailed && isSignInTooOld(settings.failed?.reason) && (
          <Note key="again" action={<SignInAgain />}>
            {t('account.signInAgainText')}
          </Note>
        ),
      ]}
      tabs={[
        {
          id: 'general',
          title: t('tabs.titles.general'),
          saves: true,
          blocks: twoFactor.isWrong && (() => askForCode(true)),
          refused: settings.codeError !== undefined,
          content: <General username={user.username} {...{ identity, settings }} isAsked={isCodeAsked} />,
        },
        {
          id: 'password',
          title: t('account.password'),
          saves: true,
          blocks: settings.isSecretWrong && (() => setAsked(true)),
          refused: settings.isSecretRefused,
          content: <ChangePassword username={user.username} settings={settings} isAsked={isAsked} />,
        },
        { id: 'passkeys', title: t('account.passkeys.title'), content: <Passkeys /> },
        ...(providers.length > 0 ? [elsewhere()] : []),
        { id: 'sign-ins', title: t('account.signIns.title'), content: <SignIns /> },
        {
          id: 'tokens',
          title: t('account.tokens.title'),
          // Saving closes the overlay: the token is copied first, and is in sight then.
          blocks: token !== null && (() => undefined),
          content: <Tokens made={token} onMade={setToken} />,
        },
        { id: 'notifications', title: t('account.notifications.title'), content: <Notifications /> },
        ...(manages ? [groups] : []),
        ...tabs.map((tab) => (complete || tab.id !== 'locks' ? tab : { ...tab, ...locksToCome() })),
        { id: 'leave', title: t('account.leave.title'), content: <Leave {...{ user, identity }} /> },
      ]}
    />
  )

  /** The tab of other people's sign-in. */
  function elsewhere(): FrameTab<TabId> {
    return { id: 'providers', title: t('account.providers.title'), content: <Providers providers={providers} /> }
  }

  /** In place of the locks until they are there. */
  function locksToCome() {
    const failed = error !== null && <Note tone="danger">{errorText(error)}</Note>
    return {
      title: t('account.locks'),
      download: undefined,
      content: failed || <ProgressBar label={t('words.loadingDoors')} />,
    }
  }
}

type TabId =
  | 'general'
  | 'password'
  | 'passkeys'
  | 'providers'
  | 'sign-ins'
  | 'tokens'
  | 'notifications'
  | 'groups'
  | 'locks'
  | 'log'
  | 'leave'
