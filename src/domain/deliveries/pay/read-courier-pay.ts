import type { CachedValue } from '../../../base/database/cached-value.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { RulesDeps } from '../../../rules.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'
import type { ServiceMap } from '../../zones/service-map.ts'
import { type CourierPay, courierPay } from './courier-pay.ts'
import { paidTrip, type TripEnds } from './paid-trip.ts'
import { readPayRules } from './read-pay-rules.ts'

/** What reckoning a courier's pay needs. */
export type PayDeps = RulesDeps & { pricing: { map: CachedValue<ServiceMap> } }

/** What a trip earns a courier whom it is given at `now`, by the rule that counts for them. */
export async function readCourierPay(
  { db, pricing, rules }: PayDeps & { db: Database | Trx },
  courierId: string | null,
  { working, ...ends }: TripEnds & { working: Pick<PriceWorking, 'lines'> },
  now: Date,
): Promise<CourierPay> {
  const { COURIER_PAY_PERCENT } = rules.current()
  const ruleOf = await readPayRules(db, COURIER_PAY_PERCENT, courierId === null ? [] : [courierId])
  return courierPay(working, ruleOf(courierId), paidTrip(pricing.map.current(), ends, now))
}
