import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { openAddDevice } from '../../overlays/add-device/open'
import { openInviteGuests } from '../../overlays/invite-guests/open'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { keepFirstSteps } from '../../session/first-steps'
import { Button } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/Icon'
import styles from './FirstSteps.module.css'
import type { ShownSteps } from './use-first-steps'

/** What a new domain needs, in three steps: which are done, and which is next. */
export function FirstSteps({ hasDoor, operable, pairable, tried, letIn, free, mayGrant }: ShownSteps) {
  const { t } = useTranslation()
  const steps: (Pick<StepProps, 'done' | 'title' | 'text' | 'act'> & { waits?: boolean })[] = [
    {
      done: hasDoor,
      title: t('firstSteps.door'),
      text: t('firstSteps.doorText'),
      act: { label: t('firstSteps.doorAct'), run: () => openAddDevice({}) },
    },
    {
      done: tried,
      title: t('firstSteps.test'),
      text: t(operable === null ? 'firstSteps.testWaits' : 'firstSteps.testText'),
      waits: operable === null,
      act: testAct(),
    },
    {
      done: mayGrant && letIn,
      title: t('firstSteps.letIn'),
      text: letInText(),
      act: letInAct(),
    },
  ]
  // What waits for something else is passed over for what can be done; a door opens without a bridge too.
  const able = steps.findIndex(({ done, act, waits }) => !done && act !== null && waits !== true)
  const next = able < 0 ? steps.findIndex(({ done }) => !done) : able
  return (
    <section aria-labelledby="first-steps" className={classes(styles.steps, hasDoor && styles.above)}>
      <div className={styles.head}>
        <h2 id="first-steps">{t('firstSteps.title')}</h2>
        <Button
          variant="quiet"
          icon="close"
          aria-label={t('firstSteps.dismiss')}
          onPress={() => keepFirstSteps({ dismissed: true })}
        />
      </div>
      <ol aria-label={t('firstSteps.steps')}>
        {steps.map(({ done, title, text, act }, index) => (
          <Step key={title} {...{ done, title, text, act }} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </section>
  )

  function testAct(): StepProps['act'] {
    if (operable !== null) {
      const run = () => {
        keepFirstSteps({ tried: true })
        openModifyLock({ lock: operable.id }, 'operate')
      }
      return { label: t('firstSteps.testAct', { name: shortened(operable.name) }), run }
    }
    if (pairable !== null) {
      return { label: t('firstSteps.pairAct'), run: () => openModifyLock({ lock: pairable.id }, 'devices') }
    }
    return hasDoor ? { label: t('firstSteps.bridgeAct'), run: () => openAddDevice({}) } : null
  }

  function letInAct(): StepProps['act'] {
    if (!mayGrant) return null
    if (free !== null) {
      const run = () => openModifyAccess({ row: free.row, column: free.column })
      return { label: t('firstSteps.letInAct'), run }
    }
    return hasDoor ? { label: t('words.inviteGuests'), run: () => openInviteGuests({}) } : null
  }

  function letInText(): string {
    if (!mayGrant) return t('firstSteps.letInInstaller')
    return t(hasDoor && free === null ? 'firstSteps.letInNobody' : 'firstSteps.letInText')
  }
}

interface StepProps {
  number: number
  done: boolean
  isNext: boolean
  title: string
  text: ReactNode
  act: { label: string; run: () => void } | null
}

function Step({ number, done, isNext, title, text, act }: StepProps) {
  const { t } = useTranslation()
  const state = t(done ? 'firstSteps.done' : isNext ? 'firstSteps.next' : 'firstSteps.waits')
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={classes(done && styles.done, isNext && styles.next, act === null && styles.blocked)}
    >
      <span className={styles.number} aria-hidden>
        {done ? <Icon name="tick" size={16} /> : number}
      </span>
      <div className={styles.step}>
        <h3>{title}</h3>
        <p className={styles.state}>{state}</p>
        {!done && <p>{text}</p>}
        {act !== null && !done && (
          <Button variant={isNext ? 'primary' : 'ghost'} onPress={act.run}>
            {act.label}
          </Button>
        )}
      </div>
    </li>
  )
}
