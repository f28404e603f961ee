import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { i18n } from '../i18n/i18n'

/** Gives the texts to the console and its language to React Aria's own few words, dates and numbers. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <ForReactAria>{children}</ForReactAria>
    </I18nextProvider>
  )
}

function ForReactAria({ children }: { children: ReactNode }) {
  const { i18n: shown } = useTranslation()
  return <I18nProvider locale={shown.language}>{children}</I18nProvider>
}
