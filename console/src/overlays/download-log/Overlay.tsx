import { parseDate, type CalendarDate } from '@internationalized/date'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import { numberFormat } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { dayOf, periodDays, PERIODS, spanOf, type Days } from '../../model/period'
import { zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import type { Lack } from '../../ui/DateParts'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { Dialog } from '../../ui/Dialog'
import { ProgressBar } from '../../ui/ProgressBar'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { Outcome } from './Outcome'
import styles from './Overlay.module.css'
import type { DownloadLogProps } from './props'
import { useDownload } from './use-download'

type Field = keyof Days

/** Asks which days of a log are wanted, then writes them into a file. */
export default function DownloadLog({ log, name, zone, fileName, close }: DownloadLogProps & OverlayProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow(), zoneOf(zone))
  const [days, setDays] = useState<Days>(() => periodDays('week', today))
  const [lacks, setLacks] = useState<Readonly<Record<Field, Lack | null>>>({ from: null, to: null })
  // A field half typed is not wrong until it is to count.
  const [isTried, setTried] = useState(false)
  const { download, start, cancel } = useDownload(log, fileName)
  const isRunning = download.stage === 'running'
  const isReversed = days.from !== null && days.to !== null && days.to < days.from
  const isValid = lacks.from === null && lacks.to === null && !isReversed

  function begin() {
    setTried(true)
    if (isValid) start(spanOf(days, zoneOf(zone)))
  }

  function errorOf(field: Field): string | undefined {
    if (!isTried) return undefined
    const lack = lacks[field]
    if (lack !== null) return t(lack === 'part' ? 'csv.log.incomplete' : 'csv.log.noDay')
    return field === 'to' && isReversed ? t('csv.log.toBeforeFrom') : undefined
  }

  return (
    <Dialog
      title={t('csv.log.title', { name: shortened(name) })}
      size="small"
      onClose={isRunning ? cancel : close}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button onPress={isRunning ? cancel : close}>{t(isRunning ? 'ui.cancel' : 'ui.close')}</Button>
          <Button variant="primary" isPending={isRunning} pendingLabel={t('overlay.downloading')} onPress={begin}>
            {t('csv.log.download')}
          </Button>
        </>
      }
      notice={
        isRunning ? (
          <ProgressBar
            label={t('csv.log.soFar', {
              count: download.entries,
              entries: numberFormat().format(download.entries),
            })}
          />
        ) : (
          <Outcome download={download} />
        )
      }
    >
      <div role="group" aria-label={t('csv.log.periods.label')} className={styles.presets}>
        {PERIODS.map((period) => (
          <Button key={period} isDisabled={isRunning} onPress={() => setDays(periodDays(period, today))}>
            {t(`csv.log.periods.${period}`)}
          </Button>
        ))}
      </div>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((field) => (
          <DayField
            key={field}
            label={t(`csv.log.${field}`)}
            day={days[field]}
            isDisabled={isRunning}
            error={errorOf(field)}
            onChange={(day) => setDays((before) => ({ ...before, [field]: day }))}
            onIncomplete={(lack) => setLacks((before) => ({ ...before, [field]: lack }))}
          />
        ))}
      </div>
      <p className={styles.small}>{t('csv.log.clock', { clock: clockNameText(zone) })}</p>
    </Dialog>
  )
}

function DayField({
  label,
  day,
  isDisabled,
  error,
  onChange,
  onIncomplete,
}: {
  label: string
  day: string | null
  isDisabled: boolean
  error: string | undefined
  onChange: (day: string | null) => void
  onIncomplete: (lack: Lack | null) => void
}) {
  // One object for one day: a part that is being typed is left alone.
  const value = useMemo(() => (day === null ? null : parseDate(day)), [day])
  return (
    <DateTimePicker<CalendarDate>
      granularity="day"
      {...{ label, value, isDisabled, error, onIncomplete }}
      onChange={(next) => onChange(next?.toString() ?? null)}
    />
  )
}
