import { html } from 'ghtml'
import type { Board, BoardCourier, BoardDelivery } from '../../../domain/board/board.ts'
import { arrivalText, type TableReader } from './board-table-page.ts'
import { ageText, type BoardWords, filled } from './board-wording.ts'

/** How many couriers the board lists, and how many parcels each is drawn with. */
export const maxLoads = 60
const maxSquares = 5

/** The map, which a script draws, and under it how much each courier has to do. */
export function boardSide(
  loads: readonly CourierLoad[],
  reader: TableReader & { oldAfterMs: number },
  total: string,
): string {
  const { words } = reader
  const kinds = ['free', 'carrying', 'old', 'parcel', 'late'] as const
  const legend = kinds.map((kind) => html`<li class="${kind}">${words.mapLegend[kind]}</li>`)
  return html`<aside class="side" id="board-side" aria-label="${words.map}">
<div class="drawn" hidden><div class="map" id="board-map" role="region" aria-label="${words.map}"></div>
<ul class="board-legend">!${legend}</ul></div>
<details open><summary><span id="board-couriers">${total}</span></summary>
<div class="load" tabindex="0" role="region" aria-label="${total}"><table><tbody id="board-loads">
!${loads.slice(0, maxLoads).map((load) => loadRow(load, reader))}</tbody></table></div></details></aside>`
}

const names = new Intl.Collator('fr')

/** A courier, and the parcels that they have. */
export type CourierLoad = { courier: BoardCourier; parcels: readonly BoardDelivery[] }

/** The couriers of the board, those who are free first, then those who have least to do. */
export function courierLoads({ couriers, deliveries }: Board, cityId: string | undefined): CourierLoad[] {
  const carried = Map.groupBy(
    [...deliveries.values()].filter((row) => row.courierId !== null),
    ({ courierId }) => courierId,
  )
  return [...couriers.values()]
    .filter(({ cityIds }) => cityId === undefined || cityIds.includes(cityId))
    .map((courier) => ({ courier, parcels: carried.get(courier.id) ?? [] }))
    .sort(
      (one, other) =>
        one.parcels.length - other.parcels.length || names.compare(one.courier.name, other.courier.name),
    )
}

function loadRow({ courier, parcels }: CourierLoad, reader: TableReader & { oldAfterMs: number }): string {
  const { words, now, oldAfterMs } = reader
  const next = parcels.toSorted(
    (one, other) => (one.arrivesAt ?? Infinity) - (other.arrivesAt ?? Infinity),
  )[0]
  const isOld = courier.seenAt === null || now.getTime() - courier.seenAt > oldAfterMs
  const seen =
    courier.seenAt === null
      ? words.unseen
      : filled(words.seen, { age: ageText(now.getTime() - courier.seenAt, words) })
  const old = html` <span class="wait" title="${seen}">${words.mapLegend.old}</span>`
  const state = next
    ? html`<td class="num">${arrivalText(next, reader) ?? ''}</td>`
    : html`<td class="num"><span class="pill">${words.free}</span></td>`
  return html`<tr><th scope="row" title="${seen}">${courier.name}</th>
<td>!${squares(parcels.length)} ${parcels.length}</td>
<td class="to">${next ? placeOf(next) : ''}!${isOld ? old : ''}</td>
!${state}</tr>`
}

/** Where the courier goes next: to the shop, or to the customer. */
const placeOf = ({ wait, from, to, city }: BoardDelivery): string =>
  (wait === 'ARRIVAL' || wait === 'PICKUP' ? from : to?.name) ?? city

/** A square for each parcel, as far as there is room. */
function squares(count: number): string {
  const drawn = Array.from({ length: Math.min(count, maxSquares) }, (_, at) => html`M!${at * 9} 0h7v7h-7z`)
  return html`<svg class="squares" viewBox="0 0 43 7" aria-hidden="true"><path d="!${drawn.join('')}"/></svg>`
}

/** How many couriers are free, carry something, and were not seen for long. */
export function couriersText(
  loads: readonly CourierLoad[],
  { words, now, oldAfterMs }: { words: BoardWords; now: Date; oldAfterMs: number },
): string {
  const isOld = ({ courier: { seenAt } }: CourierLoad) =>
    seenAt === null || now.getTime() - seenAt > oldAfterMs
  return filled(words.couriers, {
    free: loads.filter(({ courier, parcels }) => courier.isOnDuty && parcels.length === 0).length,
    carrying: loads.filter(({ parcels }) => parcels.length > 0).length,
    old: loads.filter(isOld).length,
  })
}
