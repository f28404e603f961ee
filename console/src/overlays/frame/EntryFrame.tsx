import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failed } from '../../model/plan'
import { Name } from '../../ui/Name'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from './Frame'
import type { FrameProps, FrameQuestion } from './props'
import { RemovalNote } from './RemovalNote'
import type { Settings } from './use-settings'

/** What the overlay of an entry shows and does. */
export interface EntryFrameProps<K extends string, S, P> extends Pick<
  FrameProps<K>,
  'subtitle' | 'leading' | 'tabs' | 'notices'
> {
  /** The entry's id. */
  id: string
  /** What the entry is called. */
  name: string
  settings: Settings<S, P>
  /** Whether the entry has gone from the domain, and what is said then. */
  isGone: boolean
  goneText: string
  failureText: (failed: Failed<P>) => string
  /** Asked before saving by a second press of Save. */
  confirm?: FrameQuestion | null
  /** Asked before saving otherwise: gets what goes on with it. */
  beforeSave?: (save: () => void) => void
  /** Asked before closing, edited or not, while something is shown that would be lost. */
  discard?: FrameProps<K>['discard']
  /** How the entry is removed, and what goes with it, a sentence each. Null where it is not to be removed. */
  remove: { label: string; confirmLabel: string; meaning: () => readonly string[] } | null
  close: () => void
}

/** The frame around the settings of one entry: they are saved or thrown away, and the entry is removed, in one and the same way. */
export function EntryFrame<K extends string, S, P>(props: EntryFrameProps<K, S, P>): ReactNode {
  const { id, name, settings, isGone, goneText, failureText, confirm, remove, notices = [], ...shown } = props
  const { beforeSave = (goOn) => goOn(), ...frame } = shown
  const { t } = useTranslation()
  const { draft, edited, pending, failed, isValid, theirs, progress, refuse } = settings
  // What this overlay itself removes is shown until that is done.
  if (isGone && pending !== 'remove') return <ErrorDialog message={goneText} close={close} />
  return (
    <Frame<K>
      {...frame}
      title={<Name>{name}</Name>}
      label={name}
      steady
      {...{ pending, progress, close }}
      edited={edited || frame.discard !== undefined}
      restored={settings.restored && edited}
      save={{ isReady: edited, refuse: !isValid && refuse, confirm, run: save }}
      remove={
        remove !== null && theirs === null
          ? {
              label: remove.label,
              confirmLabel: remove.confirmLabel,
              pendingLabel: t('removal.pending'),
              meaning: () => <RemovalNote meaning={remove.meaning} />,
              about: draft,
              run: () => void settings.remove().then((done) => done && close()),
            }
          : null
      }
      failure={
        failed !== null && settings.showsFailed
          ? { text: failureText(failed), of: failed.of, reason: failed.reason, progress }
          : null
      }
      conflict={
        theirs === null
          ? null
          : {
              differences: settings.differences,
              of: [id],
              onTakeTheirs: settings.takeTheirs,
              onSaveMine: isValid ? save : undefined,
            }
      }
      notices={notices}
    />
  )

  function close() {
    settings.forget()
    props.close()
  }

  function save() {
    beforeSave(() => void settings.save().then((done) => done && close()))
  }
}
