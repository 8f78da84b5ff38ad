import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { PromoCode, PromoShop } from './promo-code.ts'

/**
 * The promo code written `code` (in the form of promoCodeForm), and how often a shop has used it, which is
 * counted only where that is limited.
 */
export async function findPromoCode(
  db: Database | Trx,
  code: string,
  shopId: string,
): Promise<{ promo: PromoCode | undefined; shop: PromoShop }> {
  const row = await db
    .selectFrom('promo_codes')
    .selectAll()
    .select(
      sql<number>`case when promo_codes.max_uses_per_shop is null then 0 else (
        select count(*)::integer from promo_code_uses
        where promo_code_uses.promo_code_id = promo_codes.id and promo_code_uses.shop_id = ${shopId}
          and promo_code_uses.released_at is null
      ) end`.as('uses_of_shop'),
    )
    .where('promo_codes.code', '=', code)
    .executeTakeFirst()
  return { promo: row && promoCodeOf(row), shop: { shopId, uses: row?.uses_of_shop ?? 0 } }
}

export async function findPromoCodeById(db: Database | Trx, id: string): Promise<PromoCode | undefined> {
  const row = await db
    .selectFrom('promo_codes')
    .selectAll()
    .where('promo_codes.id', '=', id)
    .executeTakeFirst()
  return row && promoCodeOf(row)
}

export async function insertPromoCode(db: Database | Trx, promo: PromoCode, createdAt: Date): Promise<void> {
  await db
    .insertInto('promo_codes')
    .values({
      id: promo.id,
      code: promo.code,
      percent: promo.percent,
      amount_fcfa: promo.amountFcfa,
      starts_at: promo.startsAt,
      ends_at: promo.endsAt,
      max_uses: promo.maxUses,
      city_id: promo.cityId,
      minimum_trip_fcfa: promo.minimumTripFcfa,
      max_uses_per_shop: promo.maxUsesPerShop,
      max_uses_per_customer: promo.maxUsesPerCustomer,
      shop_ids: promo.shopIds,
      bearer: promo.bearer,
      created_at: createdAt,
    })
    .execute()
}

/** Every promo code, in alphabetical order. */
export async function listPromoCodes(db: Database): Promise<PromoCode[]> {
  const rows = await db.selectFrom('promo_codes').selectAll().orderBy('promo_codes.code').execute()
  return rows.map(promoCodeOf)
}

/** Promo codes after one, in alphabetical order. */
export async function listPromoCodePage(
  db: Database,
  { afterCode, limit }: { afterCode: string; limit: number },
): Promise<PromoCode[]> {
  const rows = await db
    .selectFrom('promo_codes')
    .selectAll()
    .where('promo_codes.code', '>', afterCode)
    .orderBy('promo_codes.code')
    .limit(limit)
    .execute()
  return rows.map(promoCodeOf)
}

/** Reads a promo code and keeps others from changing or using it until the transaction ends. */
export async function lockPromoCode(trx: Trx, code: string): Promise<PromoCode | undefined> {
  const row = await trx
    .selectFrom('promo_codes')
    .selectAll()
    .where('promo_codes.code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && promoCodeOf(row)
}

/** Sets until when a promo code is valid. */
export async function setPromoCodeEnd(
  trx: Trx,
  { id, endsAt }: Pick<PromoCode, 'id' | 'endsAt'>,
): Promise<void> {
  await trx.updateTable('promo_codes').set({ ends_at: endsAt }).where('promo_codes.id', '=', id).execute()
}

function promoCodeOf(row: Selectable<Tables['promo_codes']>): PromoCode {
  return {
    id: row.id,
    code: row.code,
    percent: row.percent,
    amountFcfa: row.amount_fcfa,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    uses: row.uses,
    cityId: row.city_id,
    minimumTripFcfa: row.minimum_trip_fcfa,
    maxUsesPerShop: row.max_uses_per_shop,
    maxUsesPerCustomer: row.max_uses_per_customer,
    shopIds: row.shop_ids,
    bearer: row.bearer,
  }
}
