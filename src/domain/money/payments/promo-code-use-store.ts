import { sql } from 'kysely'
import { violatedConstraint } from '../../../base/database/database-error.ts'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { PlainPromoRefusal } from './promo-code.ts'
import type { CustomerKeys } from './promo-customer.ts'

/**
 * A use is a row of a delivery that was ordered with a promo code; its triggers count `promo_codes.uses` and
 * hold the limits, whoever writes (decision 214). The row is written by the statement that makes the
 * delivery.
 */
type UsingDelivery = { shopId: string; id: string }

/** Why the database refused a use; undefined for every other error. */
export function refusedUse(error: unknown): PlainPromoRefusal | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'promo_code_is_not_used_up') return 'EXHAUSTED'
  if (constraint === 'promo_code_limit_per_shop_holds') return 'SHOP_LIMIT'
  if (constraint === 'promo_code_limit_per_customer_holds') return 'CUSTOMER_LIMIT'
  return undefined
}

/** How often a customer has used a promo code that is limited per customer. */
export async function countUsesOfCustomer(
  db: Database,
  promoId: string,
  customerKeys: CustomerKeys,
): Promise<number> {
  const { count } = await db
    .selectFrom('promo_code_uses')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('promo_code_uses.promo_code_id', '=', promoId)
    .where('promo_code_uses.customer_key', 'in', customerKeys)
    .where('promo_code_uses.released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The key that another use of this customer is counted under: that of the uses there are, since the database
 * holds the limit for each key; else the first.
 */
export async function customerKeyOfUses(
  db: Database | Trx,
  promoId: string,
  customerKeys: CustomerKeys,
): Promise<string> {
  const [current, ...others] = customerKeys
  if (others.length === 0) return current
  const use = await db
    .selectFrom('promo_code_uses')
    .select('promo_code_uses.customer_key')
    .where('promo_code_uses.promo_code_id', '=', promoId)
    .where('promo_code_uses.customer_key', 'in', others)
    .where('promo_code_uses.released_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return use?.customer_key ?? current
}

/** Gives the use of a delivery back, so that another may have it. */
export async function releaseUse(trx: Trx, { shopId, id }: UsingDelivery, now: Date): Promise<void> {
  await trx
    .updateTable('promo_code_uses')
    .set({ released_at: now })
    .where('promo_code_uses.shop_id', '=', shopId)
    .where('promo_code_uses.delivery_id', '=', id)
    .where('promo_code_uses.released_at', 'is', null)
    .execute()
}

/**
 * The delivery goes to another customer now, whose use it is then; nothing for a code that is not limited per
 * customer.
 */
export async function moveUse(trx: Trx, { shopId, id }: UsingDelivery, customerKey: string): Promise<void> {
  await trx
    .updateTable('promo_code_uses')
    .set({ customer_key: customerKey })
    .where('promo_code_uses.shop_id', '=', shopId)
    .where('promo_code_uses.delivery_id', '=', id)
    .where('promo_code_uses.customer_key', 'is not', null)
    .execute()
}

/** Forgets whose uses those of these deliveries were. */
export async function forgetCustomersOfUses(trx: Trx, deliveries: readonly UsingDelivery[]): Promise<void> {
  await sql`
    update promo_code_uses set customer_key = null
    where promo_code_uses.customer_key is not null
      and (promo_code_uses.shop_id, promo_code_uses.delivery_id) in (
        select * from ${keyRows(deliveries)})
  `.execute(trx)
}

/**
 * Deletes the uses of deliveries of a shop that are removed; those that were not given back count no longer.
 */
export async function deleteUsesOf(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from promo_code_uses
    where promo_code_uses.shop_id = ${shopId}::uuid and promo_code_uses.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
}
