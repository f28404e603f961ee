import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../model/domain'
import { NAME_MAX } from '../../model/names'
import { passwordProblems, type ChosenPassword } from '../../model/password'
import { useFieldErrors } from '../frame/use-field-errors'
import { useMemberships } from '../frame/use-memberships'
import { idsText, useSettings, type Settings as Editing } from '../frame/use-settings'
import { plan, removal, serverFields, type Settings, type SettingsStep } from './plan'

/** The settings of a person in an editor. */
export interface UserSettings extends Editing<Settings, SettingsStep> {
  /** A new password; it is not kept with the draft, so that it is written down nowhere. */
  secret: ChosenPassword
  chooseSecret: (secret: ChosenPassword) => void
  /** What is wrong with the password, in words. */
  secretError: string | undefined
}

const none: ChosenPassword = { password: '', repeat: '' }

/** Alias, role, groups and a new password of a person in an editor, and the name of who has no account. */
export function useUserSettings({ id, displayName, alias, role, hasAccount }: User, now: number): UserSettings {
  const { t } = useTranslation()
  const [secret, chooseSecret] = useState(none)
  const { groups, all } = useMemberships(id)
  const hasSecret = secret.password !== '' || secret.repeat !== ''
  const settings = useSettings<Settings, SettingsStep>({
    name: `modify-user.${id}`,
    live: { displayName: hasAccount ? '' : displayName, alias, role, groups },
    now,
    all,
    named: { field: 'displayName', isRequired: !hasAccount },
    problems: ({ alias }) =>
      Array.from(alias).length > NAME_MAX ? { alias: t('errors.field.longerThan', { count: NAME_MAX }) } : {},
    wire: serverFields,
    described: {
      displayName: { what: t('words.name'), text: (name) => name },
      alias: { what: t('words.alias'), text: (alias) => alias },
      role: { what: t('words.role'), text: (role) => t(`roles.${role}`) },
      groups: { what: t('memberships.groups'), text: idsText(all, t('memberships.none')) },
    },
    plan: (standing, wanted, groupName) => {
      const change = hasSecret ? { password: secret.password, onSet: () => chooseSecret(none) } : null
      return plan(id, standing, wanted, groupName, change)
    },
    removal: () => removal(id),
  })
  const reason = settings.failed?.reason ?? null
  const secretError = useFieldErrors({ draft: { password: secret.password }, problems: {}, reason })
  return {
    ...settings,
    edited: settings.edited || hasSecret,
    isValid: settings.isValid && Object.keys(passwordProblems(secret)).length === 0,
    secret,
    chooseSecret,
    secretError: secretError('password'),
  }
}
