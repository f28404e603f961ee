import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { removeDayList, replaceDayList } from '../../api/queries/day-list'
import { useDomainSelector } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { DayList } from '../../model/day-lists'
import type { Domain } from '../../model/domain'
import { nothingListed } from '../../model/list-draft'
import { useSession } from '../../session/session'
import { Name } from '../../ui/Name'
import { TextField } from '../../ui/TextField'
import { DaysEditor } from '../day-lists/DaysEditor'
import { listDifferences } from '../day-lists/differences'
import { ListFrame } from '../day-lists/ListFrame'
import { useListEditor } from '../day-lists/use-list-editor'
import { usePlaceText } from '../day-lists/use-place-text'
import { ErrorDialog } from '../ErrorDialog'
import { RemovalNote } from '../frame/RemovalNote'
import { useLast } from '../frame/use-last'
import type { OverlayProps } from '../registry'
import { Renew } from './Renew'
import { Uses } from './Uses'

type Props = { list: string } & OverlayProps

/** A list of days: its name and its days, how it is renewed and removed. */
export default function ModifyDayList(props: Props) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const { list: id } = props
  const present = useDomainSelector(useCallback((domain: Domain) => domain.dayLists.get(id), [id]))
  const list = useLast(present)
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={props.close} />
  }
  if (list === undefined) return <ErrorDialog message={t('dayLists.gone')} close={props.close} />
  return <ListEditor {...props} list={list} isGone={present === undefined} />
}

function ListEditor({ list, isGone, ...own }: { list: DayList; isGone: boolean } & OverlayProps) {
  const { t } = useTranslation()
  const { id } = list
  const editor = useListEditor(`modify-day-list.${id}`, { name: list.name, country: list.country, days: list.days })
  const uses = useDomainSelector(useCallback((domain: Domain) => domain.usesOf(id), [id]))
  const isUsed = uses.links.length + uses.idle > 0
  const place = usePlaceText(list.country)
  const { draft, edit, edited, error, pending, theirs } = editor
  // What this overlay itself removes is shown until that is done.
  if (isGone && pending !== 'remove') return <ErrorDialog message={t('dayLists.gone')} close={close} />
  const name = shortened(list.name)
  return (
    <ListFrame
      {...{ editor, close }}
      name={list.name}
      title={<Name>{list.name}</Name>}
      subtitle={place}
      conflict={
        theirs === null
          ? null
          : {
              differences: listDifferences(editor.theirWay(), editor.wanted()),
              of: [id],
              besides: t('dayLists.keptBesides'),
              onTakeTheirs: editor.takeTheirs,
              onSaveMine: () => void save(),
            }
      }
      save={{ isReady: edited, run: () => void save() }}
      remove={{
        label: t('dayLists.remove'),
        confirmLabel: t('dayLists.removeConfirm'),
        pendingLabel: t('dayLists.removing'),
        isDisabled: isUsed,
        meaning: () => <RemovalNote meaning={() => [t('dayLists.removeMeaning', { name })]} />,
        about: draft,
        run: () => void remove(),
      }}
    >
      <TextField
        label={t('dayLists.name')}
        value={draft.name}
        error={error('name')}
        onChange={(typed) => edit((current) => ({ ...current, name: typed }))}
      />
      {list.country !== null && <Renew editor={editor} country={list.country} />}
      {isUsed && <Uses uses={uses} />}
      <DaysEditor editor={editor} />
    </ListFrame>
  )

  function close() {
    editor.forget()
    own.close()
  }

  async function save() {
    if (editor.refuses()) return
    const wanted = editor.wanted()
    const replace = async () => {
      await replaceDayList(id, wanted)
      return wanted
    }
    const steps = () => [{ failure: 'dayLists.failed.save' as const, run: replace }]
    if (await editor.run('save', steps, theirs ?? undefined)) close()
  }

  async function remove() {
    const run = async () => {
      await removeDayList(id)
      return nothingListed
    }
    if (await editor.run('remove', () => [{ failure: 'dayLists.failed.remove', run }])) close()
  }
}
