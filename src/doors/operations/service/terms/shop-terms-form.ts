import type { FeeBearer } from '../../../../base/contract/vocabulary.ts'
import { readFcfa, readWhole } from '../../../../base/kernel/written-number.ts'
import { chosenOf } from '../../../../base/pages/form-fields.ts'
import {
  type BoundedTerm,
  type ShopTerms,
  shopTermBounds,
} from '../../../../domain/shops/terms/shop-terms.ts'

/** The form as it was typed. */
export type TypedShopTerms = Record<BoundedTerm, string> & { payoutFeesBy: FeeBearer }

/** The form of the terms that hold. */
export const formOfTerms = (terms: ShopTerms): TypedShopTerms => ({
  ...(Object.fromEntries(
    Object.keys(shopTermBounds).map((term) => [term, String(terms[term as BoundedTerm] ?? '')]),
  ) as Record<BoundedTerm, string>),
  payoutFeesBy: terms.payoutFeesBy,
})

/** Reads what was typed, cut to what each field may hold. Throws CHOICE_UNKNOWN. */
export const typedShopTerms = (fields: Record<string, string>): TypedShopTerms => ({
  ...(Object.fromEntries(
    Object.keys(shopTermBounds).map((term) => [term, (fields[term] ?? '').trim().slice(0, 20)]),
  ) as Record<BoundedTerm, string>),
  payoutFeesBy: chosenOf('payoutFeesBy', fields.payoutFeesBy, ['COMPANY', 'SHOP']) ?? 'COMPANY',
})

/** The terms that were typed; a number that is none becomes NaN, which the verb refuses. No bound is no number. */
export function shopTermsOf({ payoutFeesBy, ...typed }: TypedShopTerms): ShopTerms {
  return {
    maxOwedFcfa: typed.maxOwedFcfa === '' ? null : (readFcfa(typed.maxOwedFcfa) ?? Number.NaN),
    newShopTrips: readWhole(typed.newShopTrips || '0') ?? Number.NaN,
    tripMinutes: readWhole(typed.tripMinutes) ?? Number.NaN,
    leastPayoutFcfa: readFcfa(typed.leastPayoutFcfa) ?? Number.NaN,
    payoutFeesBy,
  }
}
