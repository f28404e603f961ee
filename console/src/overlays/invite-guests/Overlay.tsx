import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { accessText, namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { calendarType } from '../../model/calendar'
import { namesUtc } from '../../model/clock'
import { ruleOf } from '../../model/draft'
import { shownCalendar } from '../../model/lines'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { Refresh } from '../access/Refresh'
import { useIncomplete } from '../access/use-incomplete'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import { ChosenLocks } from '../guests/ChosenLocks'
import styles from '../guests/guests.module.css'
import { NameField } from '../guests/NameField'
import { useGuestRows } from '../guests/use-guest-rows'
import type { OverlayProps } from '../registry'
import { byClockText } from '../told-clock'
import { useNow } from '../use-now'
import { GuestList } from './GuestList'
import { useInviting, type Inviting } from './use-inviting'

/** Invites people who have an account of their own, or will have one, and offers them access. */
export default function InviteGuests(props: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={props.close} />
  }
  return <Invitations {...props} />
}

function Invitations(props: OverlayProps) {
  const { t } = useTranslation()
  const now = useNow()
  const inviting = useInviting(now)
  const incomplete = useIncomplete()
  const rows = useGuestRows()
  const [isAsked, setAsked] = useState(false)

  const { draft, guests, isPending, isEntered, hasWork, hasWrong } = inviting
  const failed = guests.filter(({ state }) => state === 'error')
  const sent = guests.filter(({ state }) => state !== 'error' && state !== 'saving')
  const listed = guests.length + draft.names.length + draft.own.links.length
  const wrong = draft.names.filter((name) => inviting.problemOf(name) !== null).length
  const isAnybodyRight = inviting.rightNames.length + draft.own.links.length > 0
  const isDone = guests.length > 0 && !hasWork && !isPending
  // Of times that are not, nothing can be said.
  const isWhole = inviting.problems.length === 0 && incomplete.incomplete.length === 0
  const mustMend = hasWrong || !isWhole

  return (
    <Frame
      title={t('inviteGuests.title')}
      // What becomes of those who are invited makes room for itself.
      steady="tall"
      restored={inviting.restored}
      edited={isEntered || (guests.length === 0 && draft.locks.length > 0)}
      pending={isPending ? 'save' : null}
      progress={{ done: guests.filter(({ state }) => state !== 'saving').length, count: guests.length }}
      save={
        isDone
          ? undefined
          : {
              label: t('invitations.invite'),
              pendingLabel: t('invitations.inviting'),
              isReady: hasWork,
              refuse: mustMend && refuse,
              run: () => {
                setAsked(false)
                void inviting.run()
              },
            }
      }
      leaveLabel={isDone ? t('ui.ok') : undefined}
      notices={[
        isAsked && hasWrong && (
          <Note key="wrong" tone="danger" announce>
            {t('guests.removeWrong')}
          </Note>
        ),
        !isPending && failed.length > 0 && (
          <Note key={`failed ${failed.length}`} tone="danger" announce>
            {t('inviteGuests.someFailed', { count: failed.length })}
          </Note>
        ),
        !isPending && sent.length > 0 && (
          <Note key={`sent ${sent.length}`} tone="success" announce>
            {t('invitations.done', { count: sent.length })}
          </Note>
        ),
      ]}
      summary={isAnybodyRight && isWhole && !isPending ? <Summary inviting={inviting} now={now} /> : null}
      close={close}
    >
      <NameField ref={rows.adder} entry={inviting} />
      <div className={styles.ways}>
        <p>{t('invitations.linkText')}</p>
        <Button icon="link" isDisabled={isPending} onPress={inviting.addLink}>
          {t('invitations.makeLink')}
        </Button>
      </div>
      {listed > 0 && (
        <section className={styles.part} aria-labelledby="invite-guests-guests">
          <h3 id="invite-guests-guests">{t('guests.count', { count: listed - wrong })}</h3>
          <GuestList {...{ inviting, rows }} />
        </section>
      )}
      {(isEntered || guests.length === 0) && (
        <ChosenLocks entry={inviting} {...{ incomplete, isAsked, now }}>
          <Refresh draft={draft.access} edit={inviting.editAccess} />
        </ChosenLocks>
      )}
    </Frame>
  )

  function refuse() {
    inviting.add()
    setAsked(true)
  }

  function close() {
    inviting.forget()
    props.close()
  }
}

/** What Invite would offer. */
function Summary({ inviting: { draft, locks, clock, rightNames }, now }: { inviting: Inviting; now: number }) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const count = rightNames.length + draft.own.links.length
  if (locks.length === 0) return <Note>{t('inviteGuests.noLock', { count })}</Note>
  const rule = ruleOf(draft.access)
  const type = calendarType(rule, now)
  const times = accessText(type, shownCalendar(rule && domain.withLists(rule), clock.zone, now), clock.zone, now, {
    utc: namesUtc(clock, type),
    within: true,
  })
  const doors = namesText(locks.map(({ name }) => shortened(name)))
  const when = byClockText(times, clock, type, now)
  return <p>{t('inviteGuests.summary', { count, doors, when })}</p>
}
