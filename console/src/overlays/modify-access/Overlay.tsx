import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomainSelector } from '../../api/queries/use-domain'
import { clockText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'
import { REFRESH_INTERVALS, withDates, type Draft, type Problem } from '../../model/draft'
import { editedCell, type EditedCell } from '../../model/editor'
import { overlapsOf } from '../../model/overlap'
import type { SaveExecutor } from '../../model/save-plan'
import { zoneOf } from '../../model/zone'
import { useSession } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { Note } from '../../ui/Note'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { ErrorDialog } from '../ErrorDialog'
import { Conflict } from '../frame/Conflict'
import { Frame } from '../frame/Frame'
import { useFieldErrors } from '../frame/use-field-errors'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { accessCalls } from './calls'
import { DateRange } from './DateRange'
import { differencesOf, intervalText } from './differences'
import styles from './Overlay.module.css'
import { useAccessDraft } from './use-access-draft'
import { RemovalNote, Warnings } from './Warnings'
import { Weekly } from './Weekly'

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
  const [attempted, setAttempted] = useState(false)
  const state = useAccessDraft(cell, now, executor)
  const { draft, opened, pending, failed, theirs, edit } = state
  // What somebody comes upon is not their mistake: it is named once they have changed something or want to save it.
  const named = state.edited || attempted ? state.problems : []
  const [incomplete, setIncomplete] = useState<readonly Problem['field'][]>([])
  const problems = [...named, ...incomplete.map(incompleteProblem)]
  const onIncomplete = (field: Problem['field'], isIncomplete: boolean) =>
    setIncomplete((before) => [...before.filter((one) => one !== field), ...(isIncomplete ? [field] : [])])
  const { zone } = cell
  const names = { who: shortened(cell.who), what: shortened(cell.what) }
  const isShortened = names.who !== cell.who || names.what !== cell.what
  const problem = useFieldErrors<Draft>({
    draft,
    problems: Object.fromEntries(problems.map(({ field, code }) => [field, t(`access.problem.${code}`)])),
    reason: failed?.reason ?? null,
    wire: serverFields,
  })
  const recurringFixed = cell.role === 'administrator' || cell.oldLocks.length > 0
  const intervals = [...new Set([...REFRESH_INTERVALS, draft.refresh])].sort((a, b) => a - b)

  function close() {
    state.forget()
    props.close()
  }

  async function save() {
    setAttempted(true)
    if (state.problems.length + incomplete.length === 0 && (await state.save())) close()
  }

  return (
    <Frame
      title={t('access.title', names)}
      fullTitle={isShortened ? t('access.title', { who: cell.who, what: cell.what }) : undefined}
      subtitle={<DoorClock cell={cell} now={now} />}
      leading={<Avatar name={cell.who} group={cell.sides.priority > 2} />}
      edited={state.edited}
      restored={state.restored}
      pending={pending}
      save={{ isReady: state.changed && problems.length === 0 && theirs === null, run: () => void save() }}
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
        failed === null || !state.saysFailed || theirs !== null
          ? null
          : { text: t(failed.step.failure, names), reason: failed.reason }
      }
      notices={[
        theirs !== null && (
          <Conflict
            key="conflict"
            differences={differencesOf(theirs, draft, cell, now)}
            onTakeTheirs={state.takeTheirs}
            onSaveMine={state.problems.length + incomplete.length === 0 ? () => void save() : undefined}
          />
        ),
        state.changed && problems.length > 0 && (
          <Note key="problems" tone="warning" announce title={t('access.cannotSave')}>
            {problems.map(({ code }) => (
              <p key={code}>{t(`access.problem.${code}`)}</p>
            ))}
          </Note>
        ),
      ]}
      close={close}
    >
      <Segmented
        label={t('access.type')}
        value={draft.type}
        error={problem('type')}
        onChange={state.switchTo}
        segments={[
          {
            value: 'temporary',
            label: t('access.types.temporary'),
            icon: 'clock',
            tone: 'temporary',
            isDisabled: cell.role === 'administrator',
          },
          {
            value: 'recurring',
            label: t('access.types.recurring'),
            icon: 'week',
            tone: 'recurring',
            isDisabled: recurringFixed,
          },
          { value: 'permanent', label: t('access.types.permanent'), icon: 'key', tone: 'permanent' },
        ]}
      />
      {draft.type === 'permanent' && <p className={styles.permanent}>{t('access.permanentText')}</p>}
      {draft.type === 'recurring' && <Weekly {...{ draft, problem, onIncomplete, edit }} />}
      {draft.type === 'recurring' && (
        <Switch
          isSelected={draft.dated}
          description={draft.dated ? undefined : t('access.datesText')}
          onChange={(dated) => edit((current) => withDates(current, dated, now))}
        >
          {t('access.dates')}
        </Switch>
      )}
      {(draft.type === 'temporary' || (draft.type === 'recurring' && draft.dated)) && (
        <DateRange {...{ draft, opened, zone, problem, onIncomplete, edit }} />
      )}
      <Warnings {...{ domain, cell, draft, opened, overlaps, zone, now }} />
      <Switch
        isSelected={draft.remote}
        isDisabled={cell.remoteFixed !== null}
        description={remoteText(cell, t)}
        error={problem('remote')}
        onChange={(remote) => edit((current) => ({ ...current, remote }))}
      >
        {t('access.remote')}
      </Switch>
      <Select
        label={t('access.refresh')}
        description={t('access.refreshText')}
        error={problem('refresh')}
        value={String(draft.refresh)}
        options={intervals.map((seconds) => ({ id: String(seconds), label: intervalText(seconds) }))}
        onChange={(seconds) => edit((current) => ({ ...current, refresh: Number(seconds) }))}
      />
    </Frame>
  )
}

const incompleteProblem = (field: Problem['field']): Problem => ({
  field,
  code: field === 'start' || field === 'end' ? 'dateIncomplete' : 'timeIncomplete',
})

/** What the server calls the fields of a calendar and a link. */
const serverFields = {
  calendar_id: 'type',
  link_profile: 'remote',
  start_time: 'start',
  end_time: 'end',
  week_days: 'days',
  daily_start: 'dailyStart',
  daily_end: 'dailyEnd',
  refresh_interval: 'refresh',
} as const

type Translate = ReturnType<typeof useTranslation>['t']

function remoteText(cell: EditedCell, t: Translate): string {
  switch (cell.remoteFixed) {
    case null:
      return t('access.remoteText')
    case 'no_bridge':
      return t('access.remoteFixed.noBridge', { count: cell.locks.length })
    default:
      return t(`access.remoteFixed.${cell.remoteFixed}`)
  }
}

/** The zone of the door and the time there now. */
function DoorClock({ cell: { locks, unzonedLocks, zone }, now }: { cell: EditedCell; now: number }) {
  const { t } = useTranslation()
  const time = clockText(now, zone)
  if (unzonedLocks.length === locks.length) return t('access.atDoorUtc', { time })
  if (locks.some((lock) => zoneOf(lock.timezone).name !== zone)) return t('access.atDoorsMixed', { time })
  return t(locks.length === 1 ? 'access.atDoor' : 'access.atDoors', { zone, time })
}
