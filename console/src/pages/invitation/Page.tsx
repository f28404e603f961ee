import { useParams } from '@tanstack/react-router'
import { useSession } from '../../session/session'
import { SignedIn } from './SignedIn'
import { SignedOut } from './SignedOut'

/** The page of an invitation by its token: whoever reads a letter, or was handed the link, signs in and accepts. */
export default function InvitationPage() {
  const { token } = useParams({ from: '/i/$token' })
  const { status, user } = useSession()
  if (status === 'success' && user !== null) return <SignedIn key={`${user.id} ${token}`} token={token} user={user} />
  return <SignedOut key={token} token={token} />
}
