import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { inOneLine } from '../../model/guest-names'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import styles from './guests.module.css'
import type { AnyEntry } from './use-entry'

/** The field for names, which Enter or the button beside it takes into the list. */
export function NameField({ entry, ref }: { entry: AnyEntry; ref: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly string[]>([])
  const { draft, doubled, repeated, type, isPending, problemOf } = entry
  const add = () => setAdded(entry.add())
  const right = added.filter((name) => problemOf(name) === null)
  const wrong = added.filter((name) => !right.includes(name))
  const once = repeated.length > 0 && t('guests.repeated', { names: namesText(repeated.map(shortened)) })
  // Once they are asked for it is said what becomes of them.
  if (isPending && added.length > 0) setAdded([])
  return (
    <div ref={ref} className={styles.field}>
      <TextField
        autoFocus
        className={styles.name}
        label={t('guests.names')}
        description={once || t('guests.namesText')}
        error={doubled.length > 0 ? t('guests.doubled', { names: namesText(doubled.map(shortened)) }) : undefined}
        autoComplete="off"
        spellCheck="false"
        value={draft.typed}
        isDisabled={isPending}
        onChange={type}
        onPaste={(event) => {
          const input = event.currentTarget
          const text = event.clipboardData.getData('text')
          if (!(input instanceof HTMLInputElement) || !/[;\n\r\t]/.test(text)) return
          // A field of one line would put the names of several together.
          event.preventDefault()
          const { value, selectionStart, selectionEnd } = input
          const [before, after] = [
            value.slice(0, selectionStart ?? value.length),
            value.slice(selectionEnd ?? value.length),
          ]
          type(inOneLine(text, before, after))
        }}
        onKeyDown={(event) => {
          // Elsewhere Enter saves.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add()
          else event.continuePropagation()
        }}
      />
      <Button icon="plus" isDisabled={isPending} onPress={add}>
        {t('guests.add')}
      </Button>
      <p role="status" className="visually-hidden">
        {right.length > 0 && t('guests.added', { count: right.length, names: namesText(right.map(shortened)) })}
      </p>
      <p role="status" className="visually-hidden">
        {wrong.length > 0 && t('guests.wrong', { names: namesText(wrong.map(shortened)) })}
      </p>
      <p role="status" className="visually-hidden">
        {once}
      </p>
    </div>
  )
}
