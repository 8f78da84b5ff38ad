import { surchargeTypes } from '../../../../base/contract/vocabulary.ts'
import { readDecimal, readFcfa, readPercent } from '../../../../base/kernel/written-number.ts'
import { faultyTerms } from '../../../../domain/pricing/drafting/tariff-terms.ts'
import type { TariffTerms } from '../../../../domain/pricing/tariff.ts'

/** What the form of a tariff holds, as it is typed. */
type TypedTariff = Record<string, string>

/** Terms as they stand in the form. */
export function typedTerms(terms: TariffTerms): TypedTariff {
  const surcharges = surchargeTypes.flatMap((type) => {
    const rule = terms.surcharges[type]
    return rule
      ? [
          [`${type}.flat`, String(rule.flatFcfa)],
          [`${type}.perKm`, String(rule.perKmFcfa)],
        ]
      : []
  })
  return {
    baseFcfa: String(terms.baseFcfa),
    includedKm: String(terms.includedKm),
    perKmFcfa: String(terms.perKmFcfa),
    stepFcfa: String(terms.stepFcfa),
    ...Object.fromEntries(surcharges),
    nightFrom: terms.night?.from ?? '',
    nightTo: terms.night?.to ?? '',
    collectionPercent: String(terms.collectionFee.percent),
    collectionMinimumFcfa: String(terms.collectionFee.minimumFcfa),
    cancellationFeeFcfa: String(terms.cancellationFeeFcfa),
    returnFeeFcfa: String(terms.returnFeeFcfa),
  }
}

/** What was typed as terms, or the names of the fields whose values are not valid. */
export function readTerms(fields: Record<string, string>): { terms: TariffTerms } | { faults: string[] } {
  const amount = (name: string) => amountOf(fields[name])
  const surcharges = surchargeTypes.flatMap((type) => {
    const [flat = '', perKm = ''] = [fields[`${type}.flat`]?.trim(), fields[`${type}.perKm`]?.trim()]
    // A surcharge without amounts is none.
    if (flat === '' && perKm === '') return []
    return [[type, { flatFcfa: amountOf(flat || '0'), perKmFcfa: amountOf(perKm || '0') }]]
  })
  const { nightFrom: from = '', nightTo: to = '' } = fields
  const terms: TariffTerms = {
    baseFcfa: amount('baseFcfa'),
    includedKm: readDecimal(fields.includedKm ?? '', { decimals: 6 }) ?? Number.NaN,
    perKmFcfa: amount('perKmFcfa'),
    stepFcfa: amount('stepFcfa'),
    surcharges: Object.fromEntries(surcharges),
    night: from === '' && to === '' ? null : { from, to },
    collectionFee: {
      percent: readPercent(fields.collectionPercent ?? '', 6) ?? Number.NaN,
      minimumFcfa: amount('collectionMinimumFcfa'),
    },
    cancellationFeeFcfa: amount('cancellationFeeFcfa'),
    returnFeeFcfa: amount('returnFeeFcfa'),
  }
  const faults = faultyTerms(terms)
  return faults.length > 0 ? { faults } : { terms }
}

/** Not a number for what is no amount. */
const amountOf = (text = ''): number => readFcfa(text) ?? Number.NaN
