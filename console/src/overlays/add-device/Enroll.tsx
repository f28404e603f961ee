import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { askForEnrollment, confirmEnrollment, type EnrollmentToken } from '../../api/queries/device'
import { timeText } from '../../i18n/format'
import { CODE_LIVES, readAnswer } from '../../model/bringing-in'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { TextField } from '../../ui/TextField'
import { Frame } from '../frame/Frame'
import { useShownOnce } from '../frame/place'
import { useNow } from '../use-now'
import { useStep } from '../use-step'
import { Code } from '../Code'
import styles from '../frame/Frame.module.css'

/** What the server is asked for. */
interface Asked {
  of: 'code' | 'confirm'
  /** The answer that was sent. */
  answer: string
}

/** Gives a bridge the key by which the server knows it: a code for the bridge, its answer, and what the server says to that. */
export function Enroll({ serial, name, close }: { serial: string; name: string; close: () => void }) {
  const { t } = useTranslation()
  const [token, setToken] = useState<(EnrollmentToken & { until: number }) | null>(null)
  const now = useNow(token?.until)
  const [answer, setAnswer] = useState('')
  const [confirmation, setConfirmation] = useState<string | null>(null)
  useShownOnce(confirmation !== null)
  const { pending, failed, run } = useStep<Asked>()
  const read = readAnswer(answer)
  const isOver = token !== null && now >= token.until

  async function ask() {
    const until = Date.now() + CODE_LIVES
    const made = await run(() => askForEnrollment(serial), { of: 'code', answer })
    if (made === null) return
    setToken({ ...made.value, until })
    setAnswer('')
  }

  async function confirm(read: string) {
    const confirmed = await run(() => confirmEnrollment(serial, read), { of: 'confirm', answer })
    if (confirmed !== null) setConfirmation(confirmed.value)
  }

  const isRefused = failed?.of === 'confirm' && failed.reason instanceof ApiError && isOfAnswer(failed.reason)
  return (
    <Frame
      title={t('addDevice.enroll.title', { name })}
      subtitle={serial}
      edited={confirmation === null && answer !== ''}
      pending={pending === null ? null : 'save'}
      save={
        confirmation !== null
          ? undefined
          : token === null || isOver
            ? {
                label: t(isOver ? 'addDevice.enroll.another' : 'addDevice.enroll.make'),
                pendingLabel: t('addDevice.enroll.making'),
                isReady: true,
                run: () => void ask(),
              }
            : {
                label: t('addDevice.enroll.confirm'),
                pendingLabel: t('addDevice.enroll.confirming'),
                isReady: read !== null,
                run: () => void (read !== null && confirm(read)),
              }
      }
      failure={
        failed === null || isRefused ? null : { text: t(`addDevice.enroll.failed.${failed.of}`), reason: failed.reason }
      }
      close={close}
    >
      <div className={styles.form}>{confirmation === null ? steps() : done(confirmation)}</div>
    </Frame>
  )

  function steps() {
    if (token === null) {
      return (
        <>
          <p>{t('addDevice.enroll.text')}</p>
          <p>{t('addDevice.enroll.later')}</p>
        </>
      )
    }
    if (isOver) {
      return (
        <Note tone="warning" announce>
          {t('addDevice.enroll.over')}
        </Note>
      )
    }
    return (
      <>
        <p>{t('addDevice.enroll.give', { time: timeText(token.until) })}</p>
        <Code
          label={t('addDevice.enroll.code')}
          copyLabel={t('addDevice.enroll.copyCode')}
          code={token.enrollment_token}
        />
        <Code
          label={t('addDevice.enroll.key')}
          copyLabel={t('addDevice.enroll.copyKey')}
          code={token.server_public_key}
        />
        <TextField
          label={t('addDevice.enroll.answer')}
          description={t('addDevice.enroll.answerText')}
          value={answer}
          error={answerError()}
          autoComplete="off"
          spellCheck="false"
          onChange={setAnswer}
        />
        {isRefused && (
          <div>
            <Button isDisabled={pending !== null} onPress={() => void ask()}>
              {t('addDevice.enroll.another')}
            </Button>
          </div>
        )}
      </>
    )
  }

  function done(confirmation: string) {
    return (
      <>
        <Note tone="success" announce>
          {t('addDevice.enroll.done')}
        </Note>
        <Code
          label={t('addDevice.enroll.confirmation')}
          copyLabel={t('addDevice.enroll.copyConfirmation')}
          code={confirmation}
        />
      </>
    )
  }

  function answerError(): string | undefined {
    if (answer.trim() !== '' && read === null) return t('addDevice.enroll.answerForm')
    return isRefused && failed.answer === answer ? t('addDevice.enroll.answerRefused') : undefined
  }
}

/** Whether the server refused the answer itself: its code is over, was another's, or the signature is of something else. */
function isOfAnswer({ fields }: ApiError): boolean {
  return fields.enrollment_result_token !== undefined
}
