import { useEffect, useState, type ReactNode } from 'react'
import { useDeviceTypesSoon } from '../../api/queries/device'
import { liveDomain, type DomainState } from '../../api/queries/domain'
import { useDomain, useKeptOut } from '../../api/queries/use-domain'
import type { Identity } from '../../session/domain'
import { takeOverRole, useSession } from '../../session/session'
import { DoorList } from '../doors/Doors'
import { useDoors } from '../doors/use-doors'
import { useRefused } from '../parts/use-refused'
import { Dashboard } from './Dashboard'
import { FirstSteps } from './FirstSteps'
import { KeptOut } from './KeptOut'
import { Failed, KeptOutOf, Loading, MobileApp, NoLocks, Nowhere, Unmanaged } from './States'
import { useFirstSteps } from './use-first-steps'
import styles from './Page.module.css'

/** Who gets in where, until when, for those who manage locks; for everybody else the doors they may open. */
export default function DashboardPage() {
  const { user, identity } = useSession()
  const manages = identity !== null && identity.role !== 'user'
  const account = user?.id
  const assume = manages ? identity.id : undefined
  useEffect(() => {
    if (account === undefined || assume === undefined) return
    return liveDomain.start(account, assume, (role) => takeOverRole(assume, role))
  }, [account, assume])
  const state = useDomain()
  const provider = useKeptOut()
  useRefused(state.error)

  if (identity === null) return user === null ? null : <Nowhere />
  if (!manages) return <NothingToManage />
  if (provider !== null) return <KeptOutOf identity={identity} provider={provider} />
  if (state.phase === 'failed') return <Failed error={state.error} onRetry={() => liveDomain.retry()} />
  if (state.phase === 'loading') return <Loading percent={state.percent} />
  return <Managed state={state} identity={identity} />
}

function Managed({ state, identity }: { state: DomainState; identity: Identity }) {
  useDeviceTypesSoon()
  const steps = useFirstSteps(identity)
  const guide = steps && <FirstSteps {...steps} />
  if (state.domain.locks.size === 0) return <NothingToManage guide={guide} />
  return (
    <div className={styles.column}>
      {guide}
      <div className={styles.page}>
        <Dashboard
          state={state}
          domainName={identity.domain}
          viewer={identity.id}
          mayGrant={identity.role === 'administrator'}
        />
      </div>
    </div>
  )
}

/** For who manages no lock here: the doors of those who are a guest somewhere, else that there is nothing. */
function NothingToManage({ guide = null }: { guide?: ReactNode }) {
  const { user, identities } = useSession()
  if (user === null || identities.every(({ role }) => role === 'administrator')) return <NoLocks guide={guide} />
  return <GuestsDoors account={user.id} identities={identities} guide={guide} />
}

function GuestsDoors({
  account,
  identities,
  guide,
}: {
  account: string
  identities: readonly Identity[]
  guide: ReactNode
}) {
  const doors = useDoors(account, identities)
  const { phase, keptOut } = doors
  // All come at once: a door that came later would move another away from under the thumb.
  const [isThere, setThere] = useState(false)
  if (phase !== 'loading' && !isThere) setThere(true)
  // Who has come as a guest of others is not led to a door of their own: the bar has that for who wants it.
  if (phase === 'ready' && doors.doors.length === 0 && keptOut.length === 0) return <NoLocks isGuest guide={guide} />
  return (
    <Unmanaged>
      {keptOut.map(({ identity, provider }) => (
        <KeptOut key={identity.id} domain={identity.domain} provider={provider} />
      ))}
      <DoorList {...doors} doors={isThere ? doors.doors : []} />
      {isThere && (
        <MobileApp
          opensHere={doors.doors.some(({ domain, fromAfar, lock }) => fromAfar && domain.hasBridge(lock.id))}
        />
      )}
    </Unmanaged>
  )
}
