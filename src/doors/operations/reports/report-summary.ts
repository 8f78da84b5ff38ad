import { html } from 'ghtml'
import { amountText, countText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { Step } from '../../../domain/reports/counted-delivery.ts'
import { type ReportAsked, sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import type { StepTime } from '../../../domain/reports/step-time.ts'
import { keyFigures } from '../../../web/figures/key-figures.ts'
import { rateText, shareText } from '../../../web/figures/report-text.ts'
import { speak } from '../operations-words.ts'
import { endedCounts, shareOf } from './failures-report.ts'
import { addMoney, leftOf, moneySums } from './money-report.ts'
import { onTimeShare, punctualityCounts } from './punctuality-report.ts'
import type { ReportPageDeps } from './shown-report.ts'
import { timeOfStep } from './times-report.ts'

/** What a range comes to at a glance. */
export type ReportSummary = {
  onTime: number | null
  total: StepTime
  delivered: number
  failed: number
  ended: number
  leftFcfa: number
}

/** Reads what a range comes to. */
export async function readSummary({ db }: ReportPageDeps, asked: ReportAsked): Promise<ReportSummary> {
  const total: Step = 'TOTAL'
  const [punctual, times, ended, money] = await Promise.all([
    sumMeasure(db, 'PUNCTUAL', asked, ['part']),
    sumMeasure(db, 'STEP', { ...asked, part: total }, ['part', 'bucket']),
    sumMeasure(db, 'ENDED', asked, ['part']),
    sumMeasure(db, 'MONEY', asked, ['part']),
  ])
  return {
    onTime: onTimeShare(punctualityCounts(punctual)),
    total: timeOfStep(times, total),
    ...endedCounts(ended),
    leftFcfa: leftOf(addMoney([...moneySums(money).values()])),
  }
}

/** Four figures, each beside that of the other range where there is one. */
export function summaryPart(
  summary: ReportSummary,
  other: ReportSummary | undefined,
  language: Language,
): string {
  const t = speak(language)
  const { onTime, total, delivered, failed, ended, leftFcfa } = summary
  const minutes = (value: number | null) =>
    value === null ? t('–') : t('{minutes} min', { minutes: countText(value, language) })
  const figures = [
    {
      name: t('On time'),
      value: onTime === null ? t('–') : shareText(onTime, language),
      about: onTime !== null && other?.onTime != null ? pointsText(onTime - other.onTime, language) : '',
    },
    {
      name: t('From order to door'),
      value: minutes(total.median),
      about: [
        ...(total.ninth === null
          ? []
          : [t('half of them; nine in ten {ninth} at most', { ninth: minutes(total.ninth) })]),
        ...(other ? [t('before: {value}', { value: minutes(other.total.median) })] : []),
      ].join(' · '),
    },
    {
      name: t('Parcels handed over'),
      value: countText(delivered, language),
      about: [
        ...(ended === 0
          ? []
          : [
              t('{count} failed, {share}', {
                count: countText(failed, language),
                share: shareOf(failed, ended, language),
              }),
            ]),
        ...(other ? [changeText(delivered, other.delivered, language)] : []),
      ].join(' · '),
    },
    {
      name: t('Left, couriers paid'),
      value: amountText(leftFcfa, language),
      about: other ? changeText(leftFcfa, other.leftFcfa, language) : '',
    },
  ]
  return keyFigures(figures.map((figure) => ({ ...figure, about: html`${figure.about}` })))
}

/** A change of a share: `▲ 1,8 point`. */
function pointsText(change: number, language: Language): string {
  const points = Math.round(change * 1_000) / 10
  const said = rateText(Math.abs(points), language)
  return speak(language)('{change} points', { change: `${arrowOf(points)} ${said}` })
}

/** A change of an amount, as a share of the other one: `▲ 14 %`; nothing where the other is nothing. */
function changeText(value: number, other: number, language: Language): string {
  const t = speak(language)
  if (other <= 0) return t('before: {value}', { value: countText(other, language) })
  const change = (value - other) / other
  return `${arrowOf(change)} ${shareText(Math.abs(change), language)}`
}

/** The direction of a change, as a sign that is no colour. */
function arrowOf(change: number): string {
  if (change === 0) return '='
  return change > 0 ? '▲' : '▼'
}
