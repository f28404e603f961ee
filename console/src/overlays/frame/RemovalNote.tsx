import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import styles from './Frame.module.css'

/** What goes with an entry that is about to be removed, as it was when that was asked, and what removes it. */
export function RemovalNote({ meaning }: { meaning: () => readonly string[] }) {
  const { t } = useTranslation()
  const [texts] = useState(meaning)
  return (
    <Note tone="danger" announce>
      <ul className={styles.lines}>
        {[...texts, t('removal.again')].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Note>
  )
}
