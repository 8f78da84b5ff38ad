import { html } from 'ghtml'
import { surchargeTypes } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { textField } from '../../../../base/pages/form-parts.ts'
import { tariffWording } from './tariff-wording.ts'

/** The fields of a tariff, with what is wrong in them beside each. */
export function tariffFormFields(
  language: Language,
  typed: Record<string, string>,
  faults: readonly string[],
): string {
  const words = tariffWording[language]
  const field = (name: string, label: string, attributes: Record<string, string | number> = {}) =>
    textField({
      name,
      label,
      value: typed[name],
      error: faults.includes(name) ? words.form.fault : undefined,
      attributes: { inputmode: 'decimal', autocomplete: 'off', maxlength: 12, ...attributes },
    })
  const term = (name: string) => field(name, words.terms[name] ?? name)
  const surcharges = surchargeTypes.map((type) => {
    const name = words.terms[type] ?? type
    return html`<div class="pair">!${field(`${type}.flat`, words.form.flat(name))}!${field(`${type}.perKm`, words.form.perKm(name))}</div>`
  })
  const nightFault = faults.includes('night')
    ? html`<p class="error" role="alert">${words.form.fault}</p>`
    : ''
  const time = (name: string, label: string) =>
    textField({ name, label, value: typed[name], attributes: { type: 'time' } })
  return html`<fieldset class="stack"><legend>${words.form.base}</legend><div class="pair">!${term('baseFcfa')}!${term('includedKm')}!${term('perKmFcfa')}!${term('stepFcfa')}</div></fieldset>
<fieldset class="stack"><legend>${words.form.surcharges}</legend><p class="hint">${words.form.surchargesHint}</p>!${surcharges}
!${nightFault}<div class="pair">!${time('nightFrom', words.form.nightFrom)}!${time('nightTo', words.form.nightTo)}</div><p class="hint">${words.form.nightHint}</p></fieldset>
<fieldset class="stack"><legend>${words.form.fees}</legend><div class="pair">!${term('collectionPercent')}!${term('collectionMinimumFcfa')}!${term('cancellationFeeFcfa')}!${term('returnFeeFcfa')}</div></fieldset>`
}
