import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { readDecimal, readFcfa, readPercent } from '../../../../base/kernel/written-number.ts'
import { surchargeTypes } from '../../../../contract/vocabulary.ts'
import { isNightPossible, termBounds } from '../../../../domain/pricing/drafting/tariff-terms.ts'
import type { TariffTerms } from '../../../../domain/pricing/tariff.ts'
import { formFields, numberField, optional, readForm } from '../../../../pages/form.ts'
import { textField } from '../../../../pages/form-parts.ts'
import { speak } from '../../operations-words.ts'

/** What is typed into the form of a tariff, and what is wrong with it, by field; of the night by `night`. */
export type TypedTariff = Readonly<Record<string, string>>
export type TariffFaults = Readonly<Record<string, string | undefined>>

/** The terms of a tariff, as its form and its tables call them. */
export const termNames = {
  baseFcfa: 'Base price',
  includedKm: 'Distance included',
  perKmFcfa: 'Each further kilometre',
  stepFcfa: 'Rounded up to a multiple of',
  LARGE_PARCEL: 'Large parcel',
  FRAGILE: 'Fragile',
  NIGHT: 'Night',
  RAIN: 'Rain',
  HIGH_DEMAND: 'High demand',
  night: 'Hours of the night',
  collectionPercent: 'Collection fee',
  collectionMinimumFcfa: 'Collection fee, at least',
  cancellationFeeFcfa: 'Cancelling, courier at the shop',
  returnFeeFcfa: 'Bringing the parcel back',
} as const
export type TermName = keyof typeof termNames

const tariffForm = (language: Language) => {
  const t = speak(language)
  const about = { wrong: t('This is no possible value.'), attributes: { inputmode: 'decimal' } }
  const term = (name: TermName, read: (text: string) => number | undefined) =>
    numberField({ ...about, label: t(termNames[name]), read })
  const amount = (name: TermName) => term(name, (text) => readFcfa(text, termBounds.amountFcfa))
  const surcharge = (label: string) =>
    optional(
      numberField({ ...about, label, isNarrow: true, read: (text) => readFcfa(text, termBounds.amountFcfa) }),
    )
  const surcharges = surchargeTypes.flatMap((type) => {
    const name = t(termNames[type])
    return [
      [`${type}.flat`, surcharge(t('{name}, flat', { name }))] as const,
      [`${type}.perKm`, surcharge(t('{name}, a km', { name }))] as const,
    ]
  })
  return {
    trip: {
      baseFcfa: amount('baseFcfa'),
      includedKm: term('includedKm', (text) => readDecimal(text, { ...termBounds.includedKm, decimals: 6 })),
      perKmFcfa: amount('perKmFcfa'),
      stepFcfa: term('stepFcfa', (text) => readFcfa(text, termBounds.stepFcfa)),
    },
    surcharges: Object.fromEntries(surcharges),
    fees: {
      collectionPercent: term('collectionPercent', (text) => readPercent(text, 6)),
      collectionMinimumFcfa: amount('collectionMinimumFcfa'),
      cancellationFeeFcfa: amount('cancellationFeeFcfa'),
      returnFeeFcfa: amount('returnFeeFcfa'),
    },
  }
}

/** The fields of a tariff, with what is wrong in them beside each. */
export function tariffFields(language: Language, typed: TypedTariff, faults: TariffFaults): string {
  const t = speak(language)
  const { trip, surcharges, fees } = tariffForm(language)
  const nightFault = faults.night ? html`<p class="error" role="alert">${faults.night}</p>` : ''
  const time = (name: string, label: string) =>
    textField({ name, label, value: typed[name], attributes: { type: 'time' } })
  const flat = t('A flat amount, and an amount for each started kilometre. Empty: no surcharge.')
  return html`<fieldset class="stack"><legend>${t('The trip')}</legend>
<div class="pair">!${formFields(trip, typed, faults)}</div></fieldset>
<fieldset class="stack"><legend>${t('Surcharges')}</legend>
<p class="hint">${flat}</p>
!${formFields(surcharges, typed, faults)}
!${nightFault}
<div class="pair">!${time('nightFrom', t('Night, from'))}!${time('nightTo', t('to'))}</div>
<p class="hint">${t('Its start belongs to it, its end does not. Empty: no night.')}</p></fieldset>
<fieldset class="stack"><legend>${t('Fees')}</legend>
<div class="pair">!${formFields(fees, typed, faults)}</div></fieldset>`
}

/** What was typed as terms, or what is wrong with which field. */
export function readTerms(
  typed: TypedTariff,
  language: Language,
): { terms: TariffTerms; faults?: undefined } | { terms?: undefined; faults: TariffFaults } {
  const form = tariffForm(language)
  const trip = readForm(form.trip, typed)
  const surcharges = readForm(form.surcharges, typed)
  const fees = readForm(form.fees, typed)
  const { nightFrom: from = '', nightTo: to = '' } = typed
  const night = from === '' && to === '' ? null : { from, to }
  const nightFault = isNightPossible(night) ? {} : { night: speak(language)('This is no possible value.') }
  if (!trip.values || !surcharges.values || !fees.values || nightFault.night)
    return { faults: { ...trip.faults, ...surcharges.faults, ...fees.faults, ...nightFault } }
  const { collectionPercent: percent, collectionMinimumFcfa: minimumFcfa, ...fixed } = fees.values
  const surchargesTyped = surchargesOf(surcharges.values)
  return {
    terms: {
      ...trip.values,
      surcharges: surchargesTyped,
      night,
      collectionFee: { percent, minimumFcfa },
      ...fixed,
    },
  }
}

/** Those that have an amount. */
const surchargesOf = (amounts: Readonly<Record<string, number | null>>): TariffTerms['surcharges'] =>
  Object.fromEntries(
    surchargeTypes.flatMap((type) => {
      const [flat = null, perKm = null] = [amounts[`${type}.flat`], amounts[`${type}.perKm`]]
      return flat === null && perKm === null ? [] : [[type, { flatFcfa: flat ?? 0, perKmFcfa: perKm ?? 0 }]]
    }),
  )

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
