import { useContext, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isPassing } from '../../api/errors'
import { AT_ONCE } from '../../model/plan'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { Tabs } from '../../ui/Tabs'
import { openConfirmDialog } from '../confirm-dialog/open'
import { Conflict } from './Conflict'
import styles from './Frame.module.css'
import { InnerDrafts, useInnerDrafts } from './inner-drafts'
import { OverlayPlace, useGuard } from './place'
import type { FrameDownload, FrameProps, FrameQuestion, FrameTab } from './props'
import { useAttempts } from './use-attempts'
import { useRefused } from './use-refused'
import { useRest } from './use-rest'

/**
 * The frame of every overlay: head, tabs, buttons, and what is said between. While something is under way the form rests, since what is
 * changed then would be lost; Cancel, Escape, the close button and Back wait for it, and all ask before changes are thrown away.
 */
export function Frame<K extends string>(props: FrameProps<K>) {
  const { title, fullTitle, subtitle, leading, tone, steady, label = '', tabs = [], children } = props
  const {
    edited: isEdited = false,
    pending = null,
    save,
    remove,
    notices = [],
    summary,
    failure: failed = null,
    conflict = null,
    close,
  } = props
  const { progress = { done: 0, count: 0 } } = props
  const { t } = useTranslation()
  const [tab, showTab] = useTab(tabs)
  const [asked, setAsked] = useState<{ what: 'save' | 'remove'; about: unknown; tab: string | undefined } | null>(null)
  const [downloaded, setDownloaded] = useState<{ text: string; tab: string | undefined; times: number } | null>(null)
  const download = tab?.download ?? props.download
  const removes = remove != null && tab?.removes !== false
  const saves = save !== undefined && (tab === undefined || tab.saves === true)
  const asksToRemove = removes && isAsked('remove', remove)
  const asksToSave = saves && save.confirm != null && isAsked('save', save.confirm)
  const question = asksToRemove ? remove : asksToSave ? save.confirm : null
  const isBusy = pending !== null
  const isReady = saves && save.isReady && !tab?.blocks
  const mayPressSave = isReady && conflict === null && !isBusy
  const { refuse, form } = useAttempts(pending)
  const [isTyped, tellTyped] = useInnerDrafts()
  const edited = isEdited || isTyped
  const saving = useRef<HTMLButtonElement>(null)
  const leaving = useRef<HTMLButtonElement>(null)
  const isDone = props.leaveLabel !== undefined
  useLayoutEffect(() => {
    // The button that was pressed has gone: what is left to do is to leave.
    if (isDone && document.activeElement === document.body) leaving.current?.focus()
  }, [isDone])
  useRest(isBusy, form, saving)
  useRefused(pending, tabs.find(({ refused }) => refused === true)?.id, (id) => {
    showTab(id)
    refuse()
  })
  // Where it cannot be tried again it says nothing.
  const failure = failed !== null && (failed.of === 'remove' ? removes : saves) ? failed : null
  useGuard(() => {
    if (isBusy) return false
    if (edited) leave()
    return !edited
  })

  const notes = [
    props.restored && isEdited && <Note key="restored">{t('overlay.restored')}</Note>,
    props.followed && conflict === null && (
      <Note key="followed" announce>
        {t('overlay.followed')}
      </Note>
    ),
    conflict !== null && <Conflict key="conflict" {...conflict} form={form} />,
    ...notices,
    failure !== null && (
      <Note key="failure" tone="danger" announce>
        <p>
          <span>{failure.text}</span>
          {failure.of !== undefined && isPassing(failure.reason) && (
            <>
              {' '}
              <span>{againText(failure.of)}</span>
            </>
          )}
        </p>
        <p>{errorText(failure.reason)}</p>
        {failure.progress !== undefined && failure.progress.done > 0 && (
          <p>{t('overlay.partlySaved', { done: failure.progress.done, count: failure.progress.count })}</p>
        )}
      </Note>
    ),
    downloaded !== null && downloaded.tab === tab?.id && (
      // Drawn anew each time, to be said again.
      <Note
        key={`downloaded ${downloaded.times}`}
        tone="success"
        announce
        onDismiss={() => setDownloaded(null)}
        dismissLabel={t('ui.dismiss')}
      >
        {downloaded.text}
      </Note>
    ),
    pending === 'save' && progress.count > AT_ONCE && (
      <ProgressBar
        key="progress"
        label={t('overlay.progress', { ...progress })}
        value={Math.round((100 * progress.done) / progress.count)}
      />
    ),
    question != null && failure === null && <div key="question">{question.meaning()}</div>,
    // What Save would leave is not what comes of removing.
    summary != null && !asksToRemove && <div key="summary">{summary}</div>,
  ].filter((note) => note !== false && note != null)

  return (
    <Dialog
      {...{ title, fullTitle, subtitle, leading, tone, steady, isBusy }}
      onClose={leave}
      closeLabel={t('ui.close')}
      destructive={
        removes && (
          <Button
            variant={asksToRemove ? 'danger-solid' : 'danger'}
            isArmed={asksToRemove}
            isPending={pending === 'remove'}
            pendingLabel={remove.pendingLabel}
            isDisabled={pending === 'save' || remove.isDisabled}
            onPress={pressRemove}
          >
            {asksToRemove ? remove.confirmLabel : remove.label}
          </Button>
        )
      }
      actions={
        <>
          {download && (
            <Button
              isPending={download.isPending}
              pendingLabel={t('overlay.downloading')}
              onPress={() => pressDownload(download)}
            >
              {t('overlay.downloadCsv')}
            </Button>
          )}
          <Button ref={leaving} onPress={leave} isDisabled={isBusy}>
            {saves ? t('ui.cancel') : (props.leaveLabel ?? t('ui.close'))}
          </Button>
          {saves && conflict === null && (
            <Button
              ref={saving}
              variant="primary"
              isArmed={asksToSave}
              isPending={pending === 'save'}
              pendingLabel={save.pendingLabel ?? t('overlay.saving')}
              isDisabled={!isReady || pending === 'remove'}
              onPress={pressSave}
            >
              {asksToSave ? save.confirm?.confirmLabel : (save.label ?? t('overlay.save'))}
            </Button>
          )}
        </>
      }
      notice={notes.length > 0 ? <div className={styles.notes}>{notes}</div> : null}
    >
      <div ref={form} role="presentation" inert={isBusy} className={styles.body} onKeyDown={pressKey}>
        <InnerDrafts value={tellTyped}>
          {tab === undefined ? children : <Tabs<K> label={label} selected={tab.id} onSelect={showTab} tabs={tabs} />}
        </InnerDrafts>
      </div>
    </Dialog>
  )

  function isAsked(what: 'save' | 'remove', { about }: FrameQuestion): boolean {
    return asked !== null && asked.what === what && asked.about === about && asked.tab === tab?.id
  }

  function pressRemove() {
    if (asksToRemove) remove.run()
    else if (remove != null) setAsked({ what: 'remove', about: remove.about, tab: tab?.id })
  }

  function againText(of: 'save' | 'remove'): string {
    if (of === 'remove') return t('overlay.pressAgain')
    return t('overlay.tryAgain', { button: save?.label ?? t('overlay.save') })
  }

  /** Enter in a line of text is a press of Save, as in any form, but never the one that confirms. */
  function pressKey({ key, target, nativeEvent }: KeyboardEvent) {
    const isText = target instanceof HTMLInputElement && target.matches('[type=text], [type=password]')
    if (key !== 'Enter' || !isText || target.role === 'combobox') return
    if (mayPressSave && !asksToSave && !nativeEvent.repeat && !nativeEvent.isComposing) pressSave()
  }

  function pressSave() {
    const blocking = tabs.find(({ blocks }) => blocks)
    if (save?.refuse || blocking !== undefined) {
      const wrong = save?.refuse ? tabs[0] : blocking
      if (wrong !== undefined) showTab(wrong.id)
      if (save?.refuse) save.refuse()
      else if (blocking?.blocks) blocking.blocks()
      refuse()
    } else if (save?.confirm == null || asksToSave) save?.run()
    else setAsked({ what: 'save', about: save.confirm.about, tab: tab?.id })
  }

  function pressDownload({ run }: FrameDownload) {
    const text = run()
    if (text !== null) setDownloaded((before) => ({ text, tab: tab?.id, times: (before?.times ?? 0) + 1 }))
  }

  function leave() {
    if (!edited) return close()
    const {
      question = t('overlay.discard.question'),
      meaning = t('overlay.discard.meaning'),
      confirm = t('overlay.discard.confirm'),
      goOn = t('overlay.discard.goOn'),
    } = props.discard ?? {}
    openConfirmDialog({
      title: question,
      text: meaning,
      confirmLabel: confirm,
      pendingLabel: confirm,
      cancelLabel: goOn,
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
