import { newId } from '../../src/base/kernel/clock.ts'
import type { PromoCode } from '../../src/domain/money/payments/promo-code.ts'
import { insertPromoCode } from '../../src/domain/money/payments/promo-code-store.ts'
import type { TestService } from './open-service.ts'

/** Writes a promo code of 10 percent without bounds, with other `terms`. */
export async function insertPromo(
  { services, clock }: Pick<TestService, 'services' | 'clock'>,
  terms: Partial<PromoCode> & { code: string },
): Promise<PromoCode> {
  const promo: PromoCode = {
    id: newId(clock.now()),
    percent: 10,
    amountFcfa: null,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerShop: null,
    maxUsesPerCustomer: null,
    uses: 0,
    shopIds: null,
    bearer: 'SERVICE',
    cityId: null,
    minimumTripFcfa: null,
    ...terms,
  }
  await insertPromoCode(services.db, promo, clock.now())
  return promo
}

/** How many uses of a code count: as its counter says, which its rows must prove. */
export async function usesOf({ services }: Pick<TestService, 'services'>, code: string): Promise<number> {
  const { uses } = await services.db
    .selectFrom('promo_codes')
    .select('promo_codes.uses')
    .where('promo_codes.code', '=', code)
    .executeTakeFirstOrThrow()
  return uses
}
