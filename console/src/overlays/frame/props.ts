import type { ReactNode } from 'react'
import type { ConflictProps } from './Conflict'
import type { Progress } from '../../model/plan'
import type { DialogProps } from '../../ui/Dialog'
import type { TabEntry } from '../../ui/Tabs'

/** One tab. On one that only shows, there is no Save: logs, lists of access, PIN codes. */
export interface FrameTab<K extends string> extends TabEntry<K> {
  saves?: boolean
  /** False where what the overlay removes is not to be removed from here. */
  removes?: boolean
  /** Something on it cannot be saved: Save rests while it is in sight. From other tabs it leads here, and this is called. */
  blocks?: (() => void) | false
  /** The server has refused something on it: where saving ends with that, the press leads here. */
  refused?: boolean
  download?: FrameDownload
}

/** What can be downloaded: what a tab lists, or all that an overlay shows. */
export interface FrameDownload {
  isPending?: boolean
  /** Answers what to say once it is done; null where there is nothing yet. */
  run: () => string | null
}

/** What an overlay saves. */
export interface FrameSave {
  /** What saving is called where it is not Save: Invite, Create, Confirm. */
  label?: string
  pendingLabel?: string
  /** Whether there is something to save that can be. */
  isReady: boolean
  /** Something is wrong with a field of the first tab: called in place of `run`, and the press leads there, unless a tab `blocks`. */
  refuse?: (() => void) | false
  /** Where given, saving takes a second press. */
  confirm?: FrameQuestion | null
  run: () => void
}

/** What is asked by a first press, and done by the second. */
export interface FrameQuestion {
  confirmLabel: string
  /** What it means: said after the first press. */
  meaning: () => ReactNode
  /** The question is taken back when this changes, or the tab. */
  about: unknown
}

/** What an overlay removes, with the press that confirms it. */
export interface FrameRemove extends FrameQuestion {
  label: string
  pendingLabel: string
  /** It cannot be removed now; why stands in the form. */
  isDisabled?: boolean
  run: () => void
}

export interface FrameProps<K extends string> extends Pick<
  DialogProps,
  'title' | 'fullTitle' | 'subtitle' | 'leading' | 'tone' | 'steady'
> {
  /** Name of the row of tabs. */
  label?: string
  tabs?: readonly FrameTab<K>[]
  /** What is shown where there are no tabs. */
  children?: ReactNode
  /** Whether the person has changed something that is not saved. */
  edited?: boolean
  pending?: 'save' | 'remove' | null
  save?: FrameSave
  remove?: FrameRemove | null
  /** What can be downloaded where the tab has nothing of its own. */
  download?: FrameDownload
  /** Between body and buttons: what went wrong, and what must be decided. */
  notices?: readonly ReactNode[]
  /** Stands right above the buttons whatever else is said: what is about to be saved. */
  summary?: ReactNode
  /** The last step that failed, in words, why, and how many were done before. With `of`, what is pressed to try again is said too. */
  failure?: { text: string; of?: 'save' | 'remove'; reason: unknown; progress?: Progress } | null
  /** How far the Save has come that is under way. */
  progress?: Progress
  /** The changes are those of an earlier time. */
  restored?: boolean
  /** What is shown has followed somebody else's change. */
  followed?: boolean
  /** What somebody else has changed, for the person to decide; nothing else is saved until then. */
  conflict?: ConflictProps | null
  /** What closing is called where nothing is saved; Close unless said otherwise. */
  leaveLabel?: string
  /** What is asked before closing where what would be lost is more than changes. */
  discard?: { question: string; meaning: string; confirm: string; goOn: string }
  /** Closes the overlay; what is not saved is thrown away. */
  close: () => void
}
