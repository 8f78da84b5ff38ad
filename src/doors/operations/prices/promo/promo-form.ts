import { limits } from '../../../../base/contract/limits.ts'
import { promoBearers } from '../../../../base/contract/vocabulary.ts'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { readFcfa, readPercent, readWhole } from '../../../../base/kernel/written-number.ts'
import { chosenOf } from '../../../../base/pages/form-fields.ts'
import { maxPromoShops, type NewPromoCode } from '../../../../domain/payments/create-promo-code.ts'
import type { CalledShops } from '../../../../domain/shops/find-called-shops.ts'
import type { promoFaults } from './promo-wording.ts'

export type PromoFault = keyof typeof promoFaults

const maxFcfa = 1_000_000
const maxUses = 2_000_000_000

/** The shops that a form names, one on a line. */
export const calledShops = (typed: Record<string, string>): string[] =>
  (typed.shops ?? '')
    .split('\n')
    .map(cleanedLine)
    .filter((line) => line !== '')
    .slice(0, maxPromoShops + 1)

/**
 * A promo code as a form wants it, or the fields that say nothing possible. Moments are of `timeZone`; `shops` are those
 * that the form names. Throws CHOICE_UNKNOWN.
 */
export function readPromo(
  typed: Record<string, string>,
  { cityIds, timeZone, shops }: { cityIds: readonly string[]; timeZone: string; shops: CalledShops },
): { promo: NewPromoCode } | { faults: PromoFault[] } {
  const code = cleanedLine(typed.code ?? '')
  const value =
    chosenOf('kind', typed.kind, ['PERCENT', 'AMOUNT']) === 'AMOUNT'
      ? readFcfa(typed.value ?? '', { min: 1, max: maxFcfa })
      : readPercent(typed.value ?? '') || undefined
  const uses = optional(typed.maxUses, (text) => readWhole(text, { min: 1, max: maxUses }))
  const maxUsesPerShop = optional(typed.maxUsesPerShop, (text) => readWhole(text, { min: 1, max: maxUses }))
  const maxUsesPerCustomer = optional(typed.maxUsesPerCustomer, (text) =>
    readWhole(text, { min: 1, max: maxUses }),
  )
  const bearer = chosenOf('bearer', typed.bearer, promoBearers) ?? 'SERVICE'
  const { shopIds, unclear } = shops
  const areShopsWrong =
    unclear.length > 0 || shopIds.length > maxPromoShops || (bearer === 'SHOP' && shopIds.length === 0)
  const minimumTripFcfa = optional(typed.minimumTrip, (text) => readFcfa(text, { min: 1, max: maxFcfa }))
  const startsAt = optional(typed.startsAt, (text) => localMoment(text, timeZone))
  const endsAt = optional(typed.endsAt, (text) => localMoment(text, timeZone))
  const cityId = optional(typed.city, (text) => cityIds.find((id) => id === text))
  const faults: PromoFault[] = [
    ...(code === '' || code.length > limits.promoCode.max ? ['code' as const] : []),
    ...(value === undefined ? ['value' as const] : []),
    ...(startsAt === undefined ? ['startsAt' as const] : []),
    ...(endsAt === undefined ? ['endsAt' as const] : []),
    ...(uses === undefined ? ['maxUses' as const] : []),
    ...(maxUsesPerShop === undefined ? ['maxUsesPerShop' as const] : []),
    ...(maxUsesPerCustomer === undefined ? ['maxUsesPerCustomer' as const] : []),
    ...(areShopsWrong ? ['shops' as const] : []),
    ...(cityId === undefined ? ['city' as const] : []),
    ...(minimumTripFcfa === undefined ? ['minimumTrip' as const] : []),
  ]
  if (value === undefined || startsAt === undefined || endsAt === undefined || uses === undefined)
    return { faults }
  if (cityId === undefined || minimumTripFcfa === undefined) return { faults }
  if (maxUsesPerShop === undefined || maxUsesPerCustomer === undefined || faults.length > 0) return { faults }
  const takes = typed.kind === 'AMOUNT' ? { amountFcfa: value } : { percent: value }
  const limited = { maxUses: uses, maxUsesPerShop, maxUsesPerCustomer }
  return { promo: { code, ...takes, ...limited, startsAt, endsAt, cityId, minimumTripFcfa, shopIds, bearer } }
}

/** Null for a field that was left empty. */
const optional = <Value>(
  text: string | undefined,
  read: (text: string) => Value | undefined,
): Value | null | undefined => (text === undefined || text.trim() === '' ? null : read(text))
