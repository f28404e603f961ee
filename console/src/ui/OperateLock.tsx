import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from './Button'
import { classes } from './classes'
import { Facts } from './Facts'
import { Icon, type IconName } from './Icon'
import { Note, type NoteTone } from './Note'
import styles from './OperateLock.module.css'

/** Which way a bolt is asked to turn. */
type Direction = 'lock' | 'unlock'

/** The stages of an operation in their order. */
export const boltStages = ['sent', 'at_bridge', 'moving', 'done'] as const

/** How far a stage came: it is past, on its way, where it ended badly, or was not come to. */
export type StageState = 'done' | 'current' | 'failed' | 'ahead'

/** All words of the panel. */
export interface OperateLockTexts {
  lock: string
  unlock: string
  /** Shown on the button while the operation runs. */
  locking: string
  unlocking: string
  /** The question before each, and the button that answers it: both name the door. */
  question: Record<Direction, string>
  confirm: Record<Direction, string>
  cancel: string
  /** Name of the list of stages. */
  stages: string
  stage: Record<(typeof boltStages)[number], string>
  /** The same stages where they failed. */
  stageFailed: Record<(typeof boltStages)[number], string>
  /** A stage with its state, which is there for screen readers alone: others see it by sign and colour. */
  stageIn: (state: StageState, stage: string) => ReactNode
}

const stateIcons: Record<'Locked' | 'Unlocked' | 'Unknown', IconName> = {
  Locked: 'locked',
  Unlocked: 'unlocked',
  Unknown: 'help',
}

/**
 * Locks and unlocks one door: where the bolt stands, a button for either direction, a second press to confirm, and the stages while it
 * moves, with the one that failed and why. The button that would change where the bolt stands is the main one. Both rest while an operation
 * runs, the other one also while a confirmation is open. The confirmation lies above what follows, and from the first press on room is kept
 * for what is told: nothing moves but by one's own press.
 */
export function OperateLock({
  texts,
  state,
  stateText,
  stateDetails = [],
  phase,
  direction,
  stage,
  outcome,
  beware = null,
  isDisabled = false,
  onOperate,
}: {
  texts: OperateLockTexts
  state: 'Locked' | 'Unlocked' | 'Unknown'
  /** Null where it may not be told: only the details are. */
  stateText: string | null
  /** Battery, age of the knowledge. */
  stateDetails?: readonly string[]
  phase: 'idle' | 'pending' | 'succeeded' | 'failed'
  direction: Direction | null
  /** The stage reached, or the last one before what failed; null before the first. */
  stage: (typeof boltStages)[number] | null
  /** What came of it; announced. */
  outcome: { tone: NoteTone; text: string } | null
  /** What speaks against it, to be read before the press. */
  beware?: string | null
  /** The door cannot be operated at the moment. */
  isDisabled?: boolean
  onOperate: (direction: Direction) => void
}) {
  const [asked, setAsked] = useState<Direction | null>(null)
  const [isUsed, setUsed] = useState(false)
  const buttons = { lock: useRef<HTMLButtonElement>(null), unlock: useRef<HTMLButtonElement>(null) }
  const confirm = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const pending = phase === 'pending'
  const main = state === 'Unlocked' ? 'lock' : 'unlock'

  useEffect(() => {
    if (asked === null) return
    confirm.current?.focus()
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  const outcomeText = outcome?.text
  useEffect(() => {
    // Of a low card what came of it would stand below the edge of a small screen.
    if (outcomeText !== undefined) result.current?.scrollIntoView({ block: 'nearest' })
  }, [outcomeText])

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
        {stateText !== null && (
          <span className={classes(styles.bolt, styles[state])}>
            <Icon name={stateIcons[state]} size={24} />
          </span>
        )}
        <span>
          {stateText !== null && <b>{stateText}</b>}
          {stateDetails.length > 0 && (
            <small>
              <Facts facts={stateDetails} />
            </small>
          )}
        </span>
      </p>
      {beware !== null && (
        <Note tone="warning" announce>
          {beware}
        </Note>
      )}
      <div className={styles.asking}>
        <div className={classes(styles.buttons, styles.ways)}>
          {(['unlock', 'lock'] as const).map((way) => (
            <Button
              key={way}
              ref={buttons[way]}
              variant={way === main ? 'primary' : 'ghost'}
              icon={way === 'lock' ? 'locked' : 'unlocked'}
              isPending={pending && direction === way}
              pendingLabel={way === 'lock' ? texts.locking : texts.unlocking}
              isDisabled={isDisabled || (pending && direction !== way) || (asked !== null && asked !== way)}
              aria-expanded={asked === way}
              onPress={() => {
                setAsked(asked === way ? null : way)
                setUsed(true)
              }}
            >
              {texts[way]}
            </Button>
          ))}
        </div>
        {asked !== null && (
          <div ref={question} role="alertdialog" aria-label={texts.question[asked]} className={styles.question}>
            <p>{texts.question[asked]}</p>
            <div className={styles.buttons}>
              <Button ref={confirm} variant="primary" onPress={() => answer(true)} onKeyDown={escape}>
                {texts.confirm[asked]}
              </Button>
              <Button onPress={() => answer(false)} onKeyDown={escape}>
                {texts.cancel}
              </Button>
            </div>
          </div>
        )}
      </div>
      <div className={classes(styles.progress, isUsed && styles.room)}>
        {(pending || phase === 'succeeded' || outcome?.tone === 'danger') && (
          <Stages texts={texts} phase={phase} stage={stage} />
        )}
        {outcome !== null && (
          <div ref={result}>
            <Note tone={outcome.tone} announce>
              {outcome.text}
            </Note>
          </div>
        )}
      </div>
    </div>
  )
}

function Stages({
  texts,
  phase,
  stage,
}: {
  texts: OperateLockTexts
  phase: 'idle' | 'pending' | 'succeeded' | 'failed'
  stage: (typeof boltStages)[number] | null
}) {
  const reached = stage === null ? -1 : boltStages.indexOf(stage)
  return (
    <ol aria-label={texts.stages} aria-live="polite" className={styles.stages}>
      {boltStages.map((name, index) => {
        const next = index === reached + 1
        const state =
          index <= reached
            ? 'done'
            : next && phase === 'pending'
              ? 'current'
              : next && phase === 'failed'
                ? 'failed'
                : 'ahead'
        return (
          // Atomic: of a step that goes on, its state alone would be announced.
          <li
            key={name}
            aria-atomic="true"
            aria-current={state === 'current' ? 'step' : undefined}
            className={classes(styles.stage, styles[state])}
          >
            <span className={styles.sign}>
              {state === 'done' && <Icon name="tick" size={14} />}
              {state === 'failed' && <Icon name="close" size={14} />}
            </span>
            <span>{texts.stageIn(state, state === 'failed' ? texts.stageFailed[name] : texts.stage[name])}</span>
          </li>
        )
      })}
    </ol>
  )
}
