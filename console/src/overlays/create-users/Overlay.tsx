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
import { Switch } from '../../ui/Switch'
import { useIncomplete } from '../access/use-incomplete'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import { useShownOnce } from '../frame/place'
import { ChosenLocks } from '../guests/ChosenLocks'
import styles from '../guests/guests.module.css'
import { NameField } from '../guests/NameField'
import { useGuestRows } from '../guests/use-guest-rows'
import type { OverlayProps } from '../registry'
import { useCsv } from '../tabs/use-csv'
import { byClockText } from '../told-clock'
import { useNow } from '../use-now'
import { statusText } from './guest'
import { GuestList } from './GuestList'
import { useCreation, type Creation } from './use-creation'

/** Creates guests in the domain, each with a password that is drawn for them, and gives them access. */
export default function CreateUsers(props: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={props.close} />
  }
  return <NewGuests {...props} />
}

function NewGuests(own: OverlayProps) {
  const { t } = useTranslation()
  const now = useNow()
  const creation = useCreation(now)
  const incomplete = useIncomplete()
  const rows = useGuestRows()
  const csv = useCsv('', now)
  const [isShown, setShown] = useState(false)
  const [isAsked, setAsked] = useState(false)
  // Whose passwords somebody has seen, copied or downloaded: what they leave behind is nowhere else.
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const take = (keys: readonly string[]) => setTaken((before) => new Set([...before, ...keys]))

  const { draft, guests, isPending, isEntered, hasWork } = creation
  const withPassword = guests.filter(({ standing }) => standing.password !== '')
  const byName = guests.filter(({ state, hasAccount }) => state === 'userCreated' && !hasAccount)
  const failed = guests.filter(({ state }) => state === 'error')
  const isLosing = withPassword.some(({ key }) => !taken.has(key))
  // While they are created their passwords are here already.
  useShownOnce(isLosing || isPending)
  const isDone = guests.length > 0 && !hasWork && !isPending
  const isWrong = creation.hasWrong
  const lacksName = draft.own.people.some(({ name }) => name.trim() === '')
  // Of times that are not, nothing can be said.
  const isWhole = creation.problems.length === 0 && incomplete.incomplete.length === 0
  const mustMend = isWrong || lacksName || !isWhole
  const showsDoors = isEntered || guests.length === 0
  const listed = guests.length + draft.names.length + draft.own.people.length
  const wrong = draft.names.filter((name) => creation.problemOf(name) !== null).length
  const isAnybodyRight = creation.rightNames.length + draft.own.people.length > 0
  const table = csv.list('created-guests', () => [
    [t('csv.username'), t('csv.password'), t('csv.status')],
    ...guests
      .filter(({ hasAccount }) => hasAccount)
      .map((guest) => [guest.name, guest.standing.password, statusText(guest)]),
  ])

  return (
    <Frame
      title={t('createUsers.title')}
      // What is created makes room for itself.
      steady="tall"
      restored={creation.restored}
      edited={isEntered || isLosing || (guests.length === 0 && draft.locks.length > 0)}
      discard={
        isLosing
          ? {
              question: t('createUsers.leave.question'),
              meaning: t('createUsers.leave.meaning'),
              confirm: t('createUsers.leave.confirm'),
              goOn: t('createUsers.leave.goOn'),
            }
          : undefined
      }
      pending={isPending ? 'save' : null}
      progress={{ done: guests.filter(({ state }) => state !== 'saving').length, count: guests.length }}
      save={
        isDone
          ? undefined
          : {
              label: t('createUsers.create'),
              pendingLabel: t('createUsers.creating'),
              isReady: hasWork,
              refuse: mustMend && refuse,
              run: () => {
                setAsked(false)
                void creation.run()
              },
            }
      }
      leaveLabel={isDone ? t('ui.ok') : undefined}
      download={
        guests.some(({ hasAccount }) => hasAccount) && !isPending
          ? {
              run() {
                take(withPassword.map(({ key }) => key))
                return table.run()
              },
            }
          : undefined
      }
      notices={[
        isAsked && isWrong && (
          <Note key="wrong" tone="danger" announce>
            {t('guests.removeWrong')}
          </Note>
        ),
        !isPending && failed.length > 0 && (
          <Note key={`failed ${failed.length}`} tone="danger" announce>
            {t('createUsers.someFailed', { count: failed.length })}
          </Note>
        ),
        !isPending && withPassword.length > 0 && (
          <Note key={`created ${withPassword.length}`} tone="success" announce>
            {t('createUsers.done', { count: withPassword.length })}
          </Note>
        ),
        !isPending && byName.length > 0 && (
          <Note key={`by name ${byName.length}`} tone="success" announce>
            {t('createUsers.doneByName', { count: byName.length })}
          </Note>
        ),
      ]}
      summary={isAnybodyRight && isWhole && !isPending ? <Summary creation={creation} now={now} /> : null}
      close={close}
    >
      <NameField ref={rows.adder} entry={creation} />
      <div className={styles.ways}>
        <p>{t('createUsers.byNameText')}</p>
        <Button icon="plus" isDisabled={isPending} onPress={creation.addPerson}>
          {t('createUsers.addByName')}
        </Button>
      </div>
      {listed > 0 && (
        <section className={styles.part} aria-labelledby="create-users-guests">
          <div className={styles.bar}>
            <h3 id="create-users-guests">{t('guests.count', { count: listed - wrong })}</h3>
            {withPassword.length > 0 && (
              <Button
                onPress={() => {
                  if (!isShown) take(withPassword.map(({ key }) => key))
                  setShown(!isShown)
                }}
              >
                {t(isShown ? 'createUsers.hide' : 'createUsers.show')}
              </Button>
            )}
          </div>
          <GuestList {...{ creation, rows, isShown, isAsked }} onCopied={({ key }) => take([key])} />
        </section>
      )}
      {showsDoors && (draft.own.people.length === 0 || creation.hasNames) && (
        <Switch
          isSelected={!draft.own.passwordsStay}
          isDisabled={isPending}
          description={t(draft.own.passwordsStay ? 'createUsers.passwordsStay' : 'createUsers.choosePasswordText')}
          onChange={creation.choosePasswords}
        >
          {t('createUsers.choosePassword')}
        </Switch>
      )}
      {showsDoors && <ChosenLocks entry={creation} {...{ incomplete, isAsked, now }} />}
    </Frame>
  )

  function refuse() {
    creation.add()
    setAsked(true)
  }

  function close() {
    creation.forget()
    own.close()
  }
}

/** What Create would leave. */
function Summary({ creation: { draft, locks, clock, rightNames }, now }: { creation: Creation; now: number }) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const count = rightNames.length + draft.own.people.length
  if (locks.length === 0) return <Note>{t('createUsers.noLock', { count })}</Note>
  const rule = ruleOf(draft.access)
  const type = calendarType(rule, now)
  const times = accessText(type, shownCalendar(rule && domain.withLists(rule), clock.zone, now), clock.zone, now, {
    utc: namesUtc(clock, type),
    within: true,
  })
  const doors = namesText(locks.map(({ name }) => shortened(name)))
  const when = byClockText(times, clock, type, now)
  return <p>{t('createUsers.summary', { count, doors, when })}</p>
}
