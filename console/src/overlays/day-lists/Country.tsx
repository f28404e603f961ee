import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '../../i18n/format'
import type * as Holidays from '../../model/holidays'
import { draftDayOf, yearsFrom, type ListDraft } from '../../model/list-draft'
import { ComboBox } from '../../ui/ComboBox'
import { Select } from '../../ui/Select'
import fields from '../access/fields.module.css'
import styles from './day-lists.module.css'
import { LocalHolidays } from './LocalHolidays'
import { holidayLanguages, placeText } from './place-text'
import type { ListEditor } from './use-list-editor'

/** The library of holidays, which is loaded when it is needed. */
export type Library = typeof Holidays

/** What is chosen where the whole country is meant. */
const WHOLE = 'whole'

/** Of which country or part of one a new list has the holidays. A choice puts them into the list. */
export function Country({ library, editor }: { library: Library; editor: ListEditor }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { draft, edit, error, attempts, today } = editor
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(language)
    return library
      .countries()
      .map((id) => ({ id, label: placeText(id) }))
      .sort((a, b) => compare(a.label, b.label))
  }, [library, language])
  const [country = null, part = WHOLE] = draft.country?.split('-') ?? []
  const parts = useMemo(() => {
    const { compare } = new Intl.Collator(language)
    const found = country === null ? [] : library.partsOf(country, holidayLanguages(language))
    return found.sort((a, b) => compare(a.name, b.name))
  }, [library, country, language])
  const years = yearsFrom(today)
  const local = useMemo(() => {
    if (draft.country === null) return []
    const known = library.localHolidaysOf(draft.country, yearsFrom(today), holidayLanguages(language), (names) =>
      listText(names),
    )
    return known.filter(({ day }) => day >= today)
  }, [library, draft.country, language, today])
  return (
    <>
      <div className={styles.two}>
        <ComboBox
          label={t('dayLists.country')}
          placeholder={t('dayLists.searchCountry')}
          openLabel={t('dayLists.showCountries')}
          emptyText={t('dayLists.noCountry')}
          options={countries}
          value={country}
          error={error('country') ?? (attempts > 0 && country === null ? t('dayLists.countryMissing') : undefined)}
          onChange={choose}
        />
        {country !== null && parts.length > 0 && (
          <Select
            label={t('dayLists.part')}
            value={part}
            options={[
              { id: WHOLE, label: t('dayLists.whole') },
              ...parts.map(({ code, name }) => ({ id: code, label: name })),
            ]}
            onChange={(code) => choose(code === WHOLE ? country : `${country}-${code}`)}
          />
        )}
      </div>
      <p className={fields.small}>
        {country !== null && draft.days.length === 0
          ? t('dayLists.noHolidays')
          : t('dayLists.source', { from: String(years[0]), to: String(years.at(-1)) })}
      </p>
      <LocalHolidays days={local} {...{ draft, edit }} />
    </>
  )

  function choose(code: string) {
    if (code === draft.country) return
    const days = library.holidaysOf(code, years, holidayLanguages(), (names) => listText(names)).map(draftDayOf)
    edit((current) => ({ ...current, country: code, days, name: isSuggested(current) ? nameOf(code) : current.name }))
  }

  /** Whether the name is what a country brought with it, not what somebody has typed. */
  function isSuggested({ name, country: code }: ListDraft): boolean {
    return name.trim() === '' || (code !== null && name === nameOf(code))
  }

  function nameOf(code: string): string {
    const [of = '', own] = code.split('-')
    const called =
      own === undefined ? undefined : library.partsOf(of, holidayLanguages()).find((one) => one.code === own)
    return t('dayLists.holidaysIn', { place: placeText(code, called?.name) })
  }
}
