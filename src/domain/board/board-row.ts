import { missingName } from '../../base/kernel/full-name.ts'
import { amountToCollectOf, fetchWindowOf, windowsOf } from '../deliveries/delivery-row.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import { searchRestsUntil } from '../pricing/city-closing.ts'
import { pricedWindow } from '../pricing/dropoff-window.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import { type BoardDelivery, shownLate } from './board.ts'
import type { WatchedRow } from './board-store.ts'
import { isPaymentWaiting, type Late, type WatchedState, waitOf } from './lateness.ts'

/** A row as the rules look at it. */
export function watchedState(row: WatchedRow, map: ServiceMap): WatchedState {
  const { status_since: statusSince, due_at: dueAt } = row
  return {
    status: row.status,
    statusSince,
    arrivedAtPickupAt: row.arrived_at_pickup_at,
    window: fetchWindowOf(row),
    dropoffUntil: row.dropoff_window_to,
    searchRestsUntil: isIn('searching', row.status)
      ? searchRestsUntil(map.city(row.city_id), {
          ...{ at: statusSince, dueAt },
          window: pricedWindow(windowsOf(row)),
        })
      : null,
    keptUntil: row.second_try_until,
    paymentStatus: row.payment_status,
    paymentSince: row.payment_since,
    lock: lockOf(row),
  }
}

/**
 * The code that ends the status: what the courier types at the shop, at the customer's, or back at the shop.
 */
function lockOf(row: WatchedRow): WatchedState['lock'] {
  if (isIn('assigned', row.status))
    return { lockedUntil: row.pickup_code_locked_until, locks: row.pickup_code_locks }
  if (isIn('underWay', row.status))
    return { lockedUntil: row.confirmation_code_locked_until, locks: row.confirmation_code_locks }
  if (isIn('carried', row.status))
    return { lockedUntil: row.return_code_locked_until, locks: row.return_code_locks }
  return null
}

/** What the board says of a row besides what the row says. */
type Judged = {
  state: WatchedState
  late: readonly Late[]
  lateAt: Date | null
  arrivesAt: number | null
  map: ServiceMap
}

/** A row as the board shows it, with why it is late. */
export function boardDelivery(
  row: WatchedRow,
  { state, late, lateAt, arrivesAt, map }: Judged,
): BoardDelivery {
  const { wait, since } = waitOf(state)
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  const to = lat === null || lng === null ? null : (map.locate({ lat, lng })?.zone ?? null)
  return {
    id: row.id,
    shopId: row.shopId,
    shop: row.shop,
    cityId: row.city_id,
    city: row.city,
    reference: row.reference,
    externalRef: row.external_ref,
    customer: row.customer_first_name === missingName ? '' : row.customer_first_name,
    status: row.status,
    createdAt: row.created_at.getTime(),
    statusSince: row.status_since.getTime(),
    wait,
    waitSince: since.getTime(),
    lateAt: lateAt?.getTime() ?? null,
    pickup: [row.pickup_lat, row.pickup_lng],
    dropoff: lat === null || lng === null ? null : [lat, lng],
    from: map.locate({ lat: row.pickup_lat, lng: row.pickup_lng })?.zone?.name ?? null,
    to: to && { id: to.id, name: to.name },
    courierId: row.courier_id,
    courier: row.courier_first_name,
    arrivesAt: row.courier_id === null ? null : arrivesAt,
    amountFcfa: amountToCollectOf(row),
    payment: row.payment_status,
    isPaymentWaiting: isPaymentWaiting(state),
    isCodeLocked: late.some(({ reason }) => reason === 'CODE_LOCKED'),
    isCalledBack: row.called_back_at !== null,
    problem: row.pickup_problem && {
      isWaitedFor: row.courier_waits_until !== null,
      reason: row.pickup_problem,
    },
    late: shownLate(late),
  }
}
