import { html } from 'ghtml'
import { wallClock } from '../../../base/kernel/local-time.ts'
import type { BoardDelivery } from '../../../domain/board/board.ts'
import type { Wait } from '../../../domain/board/lateness.ts'
import { isSettled } from '../../../domain/money/payments/payment-status.ts'
import { ageText, type BoardWords, filled } from './board-wording.ts'

/** How many deliveries the table shows. */
export const maxListed = 100

/** Who reads the table: `amount` writes figures, `timeZoneOf` knows the clocks of a city. */
export type TableReader = {
  now: Date
  words: BoardWords
  amount: (fcfa: number) => string
  timeZoneOf: (cityId: string) => string
}

/** What is drawn beside each wait, and whether somebody is waited for, on the way to the shop, or from it. */
const waitLooks: Record<Wait, { icon: string; kind: string }> = {
  POSITION: { icon: 'position', kind: 'wait' },
  COURIER: { icon: 'search', kind: 'wait' },
  ARRIVAL: { icon: 'to-shop', kind: 'go' },
  PICKUP: { icon: 'at-shop', kind: 'go' },
  HANDOVER: { icon: 'way', kind: 'way' },
  RETURN: { icon: 'back', kind: 'wait' },
}

const shapes: Record<string, string> = {
  position: '<path d="M8 14.5 4.2 9.6a4.8 4.8 0 1 1 7.6 0Z" stroke-dasharray="2.4 1.6"/>',
  search: '<circle cx="8" cy="8" r="6" stroke-dasharray="2 2.71"/><circle cx="8" cy="8" r="1.2"/>',
  'to-shop': '<path d="M2 8h8M7 4.8 10.2 8 7 11.2M13.4 3v10"/>',
  'at-shop': '<path d="M2.6 7.6 8 3l5.4 4.6v5.8H2.6Z" fill="currentColor"/>',
  way: '<path d="M8 1.6a6.4 6.4 0 1 0 0 12.8A6.4 6.4 0 0 0 8 1.6ZM6.4 5l4.8 3-4.8 3Z" class="solid"/>',
  back: '<path d="M5.6 2.8 2.8 5.6l2.8 2.8M2.8 5.6h6.6a3.6 3.6 0 0 1 0 7.2H5.4"/>',
  stop: '<path d="M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2ZM8 4.6v4.2M8 10.9v.4"/>',
  pay: '<path d="M1.8 4.4h12.4v7.2H1.8Z"/><circle cx="8" cy="8" r="1.7"/>',
}

/** The shapes that tell statuses apart without their colours, drawn once for the page. */
export const boardShapes = html`<svg class="unseen" aria-hidden="true">!${Object.entries(shapes).map(
  ([name, drawn]) => html`<symbol id="b-${name}" viewBox="0 0 16 16">!${drawn}</symbol>`,
)}</svg>`

/** One of these shapes. */
export const boardShape = (name: string): string =>
  html`<svg class="s" aria-hidden="true"><use href="#b-${name}"/></svg>`

/** The rows that are shown, the most urgent first; `chosen` are ticked. The script says the same. */
export function tableRows(
  shown: readonly BoardDelivery[],
  reader: TableReader,
  chosen: ReadonlySet<string>,
): string {
  return html`!${shown.slice(0, maxListed).map((row) => tableRow(row, reader, chosen.has(row.id)))}`
}

/** The heads of the columns, after that of the boxes. */
export function tableHead({ heads, choose }: BoardWords): string {
  const { reference, age, shop, trip, customer, state, courier, arrival } = heads
  const chooses = filled(choose, { reference: '' })
  const box = html`<th scope="col" class="c-x"><span class="unseen">${chooses}</span></th>`
  const names = [reference, age, shop, trip, customer, state, courier]
  return html`<thead><tr>!${box}!${names.map((name) => html`<th scope="col">${name}</th>`)}
<th scope="col" class="num">${arrival}</th><th scope="col" class="num">FCFA</th></tr></thead>`
}

function tableRow(row: BoardDelivery, reader: TableReader, isChosen: boolean): string {
  const { words } = reader
  const { id, reference, shop, customer, courier } = row
  const state = stateOf(row, words)
  const about = aboutLate(row, reader)
  const money = moneyOf(row, reader)
  const label = filled(words.choose, { reference })
  const [, prefix = '', short = reference] = /^(COL\w*-)(.+)$/.exec(reference) ?? []
  const tail = [courier, money?.isDue ? money.text : null, shop].filter(Boolean).join(' · ')
  const none = '<span class="soft">—</span>'
  const paid = money ? html`<span class="${money.isDue ? 'wait' : 'soft'}">${money.text}</span>` : none
  const or = (text: string | null | undefined) => (text ? html`${text}` : none)
  return html`<tr id="d-${id}"!${row.late.length > 0 ? ' class="late"' : ''}>
<td class="c-x"><label><span class="unseen">${label}</span><input
 type="checkbox" name="delivery" value="${id}"!${isChosen ? ' checked' : ''}></label></td>
<th scope="row" class="c-ref"><a href="/operations/deliveries/${id}"><span class="unseen">${prefix}</span
><span class="name">${short}</span></a></th>
<td class="c-age">!${lateBar(row, reader)}</td>
<td class="c-shop" title="${shop}">${shop}</td>
<td class="c-trip" title="${row.city}">${tripText(row)}</td>
<td class="c-client">!${or(customer)}</td>
<td class="c-stat" title="${about}"><span class="st ${state.kind}">!${boardShape(state.icon)}<span
 class="what">${state.text}</span></span><span class="tail"> · ${tail}</span></td>
<td class="c-man">!${or(courier)}</td>
<td class="c-arr num">!${or(arrivalText(row, reader))}</td>
<td class="c-money num">!${paid}</td>
</tr>`
}

