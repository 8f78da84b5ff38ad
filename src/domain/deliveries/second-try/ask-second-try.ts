import type { Trx } from '../../../base/database/open-database.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordActAt } from '../../audit/record-act.ts'
import { type PickupWindow, pickupWindow } from '../../pricing/pickup-window.ts'
import { type DeliveryRow, pickupWindowOf } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { getDelivery } from '../get-delivery.ts'
import { type CreationDeps, createDelivery } from '../order/create-delivery.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'
import { refusalOfSecondTry } from './quote-second-try.ts'
import {
  asLastOrdered,
  lastEnd,
  type SecondTryAsker,
  secondTryColumns,
  secondTryOrder,
} from './second-try.ts'
import { findSecondTry, linkToFirst } from './second-try-store.ts'

type Asked = {
  asker: SecondTryAsker
  /** In which span the courier sets out with the parcel, in ISO 8601; today or tomorrow. */
  window: { from: string; to: string }
  /** The price that whoever asks was shown; undefined where they agree to any. */
  agreedPriceFcfa?: Fcfa | undefined
}

/**
 * Asks that the parcel of a failed delivery is brought once more, by a new delivery that is linked with it
 * (decisions 340 to 342). A delivery has one second try at a time: of two who ask at once the first is
 * heard, and the same again returns it again. Another takes the place of one that was cancelled or expired
 * before a courier had the parcel, with what was changed of that one (decision 364). Throws
 * SECOND_TRY_REFUSED, SECOND_TRY_ASKED, PRICE_CHANGED, PICKUP_WINDOW_REFUSED, CLOSED, DELIVERY_NOT_FOUND,
 * CUSTOMER_LINK_INVALID, and what creating one throws.
 */
export async function askSecondTry(
  deps: CreationDeps,
  key: DeliveryKey,
  { asker, window: sent, agreedPriceFcfa }: Asked,
): Promise<{ delivery: DeliveryRow; isReplay: boolean }> {
  const { db, clock, pricing, rules } = deps
  await requireRight(deps, key.shopId, 'SELL')
  const failed = await getDelivery(db, key)
  const { standing, ended } = await findSecondTry(db, failed)
  if (standing) return { delivery: sameOrRefuse(standing, { asker, sent }), isReplay: true }
  const reason = await refusalOfSecondTry(deps, failed, asker)
  if (reason) throw new ApiError('SECOND_TRY_REFUSED', { reason })
  const now = clock.now()
  const window = pickupWindow(sent, now) as PickupWindow
  const first = asLastOrdered(failed, ended)
  const timeZone = pricing.map.current().city(first.city_id)?.timeZone ?? 'UTC'
  if (window.to > lastEnd(now, timeZone)) throw new ApiError('SECOND_TRY_REFUSED', { reason: 'WINDOW' })
  try {
    return await createDelivery(deps, {
      shopId: key.shopId,
      idempotencyKey: `second-try_${ended?.id ?? first.id}`,
      input: secondTryOrder(first, { asker, window }),
      secondTry: {
        percent: rules.current().SECOND_TRY_PERCENT,
        agreedPriceFcfa,
        columns: secondTryColumns(first),
        link: (within, made) => link(within, key, { asker, made, ended }),
      },
    })
  } catch (error) {
    // Somebody else was quicker.
    const asked = error instanceof ApiError && (await findSecondTry(db, await getDelivery(db, key))).standing
    if (!asked) throw error
    return { delivery: sameOrRefuse(asked, { asker, sent }), isReplay: true }
  }
}

/**
 * Names each of the two on the other, which named the one that ended until now. Throws SECOND_TRY_REFUSED
 * where the first one moved on meanwhile.
 */
async function link(
  within: DeliveryDeps,
  key: DeliveryKey,
  { asker, made, ended }: { asker: SecondTryAsker; made: DeliveryRow; ended: DeliveryRow | undefined },
): Promise<void> {
  const decide = async (first: DeliveryRow, _now: Date, trx: Trx) => {
    const reason = await refusalOfSecondTry(within, first, asker)
    if (reason) throw new ApiError('SECOND_TRY_REFUSED', { reason })
    if (first.second_try_id !== null && first.second_try_id !== ended?.id)
      throw new ApiError('SECOND_TRY_ASKED', { deliveryId: first.second_try_id })
    await linkToFirst(trx, made)
    return { change: { second_try_id: made.id }, emits: 'delivery.second_try_asked' as const }
  }
  const { actor } = within
  await amendDelivery({ ...within, publishCommitted: () => {} }, key, decide, (trx, first, _before, now) =>
    recordActAt({ db: trx, actor }, now, {
      action: 'ask-second-try',
      subject: { type: 'DELIVERY', id: first.id },
      shopId: first.shop_id,
      before: { reference: first.reference, secondTry: ended?.reference ?? null },
      after: { reference: first.reference, secondTry: made.reference },
    }),
  )
}

/** The second try that stands, where it is the same again. Throws SECOND_TRY_ASKED. */
function sameOrRefuse(
  before: DeliveryRow,
  { asker, sent }: { asker: SecondTryAsker; sent: Asked['window'] },
): DeliveryRow {
  const window = pickupWindowOf(before)
  const isSame =
    (before.fee_payer === 'CUSTOMER') === (asker === 'CUSTOMER') &&
    window?.from.getTime() === Date.parse(sent.from) &&
    window.to.getTime() === Date.parse(sent.to)
  if (!isSame) throw new ApiError('SECOND_TRY_ASKED', { deliveryId: before.id })
  return before
}
