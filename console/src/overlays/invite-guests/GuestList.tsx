import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { isMail } from '../../model/usernames'
import styles from '../guests/guests.module.css'
import { LineField } from '../guests/LineField'
import { NewGuest } from '../guests/NewGuest'
import type { Lines } from '../guests/use-lines'
import { AskedInvitation } from '../invitations/AskedInvitation'
import type { Inviting } from './use-inviting'

/** Who is to be invited, and what became of those who were. */
export function GuestList({ inviting, lines }: { inviting: Inviting; lines: Lines }) {
  const { t } = useTranslation()
  const { draft, guests, isPending } = inviting
  const goOn = (line: string) => {
    if (!lines.goOn(line)) lines.enterOthers()
  }
  return (
    <ul ref={lines.list} className={styles.guests} aria-label={t('guests.guests')}>
      {guests.map((guest) => (
        <AskedInvitation key={guest.key} guest={guest} />
      ))}
      {draft.names.map((name) => {
        const problem = inviting.problemOf(name)
        return (
          <NewGuest
            key={name}
            line={name}
            name={name}
            problem={problem === null ? null : t(`guests.problem.${problem}`)}
            // To an e-mail address that nobody has as a username a letter goes.
            told={isMail(name) ? undefined : t('inviteGuests.newUsername')}
            isPending={isPending}
            onRemove={() => {
              lines.leave(name)
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
          line={id}
          name={t('invitations.link')}
          icon="link"
          removeLabel={t('inviteGuests.removeLink')}
          problem={null}
          isPending={isPending}
          onRemove={() => {
            lines.leave(id)
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
  return <LineField {...field} placeholder={t('inviteGuests.alias')} maxLength={ALIAS_MAX} />
}

/** The longest name that the server takes, in characters. */
const ALIAS_MAX = 255
