import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageText } from '../../i18n/language-text'
import type { User } from '../../model/domain'
import { NAME_MAX } from '../../model/names'
import { passwordProblems, type ChosenPassword } from '../../model/password'
import { isMail } from '../../model/usernames'
import type { Identity } from '../../session/domain'
import type { CurrentUser } from '../../session/session'
import { useFieldErrors } from '../frame/use-field-errors'
import { useMemberships } from '../frame/use-memberships'
import { idsText, useSettings, type Settings as Editing } from '../frame/use-settings'
import { plan, serverFields, type Settings, type SettingsStep } from './plan'
import { useTwoFactor, type TwoFactor } from './use-two-factor'

/** The settings of one's account in an editor. */
export interface AccountSettings extends Editing<Settings, SettingsStep> {
  /** A new password; it is not kept with the draft, so that it is written down nowhere. */
  secret: ChosenPassword
  chooseSecret: (secret: ChosenPassword) => void
  /** What the server has refused of it, in words. */
  secretError: string | undefined
  /** The password until now, which a new one takes; it is not kept either. Null where there is none. */
  current: string | null
  typeCurrent: (current: string) => void
  /** What is wrong with it, in words. */
  currentError: string | undefined
  /** Whether something is typed that cannot be set. */
  isSecretWrong: boolean
  /** Whether the server has refused the new password, or the one until now. */
  isSecretRefused: boolean
  twoFactor: TwoFactor
  /** What the server has refused of the one-time code, in words. */
  codeError: string | undefined
  /** Says that no more: another code is being typed. */
  withdrawCodeError: () => void
}

const none: ChosenPassword = { password: '', repeat: '' }

/**
 * What one tells of oneself, a new password and, for administrators, alias and groups, in an editor. `own` is how the domain on the screen
 * tells one, where that is known.
 */
export function useAccountSettings(
  user: CurrentUser,
  { id, role }: Identity,
  own: User | undefined,
  now: number,
): AccountSettings {
  const { t } = useTranslation()
  const [secret, chooseSecret] = useState(none)
  const [current, typeCurrent] = useState('')
  const twoFactor = useTwoFactor(user)
  const [withdrawn, setWithdrawn] = useState<unknown>(null)
  const { groups, all } = useMemberships(id)
  const manages = role === 'administrator'
  const hasSecret = secret.password !== '' || secret.repeat !== ''
  const settings = useSettings<Settings, SettingsStep>({
    name: `my-account.${id}`,
    live: {
      displayName: own?.displayName ?? user.display_name,
      mail: own?.mail ?? user.email_address,
      language: own?.language ?? user.language,
      alias: manages ? (own?.alias ?? '') : '',
      groups: manages ? groups : [],
    },
    now,
    all,
    named: { field: 'displayName', isRequired: true },
    problems: ({ mail }, opened) => {
      // Who has no address needs none to change something else.
      if (mail === opened.mail) return {}
      if (mail === '') return { mail: t('errors.field.required') }
      if (Array.from(mail).length > NAME_MAX) return { mail: t('errors.field.longerThan', { count: NAME_MAX }) }
      return isMail(mail) ? {} : { mail: t('errors.field.invalidEmail') }
    },
    wire: serverFields,
    described: {
      displayName: { what: t('account.displayName'), text: (name) => name },
      mail: { what: t('words.mail'), text: (mail) => mail },
      language: { what: t('words.language'), text: languageText },
      alias: { what: t('words.alias'), text: (alias) => alias },
      groups: { what: t('memberships.groups'), text: idsText(all, t('memberships.none')) },
    },
    plan: (standing, wanted, groupName) => {
      const shown = user.has_password ? current : undefined
      const change = hasSecret ? { password: secret.password, current: shown, onSet: forgetSecret } : null
      return plan(id, standing, wanted, groupName, change, twoFactor.change)
    },
    removal: () => [],
  })
  const reason = settings.failed?.reason ?? null
  const typed = { password: secret.password, current_password: current, totp: twoFactor.code }
  const typedError = useFieldErrors({ draft: typed, problems: {}, reason })
  const isSecretGood = Object.keys(passwordProblems(secret)).length === 0
  const lacksCurrent = user.has_password && hasSecret && current === ''
  return {
    ...settings,
    edited: settings.edited || hasSecret || twoFactor.change !== null,
    secret,
    chooseSecret,
    secretError: typedError('password'),
    current: user.has_password ? current : null,
    typeCurrent,
    currentError: currentError(),
    isSecretWrong: !isSecretGood || lacksCurrent,
    isSecretRefused: (typedError('password') ?? typedError('current_password')) !== undefined,
    twoFactor,
    codeError: reason === withdrawn ? undefined : typedError('totp'),
    withdrawCodeError() {
      if (settings.failed?.step.failure !== 'account.failed.enroll') return
      setWithdrawn(reason)
      settings.withdrawFailed()
    },
  }

  /** Once all else is there it is all that Save waits for. */
  function currentError(): string | undefined {
    if (lacksCurrent && isSecretGood) return t('errors.field.required')
    return typedError('current_password')
  }

  function forgetSecret() {
    chooseSecret(none)
    typeCurrent('')
  }
}
