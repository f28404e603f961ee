import { useTranslation } from 'react-i18next'
import { config } from '../../../api/config'
import { endOtherSessions, endSession, useSignIns, type SignIn } from '../../../api/queries/sign-ins'
import { dateTimeText } from '../../../i18n/format'
import { isolate } from '../../../i18n/isolate'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Facts } from '../../../ui/Facts'
import { Icon } from '../../../ui/Icon'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { Loaded } from '../../tabs/Loaded'
import tabs from '../../tabs/tabs.module.css'
import styles from './lists.module.css'

/** Where one is signed in, to be ended one by one or all but this one. */
export function SignIns() {
  const { t } = useTranslation()
  const query = useSignIns()
  const others = (query.data ?? []).filter(({ current }) => !current)
  return (
    <>
      <p>{t('account.signIns.text')}</p>
      <Loaded query={query} loading={t('account.signIns.loading')} failed={t('account.signIns.failed')}>
        {(signIns) => (
          <ul className={tabs.list} aria-label={t('account.signIns.title')}>
            {signIns.map((signIn) => (
              <li key={signIn.id}>
                <Entry signIn={signIn} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {others.length > 0 && (
        <div className={tabs.bar}>
          <Button variant="danger" onPress={askToEndOthers}>
            {t('account.signIns.endOthers')}
          </Button>
        </div>
      )}
    </>
  )

  function askToEndOthers() {
    openConfirmDialog({
      title: t('account.signIns.othersQuestion'),
      text: t('account.signIns.othersMeaning'),
      confirmLabel: t('account.signIns.endOthers'),
      pendingLabel: t('account.signIns.ending'),
      destructive: true,
      onConfirm: endOtherSessions,
    })
  }
}

function Entry({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation()
  const { id, address, created_at, last_used_at, current } = signIn
  const name = nameText()
  const facts = [
    ...programs(),
    ...(address == null ? [] : [isolate(address)]),
    t('account.signIns.lastUsed', { when: dateTimeText(Date.parse(last_used_at)) }),
    t('account.signIns.since', { when: dateTimeText(Date.parse(created_at)) }),
  ]
  return (
    <div className={styles.entry}>
      <Icon name="panel" size={18} />
      <span className={tabs.who}>
        <b>{name}</b>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      {current ? (
        <Badge tone="brand">{t('account.signIns.current')}</Badge>
      ) : (
        <Button aria-label={t('account.signIns.endNamed', { name })} onPress={askToEnd}>
          {t('account.signIns.end')}
        </Button>
      )}
    </div>
  )

  function nameText(): string {
    const { browser, system } = signIn
    if (browser != null && system != null) return t('account.signIns.named', { browser, system })
    return browser ?? system ?? t('account.signIns.unknown')
  }

  /** The program that signed in, where it is not the console in a browser. */
  function programs(): string[] {
    const { client_id } = signIn
    return client_id == null || client_id === config().client_id ? [] : [isolate(client_id)]
  }

  function askToEnd() {
    openConfirmDialog({
      title: t('account.signIns.question', { name }),
      text: t('account.signIns.meaning'),
      confirmLabel: t('account.signIns.end'),
      pendingLabel: t('account.signIns.ending'),
      destructive: true,
      onConfirm: () => endSession(id),
    })
  }
}
