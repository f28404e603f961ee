import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import type { IconName } from '../../ui/Icon'
import { CopyButton } from '../CopyButton'
import { AskedGuest } from '../guests/AskedGuest'
import styles from '../guests/guests.module.css'
import { isWorthAnother, statusTexts, type Guest } from './guest'
import own from './link.module.css'

const icons: Record<Guest['state'], IconName> = {
  saving: 'clock',
  invitedViaUser: 'tick',
  invitedViaEmail: 'tick',
  linkMade: 'tick',
  error: 'warning',
}

/** An invitation that was asked for: what became of it, and its link, where it is handed on by one. */
export function AskedInvitation({ guest }: { guest: Guest }) {
  const { t } = useTranslation()
  const { to, alias, state } = guest
  const { link } = guest.standing
  const name = to ?? t('invitations.link')
  const texts = statusTexts(guest)
  if (alias !== '') texts.unshift(alias)
  if (isWorthAnother(guest)) texts.push(t('overlay.tryAgain', { button: t('invitations.invite') }))
  return (
    <AskedGuest name={name} state={state} icon={icons[state]} texts={texts}>
      {link !== null && (
        <span className={styles.more}>
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
