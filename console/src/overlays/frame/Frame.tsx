import { useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Dialog, type DialogProps } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { Tabs, type TabEntry } from '../../ui/Tabs'
import { openConfirmDialog } from '../confirm-dialog/open'
import styles from './Frame.module.css'
import { OverlayPlace } from './place'

/** One tab. On one that only shows, there is no Save: logs, lists of access, PIN codes. */
export interface FrameTab<K extends string> extends TabEntry<K> {
  saves?: boolean
}

/** What an overlay saves. */
export interface FrameSave {
  /** What saving is called where it is not Save: Invite, Create, Confirm. */
  label?: string
  pendingLabel?: string
  /** Whether there is something to save that can be. */
  isReady: boolean
  run: () => void
}

/** What an overlay removes, with the press that confirms it. */
export interface FrameRemove {
  label: string
  confirmLabel: string
  pendingLabel: string
  /** What removing means: asked after the first press. */
  meaning: () => ReactNode
  /** The question is taken back when this changes. */
  about: unknown
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
  download?: { isPending: boolean; run: () => void }
  /** Between body and buttons: what went wrong, and what must be decided. */
  notices?: readonly ReactNode[]
  /** The last step that failed, in words, and why, and whether what came before it is saved. */
  failure?: { text: string; reason: unknown; partly?: boolean } | null
  /** The changes are those of an earlier time. */
  restored?: boolean
  /** Closes the overlay; what is not saved is thrown away. */
  close: () => void
}

/**
 * The frame of every overlay: head, tabs, buttons, and what is said between. While something is under way Cancel, Escape, the close
 * button and Back wait for it, and all but Cancel ask before changes are thrown away.
 */
export function Frame<K extends string>(props: FrameProps<K>) {
  const { title, fullTitle, subtitle, leading, tone, steady, label = '', tabs = [], children } = props
  const { edited = false, pending = null, save, remove, download, notices = [], failure = null, close } = props
  const { t } = useTranslation()
  const [tab, showTab] = useTab(tabs)
  const [asked, setAsked] = useState<{ about: unknown } | null>(null)
  const asks = remove != null && asked !== null && asked.about === remove.about
  const isBusy = pending !== null
  useGuard(() => {
    if (isBusy) return false
    if (edited) leave()
    return !edited
  })

  const saves = save !== undefined && (tab === undefined || tab.saves === true)
  const said = [
    props.restored && edited && <Note key="restored">{t('overlay.restored')}</Note>,
    ...notices,
    failure !== null && (
      <Note key="failure" tone="danger" announce>
        <p>{failure.text}</p>
        <p>{errorText(failure.reason)}</p>
        {failure.partly && <p>{t('overlay.partlySaved')}</p>}
      </Note>
    ),
    asks && failure === null && <div key="removal">{remove.meaning()}</div>,
  ].filter((note) => note !== false && note != null)

  return (
    <Dialog
      {...{ title, fullTitle, subtitle, leading, tone, steady, isBusy }}
      onClose={leave}
      closeLabel={t('ui.close')}
      destructive={
        remove != null && (
          <Button
            variant={asks ? 'danger-solid' : 'danger'}
            isPending={pending === 'remove'}
            pendingLabel={remove.pendingLabel}
            isDisabled={pending === 'save'}
            onPress={() => (asks ? remove.run() : setAsked({ about: remove.about }))}
          >
            {asks ? remove.confirmLabel : remove.label}
          </Button>
        )
      }
      actions={
        <>
          {download && (
            <Button isPending={download.isPending} pendingLabel={t('overlay.downloading')} onPress={download.run}>
              {t('overlay.downloadCsv')}
            </Button>
          )}
          <Button onPress={saves ? close : leave} isDisabled={isBusy}>
            {t(saves ? 'ui.cancel' : 'ui.close')}
          </Button>
          {saves && (
            <Button
              variant="primary"
              isPending={pending === 'save'}
              pendingLabel={save.pendingLabel ?? t('overlay.saving')}
              isDisabled={!save.isReady || pending === 'remove'}
              onPress={save.run}
            >
              {save.label ?? t('overlay.save')}
            </Button>
          )}
        </>
      }
      notice={said.length > 0 ? <div className={styles.notes}>{said}</div> : null}
    >
      {tab === undefined ? children : <Tabs<K> label={label} selected={tab.id} onSelect={showTab} tabs={tabs} />}
    </Dialog>
  )

  function leave() {
    if (!edited) return close()
    openConfirmDialog({
      title: t('overlay.discard.question'),
      text: t('overlay.discard.meaning'),
      confirmLabel: t('overlay.discard.confirm'),
      pendingLabel: t('overlay.discard.confirm'),
      cancelLabel: t('overlay.discard.goOn'),
      destructive: true,
      onConfirm: () => Promise.resolve(close()),
    })
  }
}

/** The tab that is shown, the first unless another one was chosen, and how to choose. */
function useTab<K extends string>(tabs: readonly FrameTab<K>[]) {
  const place = useContext(OverlayPlace)
  const [own, setOwn] = useState<string | null>(null)
  const chosen = place === null ? own : place.tab
  const tab = tabs.find(({ id, isDisabled }) => id === chosen && isDisabled !== true) ?? tabs[0]
  return [tab, place?.showTab ?? setOwn] as const
}

/** Has `mayClose` asked before the overlay is closed from outside. */
function useGuard(mayClose: () => boolean): void {
  const guard = useContext(OverlayPlace)?.guard
  const asked = useEffectEvent(mayClose)
  useEffect(() => guard?.(() => asked()), [guard])
}
