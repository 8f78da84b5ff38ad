import { countText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { FailureCode } from '../../../contract/vocabulary.ts'
import type { EndingReason } from '../../../domain/deliveries/ending-reason.ts'
import { failureWording } from '../../../domain/deliveries/failure-reason.ts'
import { sumMeasure } from '../../../domain/reports/report-sum-store.ts'
import { shareText } from '../../../web/figures/report-text.ts'
import { rowFigure } from '../../../web/figures/row-figure.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import type { Report } from './shown-report.ts'

/** Why a parcel was not handed over, where the courier gave no reason. */
const endingNames: Record<Exclude<EndingReason, `FAILED_${FailureCode}`>, OperationsText> = {
  CANCELLED_BY_SHOP: 'Cancelled by the shop',
  CANCELLED_BY_SERVICE: 'Cancelled by you',
  NO_LOCATION: 'Position not given in time',
  NO_COURIER: 'No courier found in time',
  ENDED_BY_SERVICE: 'Ended by you',
}

const isFailure = (reason: EndingReason): reason is `FAILED_${FailureCode}` => reason.startsWith('FAILED_')

function reasonText(reason: EndingReason, language: Language): string {
  if (isFailure(reason)) return failureWording[reason.slice('FAILED_'.length) as FailureCode][language]
  return speak(language)(endingNames[reason])
}

/** How many parcels ended without a hand-over, and why. */
export const failuresReport: Report = {
  lead: 'Why parcels that ended in these days were not handed over: refused or not found at the door, cancelled, or expired.',
  read: async ({ db }, asked, language) => {
    const t = speak(language)
    const sums = await sumMeasure(db, 'ENDED', asked, ['part'])
    const ended = sums.reduce((sum, { value }) => sum + value, 0)
    const reasons = sums
      .filter(({ part }) => part !== 'DELIVERED')
      .toSorted((one, other) => other.value - one.value)
    const missed = reasons.reduce((sum, { value }) => sum + value, 0)
    const label = t('{missed} of {ended} parcels were not handed over, most for: {reason}.', {
      missed: countText(missed, language),
      ended: countText(ended, language),
      reason: reasons[0] ? reasonText(reasons[0].part as EndingReason, language) : t('–'),
    })
    const rows = reasons.map(({ part, value }) => ({
      text: reasonText(part as EndingReason, language),
      value,
      share: shareOf(value, ended, language),
    }))
    return {
      figure:
        missed === 0
          ? undefined
          : rowFigure({
              label,
              rows: rows.map(({ text, value, share }) => ({
                name: text,
                parts: [value],
                valueText: `${countText(value, language)} · ${share}`,
              })),
            }),
      table: {
        heads: [t('Reason'), t('Parcels'), t('Share of all')],
        rows: [
          ...rows.map(({ text, value, share }) => [text, value, share]),
          [t('In all'), missed, shareOf(missed, ended, language)],
          [t('Handed over'), ended - missed, shareOf(ended - missed, ended, language)],
        ],
      },
    }
  },
}

/** What the ends of parcels come to: handed over, and not. */
export function endedCounts(sums: readonly { part: string; value: number }[]) {
  const delivered = sums.find(({ part }) => part === 'DELIVERED')?.value ?? 0
  const ended = sums.reduce((sum, { value }) => sum + value, 0)
  const failed = sums
    .filter(({ part }) => isFailure(part as EndingReason))
    .reduce((sum, { value }) => sum + value, 0)
  return { delivered, failed, ended }
}

/** A share in words, of nothing a dash. */
export const shareOf = (count: number, all: number, language: Language): string =>
  all === 0 ? '–' : shareText(count / all, language)