/** Where it comes from and goes to: zones, or the city around them. */
const tripText = ({ from, to, dropoff, city }: BoardDelivery): string =>
  `${from ?? city} → ${dropoff === null ? '?' : (to?.name ?? city)}`

function stateOf(row: BoardDelivery, words: BoardWords): { icon: string; kind: string; text: string } {
  const { icon, kind } = waitLooks[row.wait]
  const [late] = row.late
  if (!late) return { icon, kind, text: row.problem ? problemText(row, words) : words.wait[row.wait] }
  const drawn = late.reason === 'CODE_LOCKED' ? 'stop' : late.reason.startsWith('PAYMENT_') ? 'pay' : icon
  return { icon: drawn, kind: 'bad', text: words.reason[late.reason] }
}

const problemText = ({ problem }: BoardDelivery, words: BoardWords): string =>
  problem
    ? filled(problem.isWaitedFor ? words.problem.waits : words.problem.left, {
        reason: words.problem.reason[problem.reason],
      })
    : ''

/** Everything that a row says of its state, for who stays on it. */
function aboutLate(row: BoardDelivery, { now, words }: TableReader): string {
  const age = (since: number) => ageText(now.getTime() - since, words)
  const reasons = row.late.map(({ reason, since }) =>
    filled(reason === 'CODE_LOCKED' ? words.lockedSince : words.lateBy, {
      reason: words.reason[reason],
      age: age(since),
    }),
  )
  const waits = `${words.wait[row.wait]} ${filled(words.since, { age: age(row.waitSince) })}`
  return [waits, ...reasons, problemText(row, words)].filter(Boolean).join(', ')
}

/** How late a row is, or how long it has waited: in minutes, and as a bar whose tick is when it is late. */
function lateBar(row: BoardDelivery, { now, words }: TableReader): string {
  const at = now.getTime()
  const lateSince = Math.min(...row.late.map(({ since }) => since))
  const isLate = row.late.length > 0
  const waited = ageText(at - row.waitSince, words)
  const text = isLate
    ? `+${ageText(at - lateSince, words)}`
    : at < row.waitSince
      ? filled(words.begins, { age: ageText(row.waitSince - at, words) })
      : waited
  const said = isLate
    ? [
        filled(words.lateFor, { age: ageText(at - lateSince, words) }),
        filled(words.since, { age: waited }),
      ].join(', ')
    : ''
  const dueAt = isLate ? lateSince : row.lateAt
  const share = dueAt === null || dueAt <= row.waitSince ? 0 : (at - row.waitSince) / (dueAt - row.waitSince)
  const [spent, over] = [Math.max(0, Math.min(share, 1)), Math.max(0, Math.min(share - 1, 1))]
  return html`<b>${text}</b><svg class="late-bar" viewBox="0 0 56 10" aria-hidden="true">
<path class="track" d="M0 3h56v4H0z"/><path class="spent" d="M0 3h!${(spent * 28).toFixed(1)}v4H0z"/>
<path class="over" d="M28 2h!${(over * 28).toFixed(1)}v6H28z"/>
!${dueAt === null ? '' : '<path class="tick" d="M27.5 0h1v10h-1z"/>'}</svg>
<span class="unseen">${said}</span>`
}

/** By when the courier is expected, by the clocks of the city. */
export const arrivalText = (
  { arrivesAt, cityId }: BoardDelivery,
  { timeZoneOf }: Pick<TableReader, 'timeZoneOf'>,
): string | null =>
  arrivesAt === null ? null : wallClock(new Date(arrivesAt), timeZoneOf(cityId)).toISOString().slice(11, 16)

/** What the customer owes or has paid; null where they pay nothing. */
function moneyOf(
  { amountFcfa, payment }: BoardDelivery,
  { words, amount }: TableReader,
): { text: string; isDue: boolean } | null {
  if (amountFcfa === 0) return null
  const isDue = !isSettled(payment)
  return { text: filled(isDue ? words.due : words.paid, { amount: amount(amountFcfa) }), isDue }
}
