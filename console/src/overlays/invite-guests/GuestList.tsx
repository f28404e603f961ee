import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { isMail } from '../../model/usernames'
import styles from '../guests/guests.module.css'
import { GuestField } from '../guests/GuestField'
import { NewGuest } from '../guests/NewGuest'
import type { GuestRows } from '../guests/use-guest-rows'
import { AskedInvitation } from '../invitations/AskedInvitation'
import type { Inviting } from './use-inviting'

/** Who is to be invited, and what became of those who were. */
export function GuestList({ inviting, rows }: { inviting: Inviting; rows: GuestRows }) {
  const { t } = useTranslation()
  const { draft, guests, isPending } = inviting
  const goOn = (row: string) => {
    if (!rows.goOn(row)) rows.enterOthers()
  }
  return (
    <ul ref={rows.list} className={styles.guests} aria-label={t('guests.guests')}>
      {guests.map((guest) => (
        <AskedInvitation key={guest.key} guest={guest} />
      ))}
      {draft.names.map((name) => {
        const problem = inviting.problemOf(name)
        return (
          <NewGuest
            key={name}
            row={name}
            name={name}
            problem={problem === null ? null : t(`guests.problem.${problem}`)}
            // To an e-mail address that nobody has as a username a letter goes.
            text={isMail(name) ? undefined : t('inviteGuests.newUsername')}
            isPending={isPending}
            onRemove={() => {
              rows.leave(name)
              inviting.remove(name)
            }}
          >
            {problem === null && (
              <Alias
                label={t('inviteGuests.aliasOf', { name: shortened(name) })}
                value={inviting.aliasOf(name)}
                isDisabled={isPending}
                onChange={(alias) => inviting.setAlias(name, alias)}
                onEnter={() => goOn(name)}
              />
            )}
          </NewGuest>
        )
      })}
      {draft.own.links.map(({ id, alias }) => (
        <NewGuest
          key={id}
          row={id}
          name={t('invitations.link')}
          icon="link"
          removeLabel={t('inviteGuests.removeLink')}
          problem={null}
          isPending={isPending}
          onRemove={() => {
            rows.leave(id)
            inviting.removeLink(id)
          }}
        >
          <Alias
            label={t('inviteGuests.aliasOfLink')}
            value={alias}
            isDisabled={isPending}
            onChange={(alias) => inviting.setLinkAlias(id, alias)}
            onEnter={() => goOn(id)}
          />
        </NewGuest>
      ))}
    </ul>
  )
}

/** The name that the domain will give somebody. */
function Alias(field: {
  label: string
  value: string
  isDisabled: boolean
  onChange: (alias: string) => void
  onEnter: () => void
}) {
  const { t } = useTranslation()
  return <GuestField {...field} placeholder={t('inviteGuests.alias')} maxLength={ALIAS_MAX} />
}

/** The longest name that the server takes, in characters. */
const ALIAS_MAX = 255
