import { violatedConstraint } from '../../../base/database/database-error.ts'
import { inTransaction } from '../../../base/database/in-transaction.ts'
import { newId } from '../../../base/kernel/clock.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShop } from '../../shops/get-shop.ts'
import { type PromoCode, promoBounds, promoCodeForm } from './promo-code.ts'
import { insertPromoCode } from './promo-code-store.ts'
import { promoCodeValues } from './promo-code-values.ts'

/** What it takes off a trip. */
export type PromoDiscount = { percent: number } | { amountFcfa: Fcfa }

/** How many shops a code names. */
export const maxPromoShops = 200

/** Bounds that are left out do not apply; the service bears the discount unless told otherwise. */
export type NewPromoCode = PromoDiscount &
  Partial<Omit<PromoCode, 'id' | 'code' | 'percent' | 'amountFcfa' | 'uses'>> & { code: string }

/**
 * Makes a promo code. Throws PROMO_CODE_TAKEN, PROMO_CODE_NEVER_VALID, PROMO_CODE_NEEDS_SHOPS,
 * NUMBER_OUT_OF_BOUNDS, SHOP_NOT_FOUND, ROLE_REQUIRED.
 */
export async function createPromoCode(deps: AuditedDeps, wished: NewPromoCode): Promise<PromoCode> {
  const now = deps.clock.now()
  const { startsAt = null, endsAt = null, bearer = 'SERVICE' } = wished
  const shopIds = wished.shopIds?.length ? [...new Set(wished.shopIds)] : null
  if (startsAt && endsAt && startsAt >= endsAt) throw new ApiError('PROMO_CODE_NEVER_VALID')
  if ((bearer === 'SHOP' && !shopIds) || (shopIds && shopIds.length > maxPromoShops))
    throw new ApiError('PROMO_CODE_NEEDS_SHOPS', { max: maxPromoShops })
  requireBounds(wished)
  const promo: PromoCode = {
    id: newId(now),
    code: promoCodeForm(wished.code),
    percent: 'percent' in wished ? wished.percent : null,
    amountFcfa: 'amountFcfa' in wished ? wished.amountFcfa : null,
    startsAt,
    endsAt,
    maxUses: wished.maxUses ?? null,
    maxUsesPerShop: wished.maxUsesPerShop ?? null,
    maxUsesPerCustomer: wished.maxUsesPerCustomer ?? null,
    uses: 0,
    shopIds,
    bearer,
    cityId: wished.cityId ?? null,
    minimumTripFcfa: wished.minimumTripFcfa ?? null,
  }
  const made = inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    for (const shopId of shopIds ?? []) await getShop(trx, shopId)
    await insertPromoCode(trx, promo, now)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'create-promo-code',
        subject: { type: 'PROMO_CODE', id: promo.id },
        before: null,
        after: promoCodeValues(promo),
      },
    )
    return promo
  })
  return made.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'promo_code_is_unique') throw error
    throw new ApiError('PROMO_CODE_TAKEN', { promoCode: promo.code })
  })
}

/** Throws NUMBER_OUT_OF_BOUNDS. */
function requireBounds(wished: NewPromoCode): void {
  const { uses } = promoBounds
  const bounds = { ...promoBounds, maxUses: uses, maxUsesPerShop: uses, maxUsesPerCustomer: uses }
  for (const [field, value] of Object.entries(wished)) {
    if (typeof value !== 'number' || !Object.hasOwn(bounds, field)) continue
    const { min, max } = bounds[field as keyof typeof bounds]
    if (!Number.isInteger(value) || value < min || value > max)
      throw new ApiError('NUMBER_OUT_OF_BOUNDS', { field, min, max })
  }
}
