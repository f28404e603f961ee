import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { CopyButton } from '../CopyButton'
import { isWorthAnother, statusLines, type Guest } from './guest'
import styles from './Overlay.module.css'
import type { Creation } from './use-creation'

/** Who is to be created, and what became of those who were: with their passwords, which are hidden until somebody wants to see them. */
export function GuestList({
  creation: { draft, guests, wrong, remove, isPending },
  isShown,
  onCopied,
}: {
  creation: Creation
  /** Whether the passwords can be read. */
  isShown: boolean
  onCopied: (guest: Guest) => void
}) {
  const { t } = useTranslation()
  return (
    <ul className={styles.guests} aria-label={t('createUsers.guests')}>
      {guests.map((guest) => (
        <li key={guest.key} data-state={guest.state}>
          <Made guest={guest} isShown={isShown} onCopied={() => onCopied(guest)} />
        </li>
      ))}
      {draft.names.map((name) => {
        const problem = wrong(name)
        return (
          <li key={name} data-state="new" data-invalid={problem === null ? undefined : true}>
            <Icon name={problem === null ? 'person' : 'warning'} size={18} />
            <span className={styles.who}>
              <b>
                <Name>{name}</Name>
              </b>
              <small>{t(problem === null ? 'createUsers.status.new' : `createUsers.problem.${problem}`)}</small>
            </span>
            <Button
              variant="quiet"
              icon="close"
              isDisabled={isPending}
              aria-label={t('createUsers.remove', { name: shortened(name) })}
              onPress={() => remove(name)}
            />
          </li>
        )
      })}
    </ul>
  )
}

const icons = { saving: 'clock', userCreated: 'tick', error: 'warning' } as const

function Made({ guest, isShown, onCopied }: { guest: Guest; isShown: boolean; onCopied: () => void }) {
  const { t } = useTranslation()
  const { name, state, standing } = guest
  const { password } = standing
  return (
    <>
      <Icon name={icons[state]} size={18} />
      <span className={styles.who}>
        <b>
          <Name>{name}</Name>
        </b>
        {statusLines(guest).map((line) => (
          <small key={line}>{line}</small>
        ))}
        {isWorthAnother(guest) && <small>{t('overlay.tryAgain', { button: t('createUsers.create') })}</small>}
      </span>
      {password !== '' && (
        <span className={styles.password}>
          {isShown ? (
            <code>{password}</code>
          ) : (
            <>
              <span aria-hidden>{'•'.repeat(password.length)}</span>
              <span className="visually-hidden">{t('createUsers.hidden')}</span>
            </>
          )}
          <CopyButton label={t('createUsers.copy', { name: shortened(name) })} text={password} onCopied={onCopied} />
        </span>
      )}
    </>
  )
}
