import { useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import { dayText, endsDay, endText } from '../../i18n/calendar-text'
import { clockText, dateTimeText } from '../../i18n/format'
import { midnightText } from '../../i18n/week-text'
import { shortened } from '../../i18n/isolate'
import { calendarsOf, cellOf } from '../../model/access'
import { endOf } from '../../model/calendar'
import { closedDay } from '../../model/closed-day'
import { shownCalendar } from '../../model/lines'
import { agreeAt, zoneOf } from '../../model/zone'
import { OperateDoor } from '../../overlays/OperateDoor'
import { Facts } from '../../ui/Facts'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import { FullAccess } from '../parts/AccessItem'
import { viewerZone } from '../../overlays/viewer-zone'
import { AccessWords } from '../parts/words'
import { ComingDays } from './ComingDays'
import styles from './Doors.module.css'
import type { Door } from './use-doors'

/** One door of a guest: until when it opens for them, by its own clock, and what they may do with it. */
export function DoorCard({ door, now }: { door: Door; now: number }) {
  const { t } = useTranslation()
  const { identity, domain, person, lock, access, fromAfar } = door
  const words = new AccessWords(domain, now, true).describe(person, lock.id)
  const zone = lock.timezone ?? 'UTC'
  const { calendar } = cellOf(domain, person, lock.id, now)
  const condition = domain.conditions.get(lock.id)
  const isHidden = !access.remote && identity.role === 'user'
  const closed = access.open ? undefined : closedDays()[0]
  const facts = presentTexts()
  const present = facts.length > 0 && (
    <small className={closed && styles.closed}>
      <Facts facts={facts} />
    </small>
  )
  return (
    <article aria-label={lock.name} className={styles.door}>
      <header>
        <h3>
          <Name>{lock.name}</Name>
        </h3>
        <small>{t('words.inDomain', { domain: identity.domain })}</small>
      </header>
      <div className={styles.until}>
        {closed && present}
        <FullAccess words={words} statements={words.when} />
        {!closed && present}
        {words.look === 'recurring' && <ComingDays days={comingDays()} />}
      </div>
      {fromAfar ? (
        <OperateDoor
          // What came of an operation is over with the access that allowed it.
          key={access.remote ? 'may' : 'may-not'}
          serial={lock.serial}
          name={lock.name}
          condition={condition}
          timezone={lock.timezone}
          hasBridge={domain.hasBridge(lock.id)}
          assume={identity.id}
          isDisabled={!access.remote}
          isHidden={isHidden}
          isGuest={identity.role === 'user'}
        />
      ) : (
        <Note>{t('doors.neverFromAfar')}</Note>
      )}
    </article>
  )

  /** The time alone where it is today, by the clock of the door. */
  function momentText(at: number): string {
    return dayText(at, zone, now) === dayText(now, zone, now) ? clockText(at, zone) : dateTimeText(at, zone)
  }

  /** The same of an end: the midnight that ends today is 24:00. */
  function untilText(end: number): string {
    if (!endsDay(end, zone)) return momentText(end)
    return dayText(end - 1, zone, now) === dayText(now, zone, now) ? midnightText() : endText(end, zone)
  }

  /** Whether it is open at this moment, where the words above do not say it, and by whose clock times are told that another clock shows. */
  function presentTexts(): string[] {
    const parts: string[] = []
    const { open, until } = access
    if (closed)
      parts.push(closed.name ? t('doors.closedTodayFor', { name: shortened(closed.name) }) : t('doors.closedToday'))
    if (!open) parts.push(until === null ? t('doors.closed') : t('doors.openNext', { when: momentText(until) }))
    else if (words.look === 'recurring' && until !== null) parts.push(t('doors.openNow', { when: untilText(until) }))
    const instants = shownInstants()
    if (instants.length > 0 && !agreeAt(zoneOf(zone), zoneOf(viewerZone()), instants)) parts.push(clockNameText(zone))
    return parts
  }

  /** What closes today, where the weekly hours would open it. */
  function closedDays() {
    const days = calendarsOf(domain, access.links).map((one) => closedDay(one, zoneOf(zone), now))
    return days.filter((day) => day !== null)
  }

  /** Of today it is said already. */
  function comingDays() {
    return (shownCalendar(calendar, zone, now)?.comingDays ?? []).filter(({ day }) => day !== closed?.day)
  }

  /** The instants of which the card tells the time; none where access is always and nothing is known of the bolt. */
  function shownInstants(): number[] {
    const end = calendar === null ? null : endOf(calendar)
    const hours = words.look === 'recurring' ? now : null
    return [access.until, end, hours, ...boltInstants()].filter((at) => at !== null)
  }

  /** The same of how the bolt stands: whoever reads two times on a card must not have to guess that they are of two clocks. */
  function boltInstants(): number[] {
    if (!fromAfar || isHidden || condition === undefined || !domain.hasBridge(lock.id)) return []
    const since = [condition.at, condition.bridge_since].filter((at) => at !== null)
    return [now, ...since.map((at) => Date.parse(at))]
  }
}
