import { html } from 'ghtml'
import { amountText, distanceText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { PastPriceComparison } from '../../../../domain/deliveries/past-prices/compare-past-prices.ts'
import {
  differenceOf,
  type RepricedTrip,
} from '../../../../domain/deliveries/past-prices/price-differences.ts'
import type { QuoteComparison } from '../../../../domain/pricing/drafting/compare-quote.ts'
import type { PricedTrip } from '../../../../domain/pricing/price-trip.ts'
import { factList } from '../../../../pages/list-parts.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { type OperationsText, speak } from '../../operations-words.ts'

const ruleTexts: Record<'DISTANCE' | 'ZONE_PAIR' | 'ZONE_MEDIAN' | 'HALF_RADIUS', OperationsText> = {
  DISTANCE: 'Base by distance.',
  ZONE_PAIR: 'This pair of zones has its own base.',
  ZONE_MEDIAN: 'Estimate: the median to all zones of the city.',
  HALF_RADIUS: 'Estimate: half the radius of the city.',
}

/** The working of both prices of a trip, line by line; a line that only one of them has is 0 in the other. */
export function quotePart({ today, draft }: QuoteComparison, language: Language): string {
  const t = speak(language)
  const names = [...new Set([...linesOf(draft), ...linesOf(today)].map(([name]) => name))]
  const amountIn = (trip: PricedTrip, name: string) => linesOf(trip).find(([line]) => line === name)?.[1] ?? 0
  const surcharges: Partial<Record<string, string>> = valueWording[language].surcharge
  const row = (label: string, before: number | undefined, after: number) =>
    html`<tr><th scope="row">${label}</th>
<td class="number">${before === undefined ? '–' : before.toLocaleString(language)}</td>
<td class="number">${after.toLocaleString(language)}</td>
<td class="number">${before === undefined ? '' : bareSigned(after - before, language)}</td></tr>`
  const rows = names.map((name) =>
    row(surcharges[name] ?? t('Discount'), today ? amountIn(today, name) : undefined, amountIn(draft, name)),
  )
  const distance = distanceText(draft.working.distanceMeters, language)
  const heads = [t('In FCFA'), t('In force'), t('Draft'), t('Difference')]
  return html`<section class="card" id="quote">
<h2>${[draft.fromZone, draft.toZone].map((zone) => zone ?? '–').join(' → ')}</h2>
<p class="hint">${t('Distance: {distance}.', { distance })} ${t(ruleTexts[draft.working.rule])}</p>
<div class="table compare"><table>
<thead><tr>!${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>!${rows}!${row(t('Price'), today?.priceFcfa, draft.priceFcfa)}</tbody></table></div></section>`
}

function linesOf(trip: PricedTrip | null): [name: string, amountFcfa: number][] {
  if (!trip) return []
  const lines = trip.working.lines.map(({ line, amountFcfa }): [string, number] => [line, amountFcfa])
  return trip.discountFcfa > 0 ? [...lines, ['DISCOUNT', -trip.discountFcfa]] : lines
}

/** What the draft would have changed of the last delivered trips of the city. */
export function pastPart(past: PastPriceComparison | undefined, language: Language): string {
  const t = speak(language)
  const title = html`<h2>${t('The last delivered trips')}</h2>`
  if (!past || past.trips === 0)
    return html`<section class="card" id="past">!${title}
<p>${t('No delivered trip to compare.')}</p></section>`
  const all = t(
    '{trips, plural, one {One trip} other {# trips}}, each with its parcel, distance, hour and weather; zones and discounts are today’s.',
    { trips: past.trips },
  )
  const left =
    past.leftOut === 0 ? '' : ` ${t('{count} more are no longer served.', { count: past.leftOut })}`
  const share = (count: number) =>
    `${t('{count}', { count })} (${Math.round((100 * count) / past.trips)}\u00a0%)`
  const extreme = (trip: RepricedTrip | null) =>
    trip
      ? `${signed(differenceOf(trip), language)} ${t('({reference})', { reference: trip.reference })}`
      : '–'
  const [today, draft] = [amountText(past.todayFcfa, language), amountText(past.draftFcfa, language)]
  const facts = factList([
    [t('Dearer'), share(past.dearer)],
    [t('Cheaper'), share(past.cheaper)],
    [t('Same price'), share(past.same)],
    [t('In all'), `${today} → ${draft} (${signed(past.draftFcfa - past.todayFcfa, language)})`],
    [t('Median difference'), signed(past.medianFcfa, language)],
    [t('The largest rise'), extreme(past.mostDearer)],
    [t('The largest fall'), extreme(past.mostCheaper)],
  ])
  return html`<section class="card" id="past">!${title}
<p>${all}${left}</p>
!${facts}
<h3>${t('Differences')}</h3>!${histogram(past, language)}</section>`
}

function histogram({ histogram: bars }: PastPriceComparison, language: Language): string {
  const t = speak(language)
  const highest = Math.max(...bars.map(({ count }) => count))
  const rows = bars.map(({ fromFcfa, toFcfa, count }) => {
    const span = { from: bareSigned(fromFcfa, language), to: bareSigned(toFcfa, language) }
    return html`<tr><th scope="row">${t('{from} to {to}#trial', span)}</th>
<td><progress max="${highest}" value="${count}" aria-hidden="true"></progress></td>
<td class="number">${t('{count}', { count })}</td></tr>`
  })
  return html`<p class="hint">${t('In FCFA, the second bound not included.')}</p>
<div class="table compare"><table class="bars"><tbody>!${rows}</tbody></table></div>`
}

/** An amount with its sign: `+150 FCFA`. */
const signed = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${amountText(Math.abs(fcfa), language)}`

/** The same without the unit. */
const bareSigned = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${Math.abs(fcfa).toLocaleString(language)}`

const signOf = (fcfa: number): string => (fcfa > 0 ? '+' : fcfa < 0 ? '−' : '')
