import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import { cellOf } from '../../model/access'
import { DEFAULT_REFRESH, isExpired } from '../../model/calendar'
import { withDates } from '../../model/draft'
import { editedCell, type EditedCell } from '../../model/editor'
import { outranks, overlapsOf } from '../../model/overlap'
import { isWaiting, type Problem } from '../../model/problems'
import type { SaveExecutor } from '../../model/save-plan'
import { zoneOf } from '../../model/zone'
import { useSession } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { Note } from '../../ui/Note'
import { Switch } from '../../ui/Switch'
import access from '../access/fields.module.css'
import { accessCalls } from '../access/calls'
import { DateRange } from '../access/DateRange'
import { DaysOtherwise } from '../access/DaysOtherwise'
import { Presets } from '../access/Presets'
import { Refresh } from '../access/Refresh'
import { Announce, useAnnouncement } from '../access/announcement'
import { TypeChoice } from '../access/TypeChoice'
import { useIncomplete } from '../access/use-incomplete'
import { Weekly } from '../access/Weekly'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { differencesOf, idsOf } from './differences'
import { DoorClock, remoteText } from './cell-texts'
import { EndedNote } from './EndedNote'
import { failureOf } from './failure'
import { LockedOut } from './Outranked'
import styles from './Overlay.module.css'
import { Summary } from './Summary'
import { Through } from './Through'
import { useAccessErrors } from './use-access-errors'
import { useAccessDraft } from './use-access-draft'
import { RemovalNote, Warnings } from './Warnings'
import { WeekBars } from './WeekBars'

type Props = { row: string; column: string; executor?: SaveExecutor } & OverlayProps

/** The access editor: who gets access to what, when, and what that overrides. */
export default function ModifyAccess(props: Props) {
  const { t } = useTranslation()
  const { row, column, close } = props
  const { domain } = useDomain()
  const { identity } = useSession()
  const cell = useDomainSelector(useCallback((domain: Domain) => editedCell(domain, row, column), [row, column]))
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={close} />
  }
  if (cell !== null) return <AccessEditor {...props} domain={domain} cell={cell} />
  const missing = domain.users.has(row) || domain.groups.has(row) ? 'access.goneLock' : 'access.goneUser'
  return <ErrorDialog message={t(missing)} close={close} />
}

