import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { type CreationDeps, createDelivery } from './create-delivery.ts'
import type { DeliveryOrder } from './delivery-order.ts'

/**
 * How many deliveries of one list are made at once: enough to wait for a routing server, few enough for the
 * pool.
 */
const maxAtOnce = 4

/** One of many orders, with the key that makes it once. */
export type KeyedOrder = { idempotencyKey: string; input: DeliveryOrder }

/** What became of one order. `isReplay`: its key had made this delivery before. */
export type OrderOutcome = { delivery: DeliveryRow; isReplay: boolean } | { refusal: ApiError }

/**
 * Creates many deliveries of a shop, each in a transaction of its own (decision 135): one that is refused is
 * reported and the others are made. Outcomes are in the order of `orders`. Throws what is no refusal once
 * nothing more is under way; sent again, the same orders make what is missing and replay the rest.
 */
export async function createDeliveries(
  deps: CreationDeps,
  shopId: string,
  orders: readonly KeyedOrder[],
): Promise<OrderOutcome[]> {
  const outcomes: OrderOutcome[] = []
  let next = 0
  let hasFailed = false
  const makeInTurn = async () => {
    for (let at = next++; at < orders.length && !hasFailed; at = next++) {
      try {
        outcomes[at] = await createOrRefuse(deps, shopId, orders[at] as KeyedOrder)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const turns = await Promise.allSettled(Array.from({ length: maxAtOnce }, makeInTurn))
  const failed = turns.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return outcomes
}

async function createOrRefuse(deps: CreationDeps, shopId: string, order: KeyedOrder): Promise<OrderOutcome> {
  try {
    return await createDelivery(deps, { shopId, ...order })
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error }
    throw error
  }
}
