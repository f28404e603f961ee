import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button'
import { classes } from './classes'
import { Facts } from './Facts'
import { Icon, type IconName } from './Icon'
import { Note, type NoteTone } from './Note'
import styles from './OperateLock.module.css'

/** What to do with the bolt. */
export type BoltTurn = 'lock' | 'unlock'

/** The stages of an operation in their order. */
export const boltStages = ['sent', 'at_bridge', 'moving', 'done'] as const

/** All words of the panel. */
export interface OperateLockTexts {
  lock: string
  unlock: string
  /** Shown on the button while the operation runs. */
  locking: string
  unlocking: string
  /** The question before each. */
  confirmLock: string
  confirmUnlock: string
  confirm: string
  cancel: string
  /** Name of the list of stages. */
  stages: string
  stage: Record<(typeof boltStages)[number], string>
}

const stateIcons: Record<'Locked' | 'Unlocked' | 'Unknown', IconName> = {
  Locked: 'locked',
  Unlocked: 'unlocked',
  Unknown: 'help',
}

/**
 * Locks and unlocks one door: where the bolt stands, a button for either way, a second press to confirm, and the stages while it
 * moves; of an operation that failed nothing but why. Both buttons rest while an operation runs, the other one also while a confirmation is open.
 */
export function OperateLock({
  texts,
  state,
  stateText,
  stateDetails = [],
  phase,
  turn,
  stage,
  outcome,
  isDisabled = false,
  onOperate,
}: {
  texts: OperateLockTexts
  state: 'Locked' | 'Unlocked' | 'Unknown'
  stateText: string
  /** Battery, age of the knowledge. */
  stateDetails?: readonly string[]
  phase: 'idle' | 'pending' | 'succeeded' | 'failed'
  turn: BoltTurn | null
  /** The stage reached; null before the first. */
  stage: (typeof boltStages)[number] | null
  /** What came of it; announced. */
  outcome: { tone: NoteTone; text: string } | null
  /** The door cannot be operated at the moment. */
  isDisabled?: boolean
  onOperate: (turn: BoltTurn) => void
}) {
  const [asked, setAsked] = useState<BoltTurn | null>(null)
  const buttons = { lock: useRef<HTMLButtonElement>(null), unlock: useRef<HTMLButtonElement>(null) }
  const confirm = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const pending = phase === 'pending'

  useEffect(() => {
    if (asked === null) return
    confirm.current?.focus()
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  const said = outcome?.text
  useEffect(() => {
    // Of a low card what came of it would stand below the edge of a small screen.
    if (said !== undefined) result.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  const answer = (sure: boolean) => {
    if (asked === null) return
    setAsked(null)
    // The confirmation goes away under the focus; the button that led to it takes it back.
    buttons[asked].current?.focus()
    if (sure) onOperate(asked)
  }

  // Takes back the question alone, not the dialog it may stand in.
  const escape: ButtonProps['onKeyDown'] = (event) => {
    if (event.key === 'Escape') answer(false)
    else event.continuePropagation()
  }

  return (
    <div className={styles.operate}>
      <p className={styles.state}>
        <span className={classes(styles.bolt, styles[state])}>
          <Icon name={stateIcons[state]} size={24} />
        </span>
        <span>
          <b>{stateText}</b>
          {stateDetails.length > 0 && (
            <small>
              <Facts facts={stateDetails} />
            </small>
          )}
        </span>
      </p>
      <div className={styles.buttons}>
        {(['lock', 'unlock'] as const).map((way) => (
          <Button
            key={way}
            ref={buttons[way]}
            icon={way === 'lock' ? 'locked' : 'unlocked'}
            isPending={pending && turn === way}
            pendingLabel={way === 'lock' ? texts.locking : texts.unlocking}
            isDisabled={isDisabled || (pending && turn !== way) || (asked !== null && asked !== way)}
            aria-expanded={asked === way}
            onPress={() => setAsked(asked === way ? null : way)}
          >
            {texts[way]}
          </Button>
        ))}
      </div>
      {asked !== null && (
        <div ref={question} role="alertdialog" aria-label={texts[asked]} className={styles.question}>
          <p>{asked === 'lock' ? texts.confirmLock : texts.confirmUnlock}</p>
          <div className={styles.buttons}>
            <Button ref={confirm} variant="primary" onPress={() => answer(true)} onKeyDown={escape}>
              {texts.confirm}
            </Button>
            <Button onPress={() => answer(false)} onKeyDown={escape}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
      {(phase === 'pending' || phase === 'succeeded') && <Stages texts={texts} phase={phase} stage={stage} />}
      {outcome !== null && (
        <div ref={result}>
          <Note tone={outcome.tone} announce>
            {outcome.text}
          </Note>
        </div>
      )}
    </div>
  )
}

function Stages({
  texts,
  phase,
  stage,
}: {
  texts: OperateLockTexts
  phase: 'pending' | 'succeeded'
  stage: (typeof boltStages)[number] | null
}) {
  const reached = stage === null ? -1 : boltStages.indexOf(stage)
  return (
    <ol aria-label={texts.stages} aria-live="polite" className={styles.stages}>
      {boltStages.map((name, index) => {
        const done = index < reached || (phase === 'succeeded' && index <= reached)
        const current = index === (phase === 'pending' ? reached + 1 : -1)
        return (
          <li
            key={name}
            aria-current={current ? 'step' : undefined}
            className={classes(styles.stage, (done || index === reached) && styles.reached, current && styles.current)}
          >
            <span className={styles.sign}>{(done || index === reached) && <Icon name="tick" size={14} />}</span>
            {texts.stage[name]}
          </li>
        )
      })}
    </ol>
  )
}