function AccessEditor(props: Props & { domain: Domain; cell: EditedCell }) {
  const { domain, row, column, cell, executor = accessCalls } = props
  const { t } = useTranslation()
  const now = useNow()
  const overlaps = useDomainSelector(
    useCallback((domain: Domain) => overlapsOf(domain, row, column, now), [row, column, now]),
  )
  const outranked = useDomainSelector(
    useCallback((domain: Domain) => outranks(domain, row, column, now), [row, column, now]),
  )
  const shown = useDomainSelector(useCallback((domain: Domain) => cellOf(domain, row, column, now), [row, column, now]))
  const form = useRef<HTMLDivElement>(null)
  // How often Save was refused.
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current)
  }, [attempts])
  const state = useAccessDraft(cell, now, executor)
  const { draft, opened, pending, failed, theirs } = state
  const { announcement, announce, edit } = useAnnouncement(state.edit)
  // What somebody comes upon is not their mistake: it is named once they have changed something or want to save it.
  const isNamed = (problem: Problem) => attempts > 0 || (state.edited && !isWaiting(problem))
  const named = state.problems.filter(isNamed)
  const { incomplete, onIncomplete } = useIncomplete()
  // What else was wrong with a field that is half empty was wrong with what is no longer in it.
  const isWhole = (problem: Problem) =>
    !incomplete.some(({ field, at }) => field === problem.field && at === problem.at)
  const problems = [...named.filter(isWhole), ...incomplete]
  const { zone } = cell.clock
  const names = { who: shortened(cell.who), what: shortened(cell.what) }
  const isShortened = names.who !== cell.who || names.what !== cell.what
  const problem = useAccessErrors(draft, problems, failed?.reason ?? null)
  const recurringFixed = cell.role === 'administrator' || cell.oldLocks.length > 0

  function close() {
    state.forget()
    props.close()
  }

  async function save() {
    if (state.problems.length + incomplete.length > 0) setAttempts((before) => before + 1)
    else if (await state.save()) close()
  }

  const { end } = draft
  const hasEnded =
    isExpired(cell.standing.calendar?.rule ?? null, now) && draft.type === opened.type && end === opened.end
  const isDrawn = draft.type === 'recurring' || (overlaps.overlaps.length > 0 && !hasEnded)
  const meeting = (
    <>
      {isDrawn && <WeekBars {...{ domain, draft, overlaps: overlaps.overlaps, zone: zoneOf(zone) }} />}
      <Warnings {...{ domain, cell, draft, overlaps, hasEnded, now }} />
    </>
  )

  return (
    <Frame
      title={t('access.title', names)}
      fullTitle={isShortened ? t('access.title', { who: cell.who, what: cell.what }) : undefined}
      subtitle={<DoorClock cell={cell} now={now} />}
      leading={<Avatar name={cell.who} group={cell.sides.priority > 2} />}
      // Half a date is in no draft, but somebody erased the rest of it.
      edited={state.edited || incomplete.length > 0}
      restored={state.restored}
      pending={pending}
      save={{ isReady: state.changed, run: () => void save() }}
      followed={state.followed && !state.removedMeanwhile}
      conflict={
        theirs === null
          ? null
          : {
              differences: differencesOf(theirs, draft, cell, domain, now),
              of: idsOf(state.standing, theirs),
              onTakeTheirs: state.takeTheirs,
              onSaveMine: () => void save(),
            }
      }
      remove={
        state.removable && theirs === null
          ? {
              label: t('access.remove'),
              confirmLabel: t('access.removeConfirm'),
              pendingLabel: t('access.removing'),
              meaning: () => <RemovalNote {...{ domain, row, column, cell, now }} />,
              about: draft,
              run: () => void state.remove().then((done) => done && close()),
            }
          : null
      }
      failure={
        failed === null || !state.showsFailed || theirs !== null
          ? null
          : failureOf(failed.step.failure, failed.reason, names)
      }
      notices={[
        state.removedMeanwhile && (
          <Note key="removed" tone="warning" announce>
            {t('access.removedMeanwhile')}
          </Note>
        ),
        !hasEnded && <LockedOut key="locked out" {...{ domain, cell, draft, now }} />,
      ]}
      steady="tall"
      summary={
        <Summary {...{ domain, cell, announcement, wanted: state.wanted, isChange: state.changed, problems, now }} />
      }
      close={close}
    >
      <Announce value={announce}>
        <div ref={form} className={styles.form}>
          <Through {...{ domain, cell, shown, now }} />
          <TypeChoice
            value={draft.type}
            error={problem('type')}
            onChange={(type) => {
              state.switchTo(type)
              announce('')
            }}
            isTemporaryDisabled={cell.role === 'administrator'}
            isRecurringDisabled={recurringFixed}
          />
          {draft.type === 'permanent' && <p className={access.permanent}>{t('access.permanentText')}</p>}
          {hasEnded && end !== null && (
            <EndedNote {...{ domain, cell, draft: { ...draft, end }, outranked, now, edit }} />
          )}
          {draft.type === 'recurring' && <Weekly {...{ draft, zone, problem, onIncomplete, edit }}>{meeting}</Weekly>}
          {draft.type === 'temporary' && <Presets {...{ zone: zoneOf(zone), now, edit }} />}
          {draft.type === 'recurring' && (
            <DaysOtherwise
              {...{ draft, zone: zoneOf(zone), now, problem, onIncomplete, edit }}
              listsError={problem('dayLists')}
            />
          )}
          {draft.type === 'recurring' && (
            <Switch
              isSelected={draft.dated}
              description={draft.dated || draft.ownEnds ? undefined : t('access.datesText')}
              onChange={(dated) => edit((current) => withDates(current, dated, state.at, now, zoneOf(zone)))}
            >
              {t('access.dates')}
            </Switch>
          )}
          {(draft.type === 'temporary' || (draft.type === 'recurring' && draft.dated)) && (
            <DateRange {...{ draft, zone, problem, onIncomplete, edit }} isWhole={incomplete.length === 0} />
          )}
          {draft.type === 'recurring' && draft.ownEnds && <Note>{t('access.ownEnds')}</Note>}
          {draft.type !== 'recurring' && meeting}
          <Switch
            isSelected={draft.remote}
            isDisabled={cell.remoteFixed !== null}
            description={remoteText(cell, t)}
            error={problem('remote')}
            onChange={(remote) => edit((current) => ({ ...current, remote }))}
          >
            {t('access.remote')}
          </Switch>
          <Refresh
            {...{ draft, edit }}
            error={problem('refresh')}
            defaultExpanded={opened.refresh !== DEFAULT_REFRESH}
          />
        </div>
      </Announce>
    </Frame>
  )
}

/** Leads to the first field that something is wrong with, where that is said: to its first empty part, where it has one. */
function focusWrong(form: HTMLElement | null): void {
  const part = form?.querySelector<HTMLElement>('[data-invalid] :is([role=spinbutton], input, button)')
  const empty = part?.closest('[role=group]')?.querySelector<HTMLElement>('[role=spinbutton][data-placeholder]')
  ;(empty ?? part)?.focus()
}
