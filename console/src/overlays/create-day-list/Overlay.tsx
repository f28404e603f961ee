import { useTranslation } from 'react-i18next'
import { createDayList } from '../../api/queries/day-list'
import { shortened } from '../../i18n/isolate'
import { nothingListed } from '../../model/list-draft'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { TextField } from '../../ui/TextField'
import { Country } from '../day-lists/Country'
import { DaysEditor } from '../day-lists/DaysEditor'
import { ListFrame } from '../day-lists/ListFrame'
import { useLibrary } from '../day-lists/use-library'
import { useListEditor } from '../day-lists/use-list-editor'
import { ErrorDialog } from '../ErrorDialog'
import type { OverlayProps } from '../registry'
import { useDayLists } from '../use-day-lists'

/** Makes a list of days: one's own, or the holidays of a country. */
export default function CreateDayList(props: { kind: string } & OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={props.close} />
  }
  return <NewList {...props} />
}

function NewList({ kind, ...own }: { kind: string } & OverlayProps) {
  const { t } = useTranslation()
  const isOfCountry = kind === 'country'
  const editor = useListEditor(`create-day-list.${kind}`, nothingListed)
  const { library, hasFailed, again } = useLibrary(isOfCountry)
  const { draft, edit, error } = editor
  const lists = useDayLists()
  const name = draft.name.trim()
  const isNamed = lists.some((list) => isSameName(list.name, name))
  const isPlaceless = isOfCountry && draft.country === null
  return (
    <ListFrame
      editor={editor}
      name={draft.name}
      title={t(isOfCountry ? 'dayLists.ofCountry' : 'dayLists.own')}
      save={{
        label: t('dayLists.create'),
        pendingLabel: t('dayLists.creating'),
        isReady: true,
        run: () => void save(),
      }}
      notices={[
        isNamed && editor.pending === null && (
          <Note key="named" tone="warning" announce>
            {t('dayLists.sameName', { name: shortened(name) })}
          </Note>
        ),
        !isPlaceless && name !== '' && draft.days.length === 0 && draft.newDay === null && (
          <Note key="empty" tone="warning" announce>
            {t('dayLists.empty')}
          </Note>
        ),
      ]}
      close={close}
    >
      {isOfCountry && library !== null && <Country {...{ library, editor }} />}
      {isOfCountry && library === null && !hasFailed && <ProgressBar label={t('dayLists.fetching')} />}
      {hasFailed && (
        <Note tone="danger" announce action={<Button onPress={again}>{t('ui.tryAgain')}</Button>}>
          {t('dayLists.notFetched')}
        </Note>
      )}
      {!isPlaceless && (
        <>
          <TextField
            label={t('dayLists.name')}
            autoFocus={!isOfCountry}
            value={draft.name}
            error={error('name')}
            onChange={(name) => edit((current) => ({ ...current, name }))}
          />
          <DaysEditor editor={editor} />
        </>
      )}
    </ListFrame>
  )

  function close() {
    editor.forget()
    own.close()
  }

  async function save() {
    if (editor.refuses()) return
    const list = editor.wanted()
    const create = async () => {
      await createDayList(list)
      return list
    }
    if (await editor.run('save', () => [{ failure: 'dayLists.failed.create', run: create }])) close()
  }
}

/** Whether people take two names for one. */
function isSameName(a: string, b: string): boolean {
  return a.trim().localeCompare(b, undefined, { sensitivity: 'accent' }) === 0
}
