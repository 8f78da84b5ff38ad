import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { PeriodFault } from '../../../domain/money/statements/shop/statement-period.ts'
import { selectField, textField } from '../../../pages/form-parts.ts'
import { rangeText } from '../../../web/figures/report-text.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { type AskedReport, type Beside, besides, reportPath } from './asked-report.ts'

const faultNames: Record<PeriodFault, OperationsText> = {
  NO_DAY: 'Both days are needed.',
  BACKWARDS: 'The last day is before the first one.',
  TOO_LONG: 'At most 366 days at once.',
}

const besideNames: Record<Beside, OperationsText> = {
  '': 'Nothing#compared',
  BEFORE: 'The days just before',
  YEAR: 'The same days a year before',
}

/** Days, city, and what stands beside them; sent as an address, so that it can be kept and shared. */
export function reportForm(
  name: string,
  { asked, cities }: { asked: AskedReport; cities: readonly { id: string; name: string }[] },
  language: Language,
): string {
  const t = speak(language)
  const error = asked.fault && t(faultNames[asked.fault])
  const day = (of: 'from' | 'to', label: string) =>
    textField({
      ...{ name: of, label, value: asked[of], attributes: { type: 'date', required: true } },
      error: of === 'from' ? error : undefined,
    })
  const city = selectField({
    name: 'city',
    label: t('City'),
    value: asked.cityId ?? '',
    options: [
      { value: '', label: t('All cities') },
      ...cities.map((each) => ({ value: each.id, label: each.name })),
    ],
  })
  const beside = selectField({
    name: 'beside',
    label: t('Compared with'),
    value: asked.beside,
    options: besides.map((value) => ({ value, label: t(besideNames[value]) })),
  })
  const other = textField({
    name: 'otherFrom',
    label: t('Or with days from'),
    value: asked.otherFrom,
    attributes: { type: 'date' },
  })
  const fields = [day('from', t('From#from')), day('to', t('To#to')), city, beside, other]
  const about = [rangeText(asked.range, language), asked.cityName ?? t('All cities')]
  if (asked.other) about.push(t('beside {range}', { range: rangeText(asked.other, language) }))
  return html`<details class="card"!${asked.fault ? ' open' : ''}><summary>${about.join(' · ')}</summary>
<form class="stack" action="${reportPath(name)}"><div class="row">!${fields}
<button class="plain">${t('Show#show')}</button></div></form></details>`
}
