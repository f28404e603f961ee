import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../ui/SearchField'
import { searchDelay, type Choices } from './choices'

/** The two searches: through the locks and through the guests. */
export function Searches({ choices, choose }: { choices: Choices; choose: (change: Partial<Choices>) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Search
        label={t('dashboard.findLocksLabel')}
        placeholder={t('dashboard.findLocks')}
        value={choices.lockSearch}
        onChange={(lockSearch) => choose({ lockSearch })}
      />
      <Search
        label={t('dashboard.findUsersLabel')}
        placeholder={t('dashboard.findUsers')}
        value={choices.userSearch}
        onChange={(userSearch) => choose({ userSearch })}
      />
    </>
  )
}

/** A search that waits for the next letter before it searches. */
function Search({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
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
