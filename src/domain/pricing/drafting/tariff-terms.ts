import { surchargeTypes } from '../../../contract/vocabulary.ts'
import type { TariffTerms } from '../tariff.ts'

/** What terms must lie between; amounts in FCFA, distances in kilometres. */
export const termBounds = {
  amountFcfa: { min: 0, max: 1_000_000 },
  includedKm: { min: 0, max: 1000 },
  stepFcfa: { min: 1, max: 10_000 },
  collectionPercent: { min: 0, max: 100 },
} as const

type Bounds = { min: number; max: number }
type Term = [name: string, value: number, bounds: Bounds, isWhole: boolean]

/** The names of terms that no tariff may have. */
export function faultyTerms(terms: TariffTerms): string[] {
  const { amountFcfa, includedKm, stepFcfa, collectionPercent } = termBounds
  const numbers: Term[] = [
    ['baseFcfa', terms.baseFcfa, amountFcfa, true],
    ['includedKm', terms.includedKm, includedKm, false],
    ['perKmFcfa', terms.perKmFcfa, amountFcfa, true],
    ['stepFcfa', terms.stepFcfa, stepFcfa, true],
    ['collectionPercent', terms.collectionFee.percent, collectionPercent, false],
    ['collectionMinimumFcfa', terms.collectionFee.minimumFcfa, amountFcfa, true],
    ['cancellationFeeFcfa', terms.cancellationFeeFcfa, amountFcfa, true],
    ['returnFeeFcfa', terms.returnFeeFcfa, amountFcfa, true],
    ...surchargeTypes.flatMap((type): Term[] => {
      const rule = terms.surcharges[type]
      if (!rule) return []
      return [
        [`${type}.flat`, rule.flatFcfa, amountFcfa, true],
        [`${type}.perKm`, rule.perKmFcfa, amountFcfa, true],
      ]
    }),
  ]
  const faulty = numbers.filter((term) => !isWithin(term)).map(([name]) => name)
  return isNightPossible(terms.night) ? faulty : [...faulty, 'night']
}

function isWithin([, value, { min, max }, isWhole]: Term): boolean {
  return (isWhole ? Number.isInteger(value) : Number.isFinite(value)) && value >= min && value <= max
}

/** A time of the day as `HH:MM`. */
const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether the hours of the night are two different times of the day, or there is no night. */
export const isNightPossible = (night: TariffTerms['night']): boolean =>
  night === null || (clockTime.test(night.from) && clockTime.test(night.to) && night.from !== night.to)

/** Exactly the terms, in one order, without whatever else an object carries. */
export const onlyTerms = (terms: TariffTerms): TariffTerms => ({
  baseFcfa: terms.baseFcfa,
  includedKm: terms.includedKm,
  perKmFcfa: terms.perKmFcfa,
  stepFcfa: terms.stepFcfa,
  surcharges: Object.fromEntries(
    surchargeTypes.flatMap((type) => {
      const rule = terms.surcharges[type]
      return rule ? [[type, { flatFcfa: rule.flatFcfa, perKmFcfa: rule.perKmFcfa }]] : []
    }),
  ),
  night: terms.night && { from: terms.night.from, to: terms.night.to },
  collectionFee: { percent: terms.collectionFee.percent, minimumFcfa: terms.collectionFee.minimumFcfa },
  cancellationFeeFcfa: terms.cancellationFeeFcfa,
  returnFeeFcfa: terms.returnFeeFcfa,
})
