import { useEffect } from 'react'
import { liveDomain } from '../../api/queries/domain'
import { useDomain } from '../../api/queries/use-domain'
import type { Identity } from '../../session/domain'
import { useSession } from '../../session/session'
import { DoorList } from '../doors/Doors'
import { useDoors } from '../doors/use-doors'
import { Dashboard } from './Dashboard'
import { Failed, Loading, NoLocks } from './States'
import styles from './Page.module.css'

/** Who gets in where, until when, for those who manage locks; for everybody else the doors they may open. */
export default function DashboardPage() {
  const { user, identity } = useSession()
  const manages = identity !== null && identity.role !== 'user'
  const account = user?.id
  const assume = manages ? identity.id : undefined
  useEffect(() => {
    if (account !== undefined && assume !== undefined) return liveDomain.start(account, assume)
  }, [account, assume])
  const state = useDomain()

  if (identity === null) return null
  if (!manages) return <NothingToManage />
  if (state.phase === 'failed') return <Failed error={state.error} onRetry={() => liveDomain.retry()} />
  if (state.phase === 'loading') return <Loading percent={state.percent} />
  if (state.domain.locks.size === 0) return <NothingToManage />
  return (
    <div className={styles.page}>
      <Dashboard state={state} mayGrant={identity.role === 'administrator'} />
    </div>
  )
}

/** For who manages no lock here: that it is so, and under it the doors of those who are a guest somewhere. */
function NothingToManage() {
  const { user, identities } = useSession()
  if (user === null || identities.every(({ role }) => role === 'administrator')) return <NoLocks />
  return <GuestsDoors account={user.id} identities={identities} />
}

function GuestsDoors({ account, identities }: { account: string; identities: readonly Identity[] }) {
  const doors = useDoors(account, identities)
  return (
    <NoLocks doorsBelow={doors.doors.some(({ domain, lock }) => domain.hasBridge(lock.id))}>
      <DoorList {...doors} />
    </NoLocks>
  )
}
