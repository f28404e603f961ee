import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import {
  beginPasskey,
  finishPasskey,
  removePasskey,
  renamePasskey,
  usePasskeys,
  type Passkey,
} from '../../../api/queries/passkeys'
import { dateTimeText } from '../../../i18n/format'
import { shortened } from '../../../i18n/isolate'
import { Button } from '../../../ui/Button'
import { Facts } from '../../../ui/Facts'
import { Name } from '../../../ui/Name'
import { Note } from '../../../ui/Note'
import { ProgressBar } from '../../../ui/ProgressBar'
import { TextField } from '../../../ui/TextField'
import { useFocusNext } from '../../access/use-focus-next'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { announce } from '../../frame/announcement'
import { useInnerDraft } from '../../frame/inner-drafts'
import { InnerForm } from '../../frame/InnerForm'
import { useAttempts } from '../../frame/use-attempts'
import lists from '../../tabs/tabs.module.css'
import { useStep } from '../../use-step'
import { canMakePasskeys, makePasskey, NotMade } from '../make-passkey'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './Passkeys.module.css'

/** As many as an account may have. */
const MOST = 20
/** The longest name, in characters. */
const LONGEST = 255

/** One's passkeys: each is added, named and removed at once, whatever else is being changed. */
export function Passkeys() {
  const { t } = useTranslation()
  const { data, error } = usePasskeys()
  const [failure, setFailure] = useState<unknown>(null)
  const said = failure ?? error
  return (
    <div className={styles.pane}>
      <p>{t('account.passkeys.text')}</p>
      {said !== null && (
        <Note tone="danger" announce action={isSignInTooOld(said) && <SignInAgain />}>
          {failureText(said)}
        </Note>
      )}
      {data === undefined ? (
        error === null && <ProgressBar label={t('account.passkeys.loading')} />
      ) : (
        <>
          {data.passkeys.length === 0 ? (
            <p>{t('account.passkeys.none')}</p>
          ) : (
            <ul className={lists.list} aria-label={t('account.passkeys.title')}>
              {data.passkeys.map((passkey) => (
                <Item key={passkey.id} passkey={passkey} onFailure={setFailure} />
              ))}
            </ul>
          )}
          <Add relyingParty={data.relying_party ?? null} count={data.passkeys.length} onFailure={setFailure} />
        </>
      )}
    </div>
  )

  function failureText(reason: unknown): string {
    if (!(reason instanceof NotMade)) return errorText(reason)
    return reason.isPresent ? t('account.passkeys.present') : t('account.passkeys.notMade')
  }
}

/** What takes the reason of a failure, or that there is none any more. */
type OnFailure = (reason: unknown) => void

/** Adds one more, where that is possible. */
function Add({ relyingParty, count, onFailure }: { relyingParty: string | null; count: number; onFailure: OnFailure }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const { pending, run } = useStep({ onFailure })
  const [isAsked, setAsked] = useState(false)
  const { refuse, form } = useAttempts<HTMLFormElement>()
  useInnerDraft(name !== '')
  if (relyingParty === null) return <Note>{t('errors.passkeysNotOffered')}</Note>
  if (!canMakePasskeys(relyingParty)) return <Note>{t('account.passkeys.elsewhere', { name: relyingParty })}</Note>
  if (count >= MOST) return <Note>{t('account.passkeys.enough', { most: MOST })}</Note>
  const isMissing = name.trim() === ''

  async function add() {
    setAsked(isMissing)
    if (isMissing) return refuse()
    if (pending !== null) return
    const added = await run(async () => finishPasskey(name.trim(), await makePasskey(await beginPasskey())))
    if (added !== null) setName('')
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        className={styles.name}
        label={t('account.passkeys.name')}
        description={t('account.passkeys.nameText')}
        maxLength={LONGEST}
        value={name}
        error={isAsked && isMissing ? t('errors.field.required') : undefined}
        onChange={setName}
      />
      <Button type="submit" variant="primary" isPending={pending !== null} pendingLabel={t('account.passkeys.adding')}>
        {t('account.passkeys.add')}
      </Button>
    </form>
  )
}

/** One passkey. */
function Item({
  passkey: { id, name, created_at, last_used_at },
  onFailure,
}: {
  passkey: Passkey
  onFailure: OnFailure
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const { pending, run } = useStep({ onFailure })
  const isPending = pending !== null
  const begin = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const facts = [
    t('account.passkeys.created', { date: dateTimeText(Date.parse(created_at)) }),
    last_used_at == null
      ? t('account.passkeys.unused')
      : t('account.passkeys.used', { date: dateTimeText(Date.parse(last_used_at)) }),
  ]

  async function rename() {
    if (draft === null || draft.trim() === '' || isPending) return
    const renamed = await run(() => renamePasskey(id, draft.trim()))
    if (renamed !== null) close()
  }

  function close() {
    focusNext(() => begin.current)
    setDraft(null)
  }

  function remove() {
    openConfirmDialog({
      title: t('account.passkeys.removeQuestion', { name: shortened(name) }),
      text: t('account.passkeys.removeText'),
      confirmLabel: t('account.passkeys.remove'),
      pendingLabel: t('account.passkeys.removing'),
      destructive: true,
      async onConfirm() {
        onFailure(null)
        try {
          await removePasskey(id)
          announce('remove')
        } catch (reason) {
          // The way to another sign-in stands beside what is said here.
          if (!isSignInTooOld(reason)) throw reason
          onFailure(reason)
        }
      },
    })
  }

  if (draft !== null) {
    return (
      <li>
        <InnerForm
          className={styles.form}
          isTyped={draft !== name}
          isPending={isPending}
          onSubmit={() => void rename()}
          onCancel={close}
        >
          <TextField
            label={t('account.passkeys.newName', { name: shortened(name) })}
            className={styles.name}
            maxLength={LONGEST}
            autoFocus
            value={draft}
            error={draft.trim() === '' ? t('errors.field.required') : undefined}
            onChange={setDraft}
          />
          <span className={styles.acts}>
            <Button onPress={close} isDisabled={isPending}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" isPending={isPending} pendingLabel={t('account.passkeys.renaming')}>
              {t('account.passkeys.rename')}
            </Button>
          </span>
        </InnerForm>
      </li>
    )
  }
  return (
    <li className={styles.line}>
      <span className={styles.who}>
        <Name>{name}</Name>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      <Button
        ref={begin}
        aria-label={t('account.passkeys.renameOne', { name: shortened(name) })}
        onPress={() => setDraft(name)}
      >
        {t('account.passkeys.rename')}
      </Button>
      <Button variant="danger" aria-label={t('account.passkeys.removeOne', { name: shortened(name) })} onPress={remove}>
        {t('account.passkeys.remove')}
      </Button>
    </li>
  )
}
