import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { ShopTerms } from './shop-terms.ts'

/** The terms that hold for all shops. */
export const findShopTerms = (db: Database | Trx): Promise<ShopTerms> =>
  db.selectFrom('shop_terms').select(columns).executeTakeFirstOrThrow()

/** The same, locked against other changes until the transaction ends. */
export const lockShopTerms = (trx: Trx): Promise<ShopTerms> =>
  trx.selectFrom('shop_terms').select(columns).forUpdate().executeTakeFirstOrThrow()

const columns = [
  'shop_terms.max_owed_fcfa as maxOwedFcfa',
  'shop_terms.new_shop_trips as newShopTrips',
  'shop_terms.trip_minutes as tripMinutes',
  'shop_terms.least_payout_fcfa as leastPayoutFcfa',
  'shop_terms.payout_fees_by as payoutFeesBy',
] as const

/** Sets all of them. */
export async function saveShopTerms(trx: Trx, terms: ShopTerms): Promise<void> {
  await trx
    .updateTable('shop_terms')
    .set({
      max_owed_fcfa: terms.maxOwedFcfa,
      new_shop_trips: terms.newShopTrips,
      trip_minutes: terms.tripMinutes,
      least_payout_fcfa: terms.leastPayoutFcfa,
      payout_fees_by: terms.payoutFeesBy,
    })
    .execute()
}
