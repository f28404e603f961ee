import { useTranslation } from 'react-i18next'
import { shownLanguage } from '../i18n/i18n'
import { languages } from '../i18n/languages'
import { chooseLanguage } from '../session/language'
import { Button } from '../ui/Button'
import { Menu } from '../ui/Menu'
import { Spare } from '../ui/Spare'

/**
 * From these widths on, in pixels, the buttons of the bar have words beside their drawings: first those for what is done in the domain,
 * then all of them.
 */
export const roomForWords = { acts: 1360, all: 1760 } as const

/** The languages of the console, each in its own words. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const shown = shownLanguage()
  const name = languages.find((language) => language.tag === shown)?.name ?? shown
  return (
    <Menu
      label={t('shell.language')}
      selected={shown}
      entries={languages.map((language) => ({ id: language.tag, label: language.name, lang: language.tag }))}
      onAction={(tag) => void chooseLanguage(tag)}
      trigger={
        <Button variant="quiet" icon="language" aria-label={t('shell.languageShown', { language: name })}>
          <Spare below={roomForWords.all}>{name}</Spare>
        </Button>
      }
    />
  )
}
