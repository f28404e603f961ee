import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languageText } from '../../i18n/language-text'
import { languages } from '../../i18n/languages'
import { shortened } from '../../i18n/isolate'
import { zoneOptions } from '../../overlays/zone-options'
import { NewPassword } from '../../overlays/NewPassword'
import { Button } from '../../ui/Button'
import { ComboBox } from '../../ui/ComboBox'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { Card } from '../parts/Card'
import { useFirstStart } from './use-first-start'

/** Where the address leads that a new server prints when it starts: its owner is set up, and signs in afterwards. */
export default function FirstStartPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token } = useSearch({ from: '/first_start' })
  const { draft, edit, isAsked, form, phase, isOver, error, failure, send } = useFirstStart(token)
  const zones = useMemo(() => zoneOptions(draft.timezone), [draft.timezone])
  const title = t('firstStart.title')

  if (phase === 'checking') {
    return (
      <Card title={title}>
        <ProgressBar label={t('firstStart.checking')} />
      </Card>
    )
  }
  if (phase === 'done') {
    return (
      <Card title={title}>
        <Note tone="success" announce>
          {t('firstStart.done', { name: shortened(draft.username.trim()) })}
        </Note>
        <Button variant="primary" autoFocus onPress={() => void navigate({ to: '/login', replace: true })}>
          {t('firstStart.toSignIn')}
        </Button>
      </Card>
    )
  }
  if (isOver) {
    return (
      <Card title={title}>
        <Note tone="danger" announce>
          {t('firstStart.over')}
        </Note>
        <p>{t('firstStart.another')}</p>
        <p>{t('firstStart.byCommand')}</p>
        <pre>
          <code>cardea owner add</code>
        </pre>
      </Card>
    )
  }
  return (
    <Card title={title}>
      <p>{t('firstStart.lead')}</p>
      {/* What is wrong stands at the fields in words of the console's own. */}
      <form ref={form} noValidate onSubmit={submit}>
        <TextField
          label={t('firstStart.name')}
          description={t('firstStart.nameText')}
          autoComplete="name"
          autoFocus
          value={draft.displayName}
          error={error('displayName')}
          onChange={(displayName) => edit({ displayName })}
        />
        <TextField
          label={t('firstStart.username')}
          description={t('firstStart.usernameText')}
          autoComplete="username"
          spellCheck="false"
          value={draft.username}
          error={error('username')}
          onChange={(username) => edit({ username })}
        />
        <NewPassword
          value={draft}
          onChange={edit}
          description={t('password.form')}
          error={error('password')}
          isAsked={isAsked}
        />
        <Select
          label={t('words.language')}
          description={t('firstStart.languageText')}
          value={draft.language}
          error={error('language')}
          options={languages.map(({ tag }) => ({ id: tag, label: languageText(tag) }))}
          onChange={(language) => edit({ language })}
        />
        <ComboBox
          label={t('zones.zone')}
          description={t('firstStart.timezoneText')}
          placeholder={t('zones.search')}
          openLabel={t('zones.show')}
          emptyText={t('zones.noneFound')}
          options={zones}
          value={draft.timezone}
          error={error('timezone')}
          onChange={(timezone) => edit({ timezone })}
        />
        {failure !== null && (
          <Note tone="danger" announce>
            {failure}
          </Note>
        )}
        <Button type="submit" variant="primary" isPending={phase === 'sending'} pendingLabel={t('firstStart.saving')}>
          {t('firstStart.save')}
        </Button>
      </form>
    </Card>
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
}
