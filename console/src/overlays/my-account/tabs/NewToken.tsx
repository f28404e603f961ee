import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../../api/errors'
import { createPersonalToken } from '../../../api/queries/tokens'
import { NAME_MAX } from '../../../model/names'
import { scopes, type Scope } from '../../../model/scopes'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/Checkbox'
import { Note } from '../../../ui/Note'
import { RadioGroup } from '../../../ui/RadioGroup'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import { InnerForm } from '../../frame/InnerForm'
import { useFieldErrors } from '../../frame/use-field-errors'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import tabs from '../../tabs/tabs.module.css'
import { useStep } from '../../use-step'
import styles from './lists.module.css'

/** After how many days a token may end. */
const ends = ['7', '30', '90', '365'] as const

const DAY = 86_400

/** The form of a token to be made. */
export function NewToken({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<{ name: string; scope: 'all' | 'some'; days: (typeof ends)[number] }>({
    name: '',
    scope: 'some',
    days: '90',
  })
  const [chosen, choose] = useState<readonly Scope[]>(['read'])
  const [isAsked, setAsked] = useState(false)
  const { pending, failed, run } = useStep({ staysPending: true })
  const isPending = pending !== null
  const failure = failed?.reason ?? null
  const name = draft.name.trim()
  const isNameless = name === ''
  const isScopeless = draft.scope === 'some' && chosen.length === 0
  const error = useFieldErrors({ draft, problems: problems(), reason: failure })

  async function make() {
    setAsked(true)
    if (isNameless || Array.from(name).length > NAME_MAX || isScopeless || isPending) return
    const scope = draft.scope === 'all' ? undefined : chosen.join(' ')
    const made = await run(() => createPersonalToken({ name, scope, expires_in: Number(draft.days) * DAY }))
    if (made !== null) onMade(made.value)
  }

  return (
    <InnerForm
      className={styles.part}
      isTyped={draft.name !== ''}
      {...{ isPending, onCancel }}
      onSubmit={() => void make()}
    >
      <TextField
        label={t('account.tokens.name')}
        description={t('account.tokens.nameText')}
        autoFocus
        value={draft.name}
        error={error('name')}
        onChange={(typed) => setDraft((before) => ({ ...before, name: typed }))}
      />
      <RadioGroup
        label={t('account.tokens.scope')}
        value={draft.scope}
        error={error('scope')}
        choices={[
          { value: 'some', label: t('account.tokens.some') },
          { value: 'all', label: t('account.tokens.everything') },
        ]}
        onChange={(scope) => setDraft((before) => ({ ...before, scope }))}
      />
      {draft.scope === 'some' && (
        <div role="group" aria-label={t('account.tokens.some')} className={styles.scopes}>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={chosen.includes(scope)}
              onChange={(on) => choose((before) => scopes.filter((one) => (one === scope ? on : before.includes(one))))}
            >
              {t(`account.tokens.scopes.${scope}`)}
            </Checkbox>
          ))}
        </div>
      )}
      {draft.scope === 'some' && chosen.includes('access') && (
        <Note tone="warning">{t('account.tokens.accessIsAll')}</Note>
      )}
      <Select
        label={t('account.tokens.end')}
        value={draft.days}
        options={ends.map((days) => ({ id: days, label: t('account.tokens.days', { count: Number(days) }) }))}
        onChange={(days) => setDraft((before) => ({ ...before, days }))}
      />
      {failure !== null && (
        <Note tone="danger" announce action={isSignInTooOld(failure) && <SignInAgain />}>
          {failure instanceof ApiError && failure.is('conflict') ? t('account.tokens.full') : errorText(failure)}
        </Note>
      )}
      <div className={tabs.bar}>
        <Button onPress={onCancel} isDisabled={isPending}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel={t('account.tokens.making')}>
          {t('account.tokens.make')}
        </Button>
      </div>
    </InnerForm>
  )

  function problems() {
    if (!isAsked) return {}
    return {
      ...(isNameless && { name: t('errors.field.required') }),
      ...(Array.from(name).length > NAME_MAX && { name: t('errors.field.longerThan', { count: NAME_MAX }) }),
      ...(isScopeless && { scope: t('account.tokens.noScope') }),
    }
  }
}
