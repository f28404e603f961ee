import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'

/** In place of a list that could not be fetched, or above one that could not be fetched again: what, why, and another try. */
export function Failed({ text, error, again }: { text: string; error: unknown; again: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger" announce action={<Button onPress={again}>{t('ui.tryAgain')}</Button>}>
      <p>{text}</p>
      <p>{errorText(error)}</p>
    </Note>
  )
}
