import { html } from 'ghtml'
import { parcelSizes } from '../../../../base/contract/vocabulary.ts'
import { amountText, distanceText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, selectField, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { PastPriceComparison } from '../../../../domain/deliveries/past-prices/compare-past-prices.ts'
import {
  differenceOf,
  type RepricedTrip,
} from '../../../../domain/deliveries/past-prices/price-differences.ts'
import type { QuoteComparison } from '../../../../domain/pricing/drafting/compare-quote.ts'
import type { PricedTrip } from '../../../../domain/pricing/price-trip.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { valueWording } from '../../../workspace/value-wording.ts'
import { cityHref } from '../../cities/city-request.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { tariffWording } from './tariff-wording.ts'
import type { TrialFault } from './trial-form.ts'

export type TrialScreen = {
  language: Language
  city: City
  zones: readonly Zone[]
  typed: Record<string, string>
  faults: readonly TrialFault[]
  quote: QuoteComparison | undefined
  past: PastPriceComparison | undefined
  notice: WorkspaceNotice | undefined
}

/** A draft beside the tariff in force: over the last trips of the city, and for one trip that somebody thinks of. */
export function trialPage(screen: TrialScreen): OperationsContent {
  const { language, city, notice } = screen
  const words = tariffWording[language].trial
  return {
    section: 'cities',
    title: words.title(city.name),
    back: { href: cityHref(city.id, '/tariff'), label: words.back },
    notice,
    isWide: true,
    main: html`<p>${words.lead}</p><div class="columns"><div>!${screen.quote ? quotePart(screen, screen.quote) : ''}!${trialForm(screen)}</div>!${pastPart(screen)}</div>`,
  }
}

function trialForm({ language, city, zones, typed, faults }: TrialScreen): string {
  const words = tariffWording[language].trial
  const options = [
    { value: '', label: words.noZone },
    ...zones.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const end = (name: 'from' | 'to', label: string, error: string | undefined) =>
    html`<div class="pair">!${selectField({ name: `${name}Zone`, label: `${label}, ${words.zone}`, value: typed[`${name}Zone`] ?? '', options })}!${textField(
      {
        name: `${name}Point`,
        label: `${label}, ${words.point}`,
        value: typed[`${name}Point`],
        error,
        hint: name === 'from' ? words.pointHint : undefined,
        attributes: { maxlength: 500, autocomplete: 'off' },
      },
    )}</div>`
  const fields = html`!${end('from', words.from, faults.includes('from') ? words.fromFault : undefined)}!${end('to', words.to, faults.includes('to') ? words.toFault : undefined)}
<div class="pair">!${selectField({
    name: 'size',
    label: words.size,
    value: typed.size ?? 'SMALL',
    options: parcelSizes.map((size) => ({ value: size, label: valueWording[language].size[size] })),
  })}!${textField({
    name: 'at',
    label: words.at,
    value: typed.at,
    error: faults.includes('at') ? words.atFault : undefined,
    attributes: { type: 'datetime-local' },
  })}</div><div class="pair">!${checkField({ name: 'fragile', label: words.fragile, isChecked: typed.fragile === 'on' })}!${checkField({ name: 'rain', label: words.rain, isChecked: typed.rain === 'on' })}!${checkField({ name: 'demand', label: words.demand, isChecked: typed.demand === 'on' })}</div>!${submitButton(words.button)}`
  return html`<form method="get" action="${cityHref(city.id, '/tariff')}/trial" class="stack card">!${fields}</form>`
}

/** The working of both prices, line by line; a line that one of them does not have costs nothing there. */
function quotePart({ language }: TrialScreen, { today, draft }: QuoteComparison): string {
  const words = tariffWording[language].trial
  const names = [...new Set([...linesOf(draft), ...linesOf(today)].map(([name]) => name))]
  const amountIn = (trip: PricedTrip | null, name: string) =>
    trip ? (linesOf(trip).find(([line]) => line === name)?.[1] ?? 0) : undefined
  const row = (label: string, before: number | undefined, after: number, kind = '') =>
    html`<tr!${kind}><th scope="row">${label}</th><td class="number">${before === undefined ? '–' : before.toLocaleString(language)}</td><td class="number">${after.toLocaleString(language)}</td><td class="number">${before === undefined ? '' : bareSigned(after - before, language)}</td></tr>`
  const label = (name: string) =>
    valueWording[language].surcharge[name as keyof (typeof valueWording)['fr']['surcharge']] ?? words.shop
  const zones = [draft.fromZone, draft.toZone].map((zone) => zone ?? '–').join(' → ')
  return html`<section class="card" id="quote"><h2>${zones}</h2><p class="hint">${words.distance(distanceText(draft.working.distanceMeters, language))} ${words.rule[draft.working.rule]}</p>
<div class="table compare"><table><thead><tr><th scope="col">${words.line}</th><th scope="col">${words.today}</th><th scope="col">${words.draft}</th><th scope="col">${words.difference}</th></tr></thead><tbody>!${names.map((name) => row(label(name), amountIn(today, name), amountIn(draft, name) ?? 0))}!${row(words.price, today?.priceFcfa, draft.priceFcfa)}</tbody></table></div></section>`
}

function linesOf(trip: PricedTrip | null): [name: string, amountFcfa: number][] {
  if (!trip) return []
  const discounts = trip.discountFcfa > 0 ? [['DISCOUNT', -trip.discountFcfa] as [string, number]] : []
  return [
    ...trip.working.lines.map(({ line, amountFcfa }): [string, number] => [line, amountFcfa]),
    ...discounts,
  ]
}

function pastPart({ language, past }: TrialScreen): string {
  const words = tariffWording[language].trial
  if (!past || past.trips === 0)
    return html`<section class="card" id="past"><h2>${words.past}</h2><p>${words.noPast}</p></section>`
  const share = (count: number) => `${words.count(count)} (${Math.round((100 * count) / past.trips)}\u00a0%)`
  const change = past.draftFcfa - past.todayFcfa
  const line = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`
  const extreme = (trip: RepricedTrip | null) =>
    trip ? `${signed(differenceOf(trip), language)} ${words.of(trip.reference)}` : '–'
  return html`<section class="card" id="past"><h2>${words.past}</h2><p>${words.pastLead(past.trips, past.leftOut)}</p>
<dl>!${line(words.dearer, share(past.dearer))}!${line(words.cheaper, share(past.cheaper))}!${line(words.same, share(past.same))}!${line(words.sum, `${amountText(past.todayFcfa, language)} → ${amountText(past.draftFcfa, language)} (${signed(change, language)})`)}!${line(words.median, signed(past.medianFcfa, language))}!${line(words.mostDearer, extreme(past.mostDearer))}!${line(words.mostCheaper, extreme(past.mostCheaper))}</dl>
<h3>${words.spread}</h3>!${histogram(past, language)}</section>`
}

function histogram({ histogram: bars }: PastPriceComparison, language: Language): string {
  const words = tariffWording[language].trial
  const highest = Math.max(...bars.map(({ count }) => count))
  return html`<p class="hint">${words.betweenHint}</p><div class="table compare"><table class="bars"><tbody>!${bars.map(
    ({ fromFcfa, toFcfa, count }) =>
      html`<tr><th scope="row">${words.between(bareSigned(fromFcfa, language), bareSigned(toFcfa, language))}</th><td><progress max="${highest}" value="${count}" aria-hidden="true"></progress></td><td class="number">${words.count(count)}</td></tr>`,
  )}</tbody></table></div>`
}

/** An amount with its sign: `+150 FCFA`. */
const signed = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${amountText(Math.abs(fcfa), language)}`

/** The same without the unit. */
const bareSigned = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${Math.abs(fcfa).toLocaleString(language)}`

const signOf = (fcfa: number): string => (fcfa > 0 ? '+' : fcfa < 0 ? '−' : '')
