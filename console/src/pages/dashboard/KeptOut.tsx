import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, type AskedProvider } from '../../api/errors'
import { linkProvider, useProviderLinks, useProviders } from '../../api/queries/providers'
import { isolate, shortened } from '../../i18n/isolate'
import { askToLogOut } from '../../overlays/ask-to-log-out'
import { leaveFor } from '../../session/leave'
import { signInAgain, signInBy } from '../../session/sign-in'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'

/**
 * In place of what a domain has to show, which asks for a sign-in by a provider, for whoever signed in otherwise: the way in by that
 * provider, which takes a link to it first, or out.
 */
export function KeptOut({ domain, provider }: { domain: string; provider: AskedProvider }) {
  const { t } = useTranslation()
  const providers = useProviders()
  const links = useProviderLinks()
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const words = { name: isolate(shortened(provider.name)), domain: isolate(shortened(domain)) }

  /** Leaves the console; what failed before that is said. */
  async function leave(going: () => Promise<void>) {
    setLeaving(true)
    setFailure(null)
    try {
      await going()
    } catch (reason) {
      setFailure(reason)
      setLeaving(false)
    }
  }

  return (
    <EmptyState icon="person" title={t('keptOut.title', words)} actions={actions()}>
      <p>{t('keptOut.text')}</p>
      {way() === 'link' && <p>{t('keptOut.linkFirst', words)}</p>}
      {way() === 'gone' && <p>{t('keptOut.gone', words)}</p>}
      {way() === 'link' && <p>{t('keptOut.help', words)}</p>}
      {way() === 'unknown' && <ProgressBar label={t('keptOut.loading')} />}
      {failure !== null && (
        <Note tone="danger" announce action={again()}>
          {errorText(failure)}
        </Note>
      )}
      {way() === 'failed' && <Note tone="danger">{errorText(providers.error ?? links.error)}</Note>}
    </EmptyState>
  )

  /** How the person gets in. */
  function way(): 'unknown' | 'failed' | 'gone' | 'link' | 'signIn' {
    if (providers.isError || links.isError) return 'failed'
    if (providers.data === undefined || links.data === undefined) return 'unknown'
    if (!providers.data.some(({ id }) => id === provider.id)) return 'gone'
    return links.data.some((link) => link.provider === provider.id) ? 'signIn' : 'link'
  }

  /** What helps where the sign-in lies too far back for a link. */
  function again() {
    if (!(failure instanceof ApiError && failure.is('sign_in_too_old'))) return null
    return <Button onPress={() => void leave(signInAgain)}>{t('signIn.again')}</Button>
  }

  function actions() {
    return (
      <>
        {way() === 'signIn' && (
          <Button
            variant="primary"
            isPending={isLeaving}
            pendingLabel={t('keptOut.leaving', words)}
            onPress={() => void leave(() => signInBy(provider.id))}
          >
            {t('keptOut.signIn', words)}
          </Button>
        )}
        {way() === 'link' && (
          <Button
            variant="primary"
            isPending={isLeaving}
            pendingLabel={t('keptOut.leaving', words)}
            onPress={() => void leave(async () => leaveFor(await linkProvider(provider.id)))}
          >
            {t('keptOut.link', words)}
          </Button>
        )}
        {way() === 'failed' && (
          <Button
            variant="primary"
            icon="refresh"
            onPress={() => void Promise.all([providers.refetch(), links.refetch()])}
          >
            {t('ui.tryAgain')}
          </Button>
        )}
        <Button icon="leave" onPress={askToLogOut}>
          {t('logOut.act')}
        </Button>
      </>
    )
  }
}
