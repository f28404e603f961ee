import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../ui/SearchField'
import { searchDelay, type Choices } from './choices'

/** The searches: through the locks and, with `people`, through the guests; `short` where both stand in one row of a small screen. */
export function Searches({
  choices,
  choose,
  people,
  short = false,
  autoFocus = false,
}: {
  choices: Choices
  choose: (change: Partial<Choices>) => void
  people: boolean
  short?: boolean
  /** Whether the first search has the focus from the start. */
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <Search
        label={t('dashboard.findLocksLabel')}
        placeholder={t(short ? 'dashboard.list.locks' : 'dashboard.findLocks')}
        value={choices.lockSearch}
        autoFocus={autoFocus}
        onChange={(lockSearch) => choose({ lockSearch })}
      />
      {people && (
        <Search
          label={t('dashboard.findUsersLabel')}
          placeholder={t(short ? 'dashboard.list.users' : 'dashboard.findUsers')}
          value={choices.userSearch}
          onChange={(userSearch) => choose({ userSearch })}
        />
      )}
    </>
  )
}

/** A search that waits for the next letter before it searches. */
function Search({
  label,
  placeholder,
  value,
  autoFocus = false,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  autoFocus?: boolean
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const waiting = useRef(0)
  if (known !== value) {
    // Cleared from elsewhere.
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(waiting.current), [])
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={typed}
      autoFocus={autoFocus}
      onChange={(text) => {
        setTyped(text)
        clearTimeout(waiting.current)
        waiting.current = window.setTimeout(() => {
          setKnown(text)
          onChange(text)
        }, searchDelay)
      }}
    />
  )
}
