import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'

/** Copies a text, and says whether that went well. `label` names what is copied; `autoFocus` where it is what comes next. */
export function CopyButton({
  label,
  text,
  isDisabled,
  autoFocus,
  onCopied,
}: {
  label: string
  text: string
  isDisabled?: boolean
  autoFocus?: boolean
  onCopied?: () => void
}) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<{ text: string; done: boolean } | null>(null)
  return (
    <>
      <Button
        aria-label={label}
        isDisabled={isDisabled}
        autoFocus={autoFocus}
        onPress={() =>
          navigator.clipboard.writeText(text).then(
            () => {
              setOutcome({ text, done: true })
              onCopied?.()
            },
            () => setOutcome({ text, done: false }),
          )
        }
      >
        {t('overlay.copy')}
      </Button>
      <p role="status">{outcome?.text === text && t(outcome.done ? 'overlay.copied' : 'overlay.notCopied')}</p>
    </>
  )
}
