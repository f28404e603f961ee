import { useTranslation } from 'react-i18next'
import { dateTimeText } from '../../i18n/format'
import { OperateDoor } from '../../overlays/OperateDoor'
import { Facts } from '../../ui/Facts'
import { Name } from '../../ui/Name'
import { FullAccess } from '../shared/AccessLine'
import { AccessWords } from '../shared/words'
import styles from './Doors.module.css'
import type { Door } from './use-doors'

/** One door of a guest: until when it opens for them, by its own clock, and what they may do with it. */
export function DoorCard({ door, now }: { door: Door; now: number }) {
  const { t } = useTranslation()
  const { identity, domain, person, lock, access } = door
  const said = new AccessWords(domain, now, true).say(person, lock.id)
  const zone = lock.timezone ?? 'UTC'
  return (
    <article aria-label={lock.name} className={styles.door}>
      <header>
        <h3>
          <Name>{lock.name}</Name>
        </h3>
        <small>{t('doors.inDomain', { domain: identity.domain })}</small>
      </header>
      <div className={styles.until}>
        <FullAccess said={said} statements={said.when} />
        <small>
          <Facts facts={presentTexts()} />
        </small>
      </div>
      <OperateDoor
        serial={lock.serial}
        name={lock.name}
        condition={domain.conditions.get(lock.id)}
        timezone={lock.timezone}
        hasBridge={domain.hasBridge(lock.id)}
        assume={identity.id}
        isDisabled={!access.remote}
        isHidden={!access.remote && identity.role === 'user'}
      />
    </article>
  )

  /** Whether it is open at this moment, where the words above do not say it, and by whose clock all that is told. */
  function presentTexts(): string[] {
    const when = access.until === null ? '' : dateTimeText(access.until, zone)
    const parts: string[] = []
    if (!access.open) parts.push(access.until === null ? t('doors.closed') : t('doors.openNext', { when }))
    else if (said.look === 'recurring' && access.until !== null) parts.push(t('doors.openNow', { when }))
    parts.push(t('doors.zone', { zone }))
    return parts
  }
}
