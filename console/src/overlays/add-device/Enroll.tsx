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
import { useNow } from '../use-now'
import { Code } from '../Code'
import styles from '../frame/Frame.module.css'

/** What is to be said after a call that failed. */
interface Failure {
  of: 'code' | 'confirm'
  reason: unknown
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
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const read = readAnswer(answer)
  const isOver = token !== null && now >= token.until

  async function run(of: Failure['of'], call: () => Promise<void>) {
    setPending(true)
    setFailure(null)
    try {
      await call()
    } catch (reason) {
      setFailure({ of, reason, answer })
    }
    setPending(false)
  }

  const ask = () =>
    run('code', async () => {
      const until = Date.now() + CODE_LIVES
      setToken({ ...(await askForEnrollment(serial)), until })
      setAnswer('')
    })
  const confirm = (read: string) => run('confirm', async () => setConfirmation(await confirmEnrollment(serial, read)))

  const isRefused = failure?.of === 'confirm' && failure.reason instanceof ApiError && isOfAnswer(failure.reason)
  return (
    <Frame
      title={t('addDevice.enroll.title', { name })}
      subtitle={serial}
      edited={confirmation === null && answer !== ''}
      pending={isPending ? 'save' : null}
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
        failure === null || isRefused
          ? null
          : { text: t(`addDevice.enroll.failed.${failure.of}`), reason: failure.reason }
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
            <Button isDisabled={isPending} onPress={() => void ask()}>
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
    return isRefused && failure.answer === answer ? t('addDevice.enroll.answerRefused') : undefined
  }
}

/** Whether the server refused the answer itself: its code is over, was another's, or the signature is of something else. */
function isOfAnswer({ fields }: ApiError): boolean {
  return fields.enrollment_result_token !== undefined
}
