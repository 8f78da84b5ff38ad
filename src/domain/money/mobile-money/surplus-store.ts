import { sql } from 'kysely'
import type { Trx } from '../../../base/database/open-database.ts'
import type { Currency } from '../../../contract/vocabulary.ts'

/** What was given back too much of a payment, and what of it is settled by now, this time included. */
type Surplus = {
  deliveryId: string
  reference: string
  currency: Currency
  amountFcfa: number
  settledFcfa: number
}

/** Counts what was given back too much of a payment as settled; undefined where there is nothing. */
export async function takeSurplus(
  trx: Trx,
  { shopId, requestId }: { shopId: string; requestId: string },
): Promise<Surplus | undefined> {
  const { rows } = await sql<Surplus>`
    with surplus as (
      select payment_requests.shop_id, payment_requests.id, payment_requests.surplus_fcfa
      from payment_requests
      where payment_requests.shop_id = ${shopId}::uuid and payment_requests.id = ${requestId}::uuid
        and payment_requests.surplus_fcfa > 0
      for no key update
    )
    update payment_requests
    set surplus_fcfa = 0, surplus_settled_fcfa = payment_requests.surplus_settled_fcfa + surplus.surplus_fcfa
    from surplus
    join deliveries on deliveries.shop_id = surplus.shop_id
    where payment_requests.shop_id = surplus.shop_id and payment_requests.id = surplus.id
      and deliveries.id = payment_requests.delivery_id
    returning
      deliveries.id as "deliveryId", deliveries.reference, deliveries.currency,
      surplus.surplus_fcfa as "amountFcfa", payment_requests.surplus_settled_fcfa as "settledFcfa"
  `.execute(trx)
  return rows[0]
}
