import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { namesText } from '../../../i18n/calendar-text'
import { dateTimeText } from '../../../i18n/format'
import type { Role } from '../../../model/entries'
import type { Domain, User } from '../../../model/domain'
import { Breaks } from '../../../ui/Breaks'
import { Note } from '../../../ui/Note'
import { RadioGroup } from '../../../ui/RadioGroup'
import { TextField } from '../../../ui/TextField'
import { NewPassword } from '../../NewPassword'
import { FactList } from '../../tabs/FactList'
import styles from '../../tabs/General.module.css'
import { nameOf } from '../../tabs/names'
import type { Rights } from '../rights'
import type { UserSettings } from '../use-user-settings'
import { NoAccount } from './NoAccount'

const roles: readonly Role[] = ['user', 'administrator', 'installer']

/** Who a person is here: alias, role and password, to be changed where they can be, and what is theirs alone to change. */
export function General({
  domain,
  user,
  rights,
  settings,
  becomesAdministrator,
}: {
  domain: Domain
  user: User
  rights: Rights
  settings: UserSettings
  /** Whether a Save makes an administrator of them. */
  becomesAdministrator: boolean
}) {
  const { t } = useTranslation()
  const { draft, edit, error, secret, chooseSecret, secretError, isRefused } = settings
  const limited = domain.linksOfRow(user.id).filter(({ calendarId }) => calendarId !== null)
  const byGroups = domain.groupsOf(user.id).flatMap((group) => domain.linksOfRow(group))
  const keepsTimes = byGroups.some(({ calendarId }) => calendarId !== null)
  const facts: [name: string, value: ReactNode][] = []
  if (user.hasAccount) facts.push([t('words.username'), <Address key="username">{user.username}</Address>])
  if (!rights.name) facts.push([t('words.name'), user.displayName])
  if (user.mail !== '' && user.mail !== user.username)
    facts.push([t('words.mail'), <Address key="mail">{user.mail}</Address>])
  if (!rights.role) facts.push([t('words.role'), t(`roles.${user.role}`)])
  facts.push([t('words.account'), t(accountKey(user, rights))], [t('people.since'), dateTimeText(user.created)])
  return (
    <>
      <FactList facts={facts} />
      {!user.hasAccount && <NoAccount user={user} />}
      {rights.isOwner && <Note>{t('errors.unableToUpdateDomainOwner')}</Note>}
      <div className={styles.fields}>
        {rights.name && (
          <TextField
            className={styles.wide}
            label={t('words.name')}
            value={draft.displayName}
            error={error('displayName')}
            onChange={(displayName) => edit((current) => ({ ...current, displayName }))}
          />
        )}
        <TextField
          className={styles.wide}
          label={t('words.alias')}
          description={t('people.aliasText')}
          value={draft.alias}
          error={error('alias')}
          onChange={(alias) => edit((current) => ({ ...current, alias }))}
        />
        {rights.role && (
          <RadioGroup<Role>
            className={styles.wide}
            label={t('words.role')}
            value={draft.role}
            error={error('role')}
            choices={roles.map((role) => ({
              value: role,
              label: t(`roles.${role}`),
              detail: t(`people.roleTexts.${role}`),
            }))}
            onChange={(role) => edit((current) => ({ ...current, role }))}
          />
        )}
        {becomesAdministrator && (limited.length > 0 || keepsTimes) && (
          <Note className={styles.wide} tone={limited.length > 0 ? 'warning' : 'info'} announce>
            {limited.length > 0 && (
              <p>
                {t('people.makesAdministrator.permanent', {
                  names: namesText(limited.map(({ column }) => nameOf(domain, column))),
                })}
              </p>
            )}
            {keepsTimes && <p>{t('people.makesAdministrator.byGroups')}</p>}
          </Note>
        )}
        {rights.password && (
          <NewPassword
            value={secret}
            onChange={chooseSecret}
            description={t('people.passwordText')}
            error={secretError}
            isAsked={isRefused}
          />
        )}
      </div>
    </>
  )
}

/** An address, whole in as many lines as it takes: a finger has no other way to read the rest. */
function Address({ children }: { children: string }) {
  return (
    <bdi>
      <Breaks>{children}</Breaks>
    </bdi>
  )
}

function accountKey(user: User, rights: Rights) {
  if (rights.isOwner) return 'people.owner'
  if (!user.hasAccount) return 'people.noAccount'
  return user.invited ? 'people.invited' : 'people.created'
}
