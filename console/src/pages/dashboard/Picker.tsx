import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './Picker.module.css'

/** One thing to pick. */
export interface Choice {
  id: string
  name: string
  isGroup: boolean
}

/**
 * Picks one of many on a small screen: the system's own list, which holds a thousand names without effort and is known to every
 * thumb, and two buttons to go through them.
 */
export function Picker({
  label,
  choices,
  groups,
  value,
  onChange,
}: {
  label: string
  /** The single ones first, then the groups. */
  choices: readonly Choice[]
  /** Names of the two kinds of choices. */
  groups: { one: string; group: string }
  value: string
  onChange: (id: string) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const at = choices.findIndex((choice) => choice.id === value)
  // The focus stays on the button, which does not say where it has led to.
  const [led, setLed] = useState('')
  const step = (by: number) => {
    const next = choices[at + by]
    if (next === undefined) return
    setLed(t('dashboard.list.picked', { name: next.name, at: at + by + 1, of: choices.length }))
    onChange(next.id)
  }
  const ones = choices.filter(({ isGroup }) => !isGroup)
  const grouped = choices.filter(({ isGroup }) => isGroup)
  return (
    <div className={styles.picker}>
      <Button
        icon="chevron-left"
        aria-label={t('dashboard.list.previous')}
        isDisabled={at <= 0}
        onPress={() => step(-1)}
      />
      <span className={styles.box}>
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <select
          id={id}
          value={value}
          onChange={(event) => {
            // The list says itself what was chosen of it.
            setLed('')
            onChange(event.target.value)
          }}
        >
          <Options label={groups.one} choices={ones} />
          <Options label={groups.group} choices={grouped} />
        </select>
        <Icon name="chevron-down" size={16} />
      </span>
      <p role="status" className="visually-hidden">
        {led}
      </p>
      <Button
        icon="chevron-right"
        aria-label={t('dashboard.list.next')}
        isDisabled={at >= choices.length - 1}
        onPress={() => step(1)}
      />
    </div>
  )
}

function Options({ label, choices }: { label: string; choices: readonly Choice[] }) {
  if (choices.length === 0) return null
  return (
    <optgroup label={label}>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}
