import { countText, namedFigure } from '../../../base/kernel/figure-text.ts'
import { type Step, steps } from '../../../domain/reports/counted-delivery.ts'
import { type ReportSum, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { type StepTime, stepTime } from '../../../domain/reports/step-time.ts'
import { barFigure } from '../../../web/figures/bar-figure.ts'
import { type OperationsText, speak } from '../operations-words.ts'

import type { Report } from './shown-report.ts'

const stepNames: Record<Step, OperationsText> = {
  LOCATE: 'Position given',
  SEARCH: 'Courier found',
  PICK_UP: 'Parcel picked up',
  RIDE: 'Parcel handed over',
  TOTAL: 'From order to door',
}

const shortNames: Record<Step, OperationsText> = {
  LOCATE: 'Position',
  SEARCH: 'Search#step',
  PICK_UP: 'Pick-up',
  RIDE: 'Ride',
  TOTAL: 'In all',
}

/** The time of a step, of sums that are told apart by step and minutes. */
export const timeOfStep = (sums: readonly ReportSum[], step: Step): StepTime =>
  stepTime(
    sums.filter(({ part }) => part === step).map(({ bucket: minutes, value: count }) => ({ minutes, count })),
  )

/** How long each step of a delivery took that was handed over. */
export const timesReport: Report = {
  lead: 'Of parcels handed over, in minutes. Half of them took at most the median, nine in ten at most the second figure. What is ordered for later counts from its window.',
  read: async ({ db }, asked, language) => {
    const t = speak(language)
    const sums = await sumMeasure(db, 'STEP', asked, ['part', 'bucket'])
    const times = steps.map((step) => ({ step, ...timeOfStep(sums, step) }))
    const total = times.find(({ step }) => step === 'TOTAL')
    const minutes = (value: number | null | undefined) =>
      value === null || value === undefined
        ? t('–')
        : t('{minutes} min', { minutes: countText(value, language) })
    const label = t('Minutes by step: from order to door, half took {median}, nine in ten {ninth} at most.', {
      median: minutes(total?.median),
      ninth: minutes(total?.ninth),
    })
    const bars = times.map(({ step, median, ninth }) => ({
      name: t(shortNames[step]),
      title: namedFigure(t(stepNames[step]), `${minutes(median)}, ${minutes(ninth)}`, language),
      parts: [median ?? 0, (ninth ?? 0) - (median ?? 0)],
    }))
    return {
      figure: total?.count ? barFigure({ label, bars, tickText: (value) => minutes(value) }) : undefined,
      keys: [t('Median'), t('Nine in ten')],
      table: {
        heads: [t('Step'), t('Median, min'), t('Nine in ten, min'), t('Parcels')],
        rows: times.map(({ step, median, ninth, count }) => [t(stepNames[step]), median, ninth, count]),
      },
    }
  },
}
