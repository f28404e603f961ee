import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import type { IconName } from '../../ui/Icon'
import { TextField } from '../../ui/TextField'
import { CopyButton } from '../CopyButton'
import { AskedGuest } from '../guests/AskedGuest'
import styles from '../guests/guests.module.css'
import { NewGuest } from '../guests/NewGuest'
import { isWorthAnother, statusLines, type Guest } from './guest'
import own from './Overlay.module.css'
import type { Inviting } from './use-inviting'

/** Who is to be invited, and what became of those who were. */
export function GuestList({ inviting }: { inviting: Inviting }) {
  const { t } = useTranslation()
  const { draft, guests, isPending } = inviting
  return (
    <ul className={styles.guests} aria-label={t('guests.guests')}>
      {guests.map((guest) => (
        <Asked key={guest.key} guest={guest} />
      ))}
      {draft.names.map((name) => {
        const problem = inviting.problemOf(name)
        return (
          <NewGuest
            key={name}
            name={name}
            problem={problem === null ? null : t(`guests.problem.${problem}`)}
            isPending={isPending}
            onRemove={() => inviting.remove(name)}
          >
            {problem === null && (
              <Alias
                label={t('inviteGuests.aliasOf', { name: shortened(name) })}
                value={inviting.aliasOf(name)}
                isDisabled={isPending}
                onChange={(alias) => inviting.setAlias(name, alias)}
              />
            )}
          </NewGuest>
        )
      })}
      {draft.own.links.map(({ id, alias }) => (
        <NewGuest
          key={id}
          name={t('inviteGuests.link')}
          icon="link"
          removeLabel={t('inviteGuests.removeLink')}
          problem={null}
          isPending={isPending}
          onRemove={() => inviting.removeLink(id)}
        >
          <Alias
            label={t('inviteGuests.aliasOfLink')}
            value={alias}
            isDisabled={isPending}
            onChange={(alias) => inviting.setLinkAlias(id, alias)}
          />
        </NewGuest>
      ))}
    </ul>
  )
}

/** The name that the domain will give somebody. */
function Alias(field: { label: string; value: string; isDisabled: boolean; onChange: (alias: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextField
      {...field}
      labelHidden
      placeholder={t('inviteGuests.alias')}
      autoComplete="off"
      maxLength={ALIAS_MAX}
      className={own.alias}
    />
  )
}

/** The longest name that the server takes, in characters. */
const ALIAS_MAX = 255

const icons: Record<Guest['state'], IconName> = {
  saving: 'clock',
  invitedViaUser: 'tick',
  invitedViaEmail: 'tick',
  linkMade: 'tick',
  error: 'warning',
}

function Asked({ guest }: { guest: Guest }) {
  const { t } = useTranslation()
  const { to, alias, state } = guest
  const { link } = guest.standing
  const name = to ?? t('inviteGuests.link')
  const lines = statusLines(guest)
  if (alias !== '') lines.unshift(alias)
  if (isWorthAnother(guest)) lines.push(t('overlay.tryAgain', { button: t('inviteGuests.invite') }))
  return (
    <AskedGuest name={name} state={state} icon={icons[state]} lines={lines}>
      {link !== null && (
        <span className={styles.told}>
          <code className={own.link}>{link}</code>
          <CopyButton
            label={alias === '' ? t('invitations.copyLink') : t('invitations.copyLinkFor', { alias: shortened(alias) })}
            text={link}
          />
        </span>
      )}
    </AskedGuest>
  )
}
