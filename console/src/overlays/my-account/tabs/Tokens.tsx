import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removePersonalToken, useTokens, type PersonalToken } from '../../../api/queries/tokens'
import { dateTimeText, listText } from '../../../i18n/format'
import { shortened } from '../../../i18n/isolate'
import { isScope } from '../../../model/scopes'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Facts } from '../../../ui/Facts'
import { Icon } from '../../../ui/Icon'
import { Name } from '../../../ui/Name'
import { Note } from '../../../ui/Note'
import { Code } from '../../Code'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { Loaded } from '../../tabs/Loaded'
import tabs from '../../tabs/tabs.module.css'
import styles from './lists.module.css'
import { NewToken } from './NewToken'

/** Personal access tokens: made, shown once, and revoked. `made` is the one that is shown; it is kept nowhere. */
export function Tokens({ made, onMade }: { made: string | null; onMade: (token: string | null) => void }) {
  const { t } = useTranslation()
  const query = useTokens()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <p>{t('account.tokens.text')}</p>
      {made !== null && (
        <Note
          tone="success"
          announce
          title={t('account.tokens.made')}
          action={<Button onPress={() => onMade(null)}>{t('account.tokens.taken')}</Button>}
        >
          <Code label={t('account.tokens.token')} copyLabel={t('account.tokens.copy')} code={made} />
        </Note>
      )}
      {isMaking ? (
        <NewToken
          onMade={(token) => {
            onMade(token)
            setMaking(false)
          }}
          onCancel={() => setMaking(false)}
        />
      ) : (
        <div className={tabs.bar}>
          <Button icon="plus" onPress={() => setMaking(true)}>
            {t('account.tokens.new')}
          </Button>
        </div>
      )}
      <Loaded query={query} loading={t('account.tokens.loading')} failed={t('account.tokens.failed')}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon="key" level={3} title={t('account.tokens.none')} />
          ) : (
            <ul className={tabs.list} aria-label={t('account.tokens.title')}>
              {tokens.map((token) => (
                <li key={token.id}>
                  <Entry token={token} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function Entry({ token: { id, name, scope, last_used, expires_at } }: { token: PersonalToken }) {
  const { t } = useTranslation()
  const facts = [
    scopeText(),
    last_used == null
      ? t('account.tokens.neverUsed')
      : t('account.tokens.lastUsed', { when: dateTimeText(Date.parse(last_used)) }),
    t('account.tokens.ends', { when: dateTimeText(Date.parse(expires_at)) }),
  ]
  return (
    <div className={styles.entry}>
      <Icon name="key" size={18} />
      <span className={tabs.who}>
        <b>
          <Name>{name}</Name>
        </b>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      <Button aria-label={t('account.tokens.revokeNamed', { name: shortened(name) })} onPress={askToRevoke}>
        {t('account.tokens.revoke')}
      </Button>
    </div>
  )

  function scopeText(): string {
    if (scope == null) return t('account.tokens.everything')
    return listText(scope.split(' ').map((one) => (isScope(one) ? t(`account.tokens.scopes.${one}`) : one)))
  }

  function askToRevoke() {
    openConfirmDialog({
      title: t('account.tokens.question', { name: shortened(name) }),
      text: t('account.tokens.meaning'),
      confirmLabel: t('account.tokens.revoke'),
      pendingLabel: t('account.tokens.revoking'),
      destructive: true,
      onConfirm: () => removePersonalToken(id),
    })
  }
}
