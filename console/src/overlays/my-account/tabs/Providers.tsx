import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../../api/errors'
import {
  linkProvider,
  unlinkProvider,
  useProviderLinks,
  type Provider,
  type ProviderLink,
} from '../../../api/queries/providers'
import { dateTimeText } from '../../../i18n/format'
import { isolate, shortened } from '../../../i18n/isolate'
import { leaveFor } from '../../../session/leave'
import { Button } from '../../../ui/Button'
import { Facts } from '../../../ui/Facts'
import { Name } from '../../../ui/Name'
import { Note } from '../../../ui/Note'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { Loaded } from '../../tabs/Loaded'
import lists from '../../tabs/tabs.module.css'
import { useStep } from '../../use-step'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './Passkeys.module.css'

/** Other people's sign-in: which of the server's providers sign one in. Each is linked and unlinked at once. */
export function Providers({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTranslation()
  const query = useProviderLinks()
  const [failure, setFailure] = useState<unknown>(null)
  return (
    <div className={styles.pane}>
      <p>{t('account.providers.text')}</p>
      {failure !== null && (
        <Note tone="danger" announce action={isSignInTooOld(failure) && <SignInAgain />}>
          {isLastWayIn(failure) ? t('account.providers.lastWayIn') : errorText(failure)}
        </Note>
      )}
      <Loaded query={query} loading={t('account.providers.loading')} failed={t('account.providers.failed')}>
        {(links) => (
          <ul className={lists.list} aria-label={t('account.providers.title')}>
            {providers.map((provider) => (
              <Item
                key={provider.id}
                provider={provider}
                link={links.find((link) => link.provider === provider.id)}
                onFailure={setFailure}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

/** Whether a link was not taken away because nobody could sign in any more. */
function isLastWayIn(reason: unknown): boolean {
  return reason instanceof ApiError && reason.is('conflict')
}

/** One provider. */
function Item({
  provider: { id, name },
  link,
  onFailure,
}: {
  provider: Provider
  link: ProviderLink | undefined
  onFailure: (reason: unknown) => void
}) {
  const { t } = useTranslation()
  const { pending, run } = useStep({ onFailure, staysPending: true })

  async function leave() {
    const address = await run(() => linkProvider(id))
    if (address !== null) leaveFor(address.value)
  }

  function unlink() {
    openConfirmDialog({
      title: t('account.providers.unlinkQuestion', { name: shortened(name) }),
      text: t('account.providers.unlinkText', { name: shortened(name) }),
      confirmLabel: t('account.providers.unlink'),
      pendingLabel: t('account.providers.unlinking'),
      destructive: true,
      async onConfirm() {
        onFailure(null)
        try {
          await unlinkProvider(id)
        } catch (reason) {
          // What helps stands beside what is said here.
          if (!isSignInTooOld(reason) && !isLastWayIn(reason)) throw reason
          onFailure(reason)
        }
      },
    })
  }

  return (
    <li className={styles.line}>
      <span className={styles.who}>
        <Name>{name}</Name>
        <small>{link === undefined ? t('account.providers.none') : <Facts facts={facts(link)} />}</small>
      </span>
      {link === undefined ? (
        <Button
          aria-label={t('account.providers.linkOne', { name: shortened(name) })}
          isPending={pending !== null}
          pendingLabel={t('account.providers.leaving')}
          onPress={() => void leave()}
        >
          {t('account.providers.link')}
        </Button>
      ) : (
        <Button
          variant="danger"
          aria-label={t('account.providers.unlinkOne', { name: shortened(name) })}
          onPress={unlink}
        >
          {t('account.providers.unlink')}
        </Button>
      )}
    </li>
  )

  function facts({ account_name, created_at, last_used_at }: ProviderLink): string[] {
    return [
      ...(account_name == null ? [] : [isolate(account_name)]),
      t('account.providers.created', { date: dateTimeText(Date.parse(created_at)) }),
      last_used_at == null
        ? t('account.providers.unused')
        : t('account.providers.used', { date: dateTimeText(Date.parse(last_used_at)) }),
    ]
  }
}
