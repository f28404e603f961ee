import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removePersonalToken, useTokens, type PersonalToken } from '../../../api/queries/tokens'
import { dateTimeText, listText } from '../../../i18n/format'
import { shortened } from '../../../i18n/isolate'
import { isScope } from '../../../model/scopes'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Note } from '../../../ui/Note'
import { useFocusNext } from '../../access/use-focus-next'
import { Code } from '../../Code'
import tabs from '../../tabs/tabs.module.css'
import { EndingList, type EndingEntry } from './EndingList'
import { NewToken } from './NewToken'

/** Personal access tokens: made, shown once, and revoked. `made` is the one that is shown; it is kept nowhere. */
export function Tokens({ made, onMade }: { made: string | null; onMade: (token: string | null) => void }) {
  const { t } = useTranslation()
  const query = useTokens()
  const [step, setStep] = useState<'rest' | 'make' | 'copy'>('rest')
  const begin = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
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
          <Code
            label={t('account.tokens.token')}
            copyLabel={t('account.tokens.copy')}
            code={made}
            autoFocus={step === 'copy'}
          />
        </Note>
      )}
      {step === 'make' ? (
        <NewToken
          onMade={(token) => {
            onMade(token)
            setStep('copy')
          }}
          onCancel={() => {
            focusNext(() => begin.current)
            setStep('rest')
          }}
        />
      ) : (
        <div className={tabs.bar}>
          <Button ref={begin} icon="plus" onPress={() => setStep('make')}>
            {t('account.tokens.new')}
          </Button>
        </div>
      )}
      <EndingList
        query={query}
        icon="key"
        texts={{
          title: t('account.tokens.title'),
          loading: t('account.tokens.loading'),
          failed: t('account.tokens.failed'),
        }}
        none={<EmptyState icon="key" level={3} title={t('account.tokens.none')} />}
        entryOf={entryOf}
      />
    </>
  )

  function entryOf({ id, name, scope, last_used, expires_at }: PersonalToken): EndingEntry {
    return {
      id,
      name,
      facts: [
        scopeText(scope),
        last_used == null
          ? t('account.tokens.neverUsed')
          : t('account.tokens.lastUsed', { when: dateTimeText(Date.parse(last_used)) }),
        t('account.tokens.ends', { when: dateTimeText(Date.parse(expires_at)) }),
      ],
      end: {
        label: t('account.tokens.revoke'),
        labelNamed: t('account.tokens.revokeNamed', { name: shortened(name) }),
        pendingLabel: t('account.tokens.revoking'),
        question: t('account.tokens.question', { name: shortened(name) }),
        meaning: t('account.tokens.meaning'),
        run: () => removePersonalToken(id),
        announced: 'revokeToken',
      },
    }
  }

  function scopeText(scope: PersonalToken['scope']): string {
    if (scope == null) return t('account.tokens.everything')
    return listText(scope.split(' ').map((one) => (isScope(one) ? t(`account.tokens.scopes.${one}`) : one)))
  }
}
