import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { shownLanguage } from '../i18n/i18n'
import { isLanguageTag } from '../i18n/languages'
import { chooseLanguage } from '../session/language'
import { returnPath } from '../session/return-path'
import { beginSession, forgetSession } from '../session/session'
import { hasTokens } from '../session/tokens'
import { ApiError } from '../api/errors'

/** Reads who is signed in, for a page that shows itself to everybody. */
export async function readSession(): Promise<void> {
  if (!hasTokens()) return
  try {
    await beginSession()
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 401)) throw failure
    await forgetSession({ keepLocal: true, why: 'ranOut' })
  }
}

/** Lets only those through who are signed in; the rest go to the login page and come back afterwards. */
export async function requireSession({ location }: { location: ParsedLocation }): Promise<void> {
  const toLogin = () => redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  if (!hasTokens()) throw toLogin()
  try {
    await beginSession()
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) {
      await forgetSession({ keepLocal: true, why: 'ranOut' })
      throw toLogin()
    }
    throw failure
  }
}

/** Sends those who are signed in on to where they wanted to go. */
export function requireSignedOut({ search }: { search: { redirect?: string } }): void {
  if (hasTokens()) throw redirect({ href: returnPath(search.redirect, search), replace: true })
}

/** Goes on in the language that the sign-in page was left in, and takes that out of the address: another one may be chosen here. */
export async function goOnInLanguage({ search }: { search: { ui_locales?: string } }): Promise<void> {
  const language = search.ui_locales
  if (language === undefined) return
  if (isLanguageTag(language) && language !== shownLanguage()) await chooseLanguage(language)
  throw redirect({ to: '.', search: {}, replace: true })
}
