import { html } from 'ghtml'
import { surchargeTypes } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { textField } from '../../../../base/pages/form-parts.ts'
import { type OperationsText, speak } from '../../operations-words.ts'

export const tariffTerms: Record<string, OperationsText> = {
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
}

/** The fields of a tariff, with what is wrong in them beside each. */
export function tariffFormFields(
  language: Language,
  typed: Record<string, string>,
  faults: readonly string[],
): string {
  const t = speak(language)
  const field = (name: string, label: string, attributes: Record<string, string | number> = {}) =>
    textField({
      name,
      label,
      value: typed[name],
      error: faults.includes(name) ? t('This is no possible value.') : undefined,
      attributes: { inputmode: 'decimal', autocomplete: 'off', maxlength: 12, ...attributes },
    })
  const named = (name: string) => (tariffTerms[name] ? t(tariffTerms[name]) : name)
  const term = (name: string) => field(name, named(name))
  const surcharges = surchargeTypes.map((type) => {
    const name = named(type)
    return html`<div class="pair">!${field(`${type}.flat`, t('{name}, flat', { name }))}!${field(`${type}.perKm`, t('{name}, a km', { name }))}</div>`
  })
  const nightFault = faults.includes('night')
    ? html`<p class="error" role="alert">${t('This is no possible value.')}</p>`
    : ''
  const time = (name: string, label: string) =>
    textField({ name, label, value: typed[name], attributes: { type: 'time' } })
  return html`<fieldset class="stack"><legend>${t('The trip')}</legend><div class="pair">!${term('baseFcfa')}!${term('includedKm')}!${term('perKmFcfa')}!${term('stepFcfa')}</div></fieldset>
<fieldset class="stack"><legend>${t('Surcharges')}</legend><p class="hint">${t('A flat amount, and an amount for each started kilometre. Empty: no surcharge.')}</p>!${surcharges}
!${nightFault}<div class="pair">!${time('nightFrom', t('Night, from'))}!${time('nightTo', t('to'))}</div><p class="hint">${t('Its start belongs to it, its end does not. Empty: no night.')}</p></fieldset>
<fieldset class="stack"><legend>${t('Fees')}</legend><div class="pair">!${term('collectionPercent')}!${term('collectionMinimumFcfa')}!${term('cancellationFeeFcfa')}!${term('returnFeeFcfa')}</div></fieldset>`
}
