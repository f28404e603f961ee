import { useEffect } from 'react'
import { liveDomain, useDomain } from '../../api/queries/domain'
import { useSession } from '../../session/session'
import { Doors } from '../doors/Doors'
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
  if (!manages) {
    return (
      <NoLocks>
        <Doors />
      </NoLocks>
    )
  }
  if (state.phase === 'failed') return <Failed error={state.error} onRetry={() => liveDomain.retry()} />
  if (state.phase === 'loading') return <Loading percent={state.percent} />
  if (state.domain.locks.size === 0) {
    return (
      <NoLocks>
        <Doors />
      </NoLocks>
    )
  }
  return (
    <div className={styles.page}>
      <Dashboard state={state} mayGrant={identity.role === 'administrator'} />
    </div>
  )
}
