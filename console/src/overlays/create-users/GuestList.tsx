import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { NAME_MAX } from '../../model/names'
import { CopyButton } from '../CopyButton'
import { AskedGuest } from '../guests/AskedGuest'
import styles from '../guests/guests.module.css'
import { GuestField } from '../guests/GuestField'
import { NewGuest } from '../guests/NewGuest'
import type { GuestRows } from '../guests/use-guest-rows'
import { isWorthAnother, statusTexts, type Guest } from './guest'
import type { Creation } from './use-creation'

/** Who is to be created, and what became of those who were: with their passwords, which are hidden until somebody wants to see them. */
export function GuestList({
  creation: { draft, guests, problemOf, remove, addPerson, setPerson, removePerson, isPending },
  rows,
  isShown,
  isAsked,
  onCopied,
}: {
  creation: Creation
  rows: GuestRows
  /** Whether the passwords can be read. */
  isShown: boolean
  /** Whether Create was pressed while something was wrong. */
  isAsked: boolean
  onCopied: (guest: Guest) => void
}) {
  const { t } = useTranslation()
  return (
    <ul ref={rows.list} className={styles.guests} aria-label={t('guests.guests')}>
      {guests.map((guest) => (
        <Made key={guest.key} guest={guest} isShown={isShown} onCopied={() => onCopied(guest)} />
      ))}
      {draft.names.map((name) => {
        const problem = problemOf(name)
        return (
          <NewGuest
            key={name}
            row={name}
            name={name}
            problem={problem === null ? null : t(`guests.problem.${problem}`)}
            isPending={isPending}
            onRemove={() => {
              rows.leave(name)
              remove(name)
            }}
          />
        )
      })}
      {draft.own.people.map(({ id, name }) => (
        <NewGuest
          key={id}
          row={id}
          name={t('createUsers.byName')}
          removeLabel={
            name.trim() === '' ? t('createUsers.removeByName') : t('guests.remove', { name: shortened(name.trim()) })
          }
          problem={null}
          isPending={isPending}
          onRemove={() => {
            rows.leave(id)
            removePerson(id)
          }}
        >
          <GuestField
            label={t('createUsers.nameOfPerson')}
            placeholder={t('words.name')}
            // Whoever adds one goes on with the name.
            autoFocus={name === ''}
            maxLength={NAME_MAX}
            value={name}
            isDisabled={isPending}
            error={isAsked && name.trim() === '' ? t('errors.field.required') : undefined}
            onChange={(typed) => setPerson(id, typed)}
            onEnter={() => {
              if (name.trim() !== '' && !rows.goOn(id)) addPerson()
            }}
          />
        </NewGuest>
      ))}
    </ul>
  )
}

const icons = { saving: 'clock', userCreated: 'tick', error: 'warning' } as const

function Made({ guest, isShown, onCopied }: { guest: Guest; isShown: boolean; onCopied: () => void }) {
  const { t } = useTranslation()
  const { name, state, standing } = guest
  const { password } = standing
  const texts = statusTexts(guest)
  if (isWorthAnother(guest)) texts.push(t('overlay.tryAgain', { button: t('createUsers.create') }))
  return (
    <AskedGuest name={name} state={state} icon={icons[state]} texts={texts}>
      {password !== '' && (
        <span className={styles.more}>
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
    </AskedGuest>
  )
}
