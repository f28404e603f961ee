import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { classes } from './classes'
import { FieldText } from './FieldText'
import { Icon, type IconName } from './Icon'
import styles from './Segmented.module.css'

/** One choice of a segmented control. `tone` colours it while it is chosen. */
export interface Segment<V extends string> {
  value: V
  label: string
  icon?: IconName
  tone?: 'permanent' | 'temporary' | 'recurring'
  isDisabled?: boolean
}

/** Two to four choices side by side, of which one holds: a radio group to keyboard and screen reader. */
export function Segmented<V extends string>({
  label,
  labelHidden = true,
  error,
  segments,
  value,
  onChange,
  isDisabled,
  className,
}: {
  label: string
  labelHidden?: boolean
  /** What is wrong with the choice. */
  error?: ReactNode
  segments: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  isDisabled?: boolean
  className?: string
}) {
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => onChange(chosen as V)}
      isDisabled={isDisabled}
      isInvalid={error != null}
      orientation="horizontal"
      className={classes(styles.group, className)}
    >
      <Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <div className={styles.segments}>
        {segments.map((segment) => (
          <Radio
            key={segment.value}
            value={segment.value}
            isDisabled={segment.isDisabled}
            className={classes(styles.segment, segment.tone && styles[segment.tone])}
          >
            {segment.icon && <Icon name={segment.icon} size={18} />}
            <span>{segment.label}</span>
          </Radio>
        ))}
      </div>
      <FieldText error={error} />
    </RadioGroup>
  )
}
