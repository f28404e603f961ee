import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../api/errors'
import { useDomain } from '../../api/queries/domain'
import { clockText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { REFRESH_INTERVALS, withDates, type Problem } from '../../model/draft'
import { changedElsewhere, editedCell, type EditedCell } from '../../model/editor'
import { overlapsOf, wideningsOf, type Widening } from '../../model/overlap'
import type { SaveExecutor } from '../../model/save-plan'
import { zoneOf } from '../../model/zone'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { openConfirmDialog } from '../confirm-dialog/open'
import { ErrorDialog } from '../ErrorDialog'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { accessCalls } from './calls'
import { DateRange } from './DateRange'
import type { ModifyAccessProps } from './open'
import styles from './Overlay.module.css'
import { useAccessDraft } from './use-access-draft'
import { RemovalNote, Warnings } from './Warnings'
import { Weekly } from './Weekly'

type Props = ModifyAccessProps & OverlayProps & { executor?: SaveExecutor }

/** The access editor: who gets access to what, when, and what that overrides. */
export default function ModifyAccess(props: Props) {
  const { t } = useTranslation()
  const { domain, row, column } = props
  const [cell] = useState(() => editedCell(domain, row, column))
  if (cell !== null) return <AccessEditor {...props} cell={cell} />
  const missing = domain.users.has(row) || domain.groups.has(row) ? 'access.goneLock' : 'access.goneUser'
  return <ErrorDialog message={t('access.gone', { side: t(missing) })} close={props.close} />
}

function AccessEditor({ domain, row, column, cell, close, executor = accessCalls }: Props & { cell: EditedCell }) {
  const { t } = useTranslation()
  const now = useNow()
  // The domain changes in place; this renders again when it does.
  useDomain()
  const [overlaps] = useState(() => overlapsOf(domain, row, column, now))
  const [widenings, setWidenings] = useState<readonly Widening[] | null>(null)
  const [attempted, setAttempted] = useState(false)
  const state = useAccessDraft(cell, now, executor)
  const { draft, opened, pending, failure } = state
  // What somebody comes upon is not their mistake: it is named once they have changed something or want to save it.
  const problems = state.edited || attempted ? state.problems : []
  const { zone } = cell
  const names = { who: shortened(cell.who), what: shortened(cell.what) }
  const isShortened = names.who !== cell.who || names.what !== cell.what
  const problem = (field: Problem['field']) => {
    const found = problems.find((one) => one.field === field)
    return found && t(`access.problem.${found.code}`)
  }
  const edit: typeof state.edit = (change) => {
    setWidenings(null)
    state.edit(change)
  }
  const recurringFixed = cell.role === 'administrator' || cell.oldLocks.length > 0
  const intervals = [...new Set([...REFRESH_INTERVALS, draft.refresh])].sort((a, b) => a - b)

  async function remove() {
    if (widenings === null) setWidenings(wideningsOf(domain, row, column, now))
    else if (await state.remove()) close()
  }

  async function save() {
    setAttempted(true)
    if (state.problems.length === 0 && (await state.save())) close()
  }

  function leave() {
    if (!state.edited) return close()
    openConfirmDialog({
      title: t('access.discard.question'),
      text: t('access.discard.meaning'),
      confirmLabel: t('access.discard.confirm'),
      pendingLabel: t('access.discard.confirm'),
      cancelLabel: t('access.discard.goOn'),
      destructive: true,
      onConfirm: () => Promise.resolve(close()),
    })
  }

  const gone = failure?.step.do === 'update_link' && failure.reason instanceof ApiError && failure.reason.status === 404
  const elsewhere = gone ? 'removed' : state.begun ? null : changedElsewhere(domain, cell)
  const said = [
    elsewhere !== null && (
      <Note key="elsewhere" tone="warning" announce>
        {t(elsewhere === 'removed' ? 'access.removedElsewhere' : 'access.changedElsewhere')}
      </Note>
    ),
    failure !== null && !gone && (
      <Note key="failure" tone="danger" announce>
        {t(failure.step.failure, names)} {errorText(failure.reason)}
      </Note>
    ),
    widenings !== null && failure === null && <RemovalNote key="removal" {...{ domain, cell, widenings, now }} />,
    state.changed && problems.length > 0 && (
      <Note key="problems" tone="warning" announce title={t('access.cannotSave')}>
        {problems.map(({ code }) => t(`access.problem.${code}`)).join(' ')}
      </Note>
    ),
  ].filter((note) => note !== false)

  return (
    <Dialog
      title={t('access.title', names)}
      fullTitle={isShortened ? t('access.title', { who: cell.who, what: cell.what }) : undefined}
      subtitle={<DoorClock cell={cell} now={now} />}
      leading={<Avatar name={cell.who} group={cell.sides.priority > 2} />}
      onClose={leave}
      isBusy={pending !== null}
      closeLabel={t('ui.close')}
      destructive={
        state.removable && (
          <Button
            variant={widenings === null ? 'danger' : 'danger-solid'}
            isPending={pending === 'remove'}
            pendingLabel={t('access.removing')}
            isDisabled={pending === 'save'}
            onPress={() => void remove()}
          >
            {t(widenings === null ? 'access.remove' : 'access.removeConfirm')}
          </Button>
        )
      }
      actions={
        <>
          <Button onPress={close} isDisabled={pending !== null}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            isPending={pending === 'save'}
            pendingLabel={t('access.saving')}
            isDisabled={!state.changed || problems.length > 0 || pending === 'remove'}
            onPress={() => void save()}
          >
            {t('access.save')}
          </Button>
        </>
      }
      notice={said.length > 0 ? <div className={styles.notes}>{said}</div> : null}
    >
      <Segmented
        label={t('access.type')}
        value={draft.type}
        onChange={(type) => {
          setWidenings(null)
          state.switchTo(type)
        }}
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
      {draft.type === 'recurring' && <Weekly draft={draft} problem={problem} edit={edit} />}
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
        <DateRange {...{ draft, opened, zone, problem, edit }} />
      )}
      <Warnings {...{ domain, cell, draft, opened, overlaps, zone, now }} />
      <Switch
        isSelected={draft.remote}
        isDisabled={cell.remoteFixed !== null}
        description={remoteText(cell, t)}
        onChange={(remote) => edit((current) => ({ ...current, remote }))}
      >
        {t('access.remote')}
      </Switch>
      <Select
        label={t('access.refresh')}
        description={t('access.refreshText')}
        value={String(draft.refresh)}
        options={intervals.map((seconds) => ({ id: String(seconds), label: intervalText(seconds, t) }))}
        onChange={(seconds) => edit((current) => ({ ...current, refresh: Number(seconds) }))}
      />
    </Dialog>
  )
}

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

function intervalText(seconds: number, t: Translate): string {
  const known = REFRESH_INTERVALS.find((interval) => interval === seconds)
  return known === undefined ? t('access.seconds', { count: seconds }) : t(`access.intervals.${known}`)
}

/** The zone of the door and the time there now. */
function DoorClock({ cell: { locks, unzonedLocks, zone }, now }: { cell: EditedCell; now: number }) {
  const { t } = useTranslation()
  const time = clockText(now, zone)
  if (unzonedLocks.length === locks.length) return t('access.atDoorUtc', { time })
  if (locks.some((lock) => zoneOf(lock.timezone).name !== zone)) return t('access.atDoorsMixed', { time })
  return t(locks.length === 1 ? 'access.atDoor' : 'access.atDoors', { zone, time })
}
