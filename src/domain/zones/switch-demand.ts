import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type Demand, type DemandNow, demandNow, isPossibleEnd } from './city-demand.ts'
import { cityValues } from './city-values.ts'
import type { City } from './service-map.ts'
import { lockCity, setCity } from './zone-store.ts'

/**
 * What is wanted: on for so many minutes from now, so many minutes longer than shown, or off. `shown` is the
 * end that the person saw, so that two who extend it at once do not extend it twice.
 */
export type DemandWish =
  | { act: 'START'; minutes: number }
  | { act: 'EXTEND'; minutes: number; shown: Date | null }
  | { act: 'END' }

/**
 * Switches rain or high demand on for a time, extends it or ends it; by itself it ends at its moment in every
 * process (decision 184). Ending what is over changes nothing. Throws ROLE_REQUIRED, CITY_NOT_FOUND,
 * DEMAND_CHANGED, DEMAND_END_REFUSED.
 */
export function switchDemand(
  deps: AuditedDeps,
  { cityId, demand }: { cityId: string; demand: Demand },
  wish: DemandWish,
): Promise<City> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCity(trx, cityId)
    if (!before) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const now = deps.clock.now()
    const current = demandNow(before, now).find((each) => each.demand === demand)
    const until = endOf(wish, current, now)
    const since = until && (current ? undefined : now)
    const after = await setCity(trx, cityId, columnsOf(demand, { since, until }))
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'switch-demand',
        subject: { type: 'CITY', id: cityId },
        before: cityValues(before),
        after: cityValues(after),
      },
    )
    return after
  })
}

/** The new end; null for off. */
function endOf(wish: DemandWish, current: DemandNow | undefined, now: Date): Date | null {
  if (wish.act === 'END') return null
  if (wish.act === 'START' && current) throw new ApiError('DEMAND_CHANGED')
  const from = wish.act === 'START' ? now : extendedFrom(wish.shown, current)
  const until = new Date(from.getTime() + wish.minutes * 60_000)
  if (!isPossibleEnd(until, now)) throw new ApiError('DEMAND_END_REFUSED')
  return until
}

function extendedFrom(shown: Date | null, current: DemandNow | undefined): Date {
  if (!shown || current?.until?.getTime() !== shown.getTime()) throw new ApiError('DEMAND_CHANGED')
  return shown
}

/** `since` is undefined where it was on before, and stays. */
function columnsOf(demand: Demand, { since, until }: { since: Date | null | undefined; until: Date | null }) {
  return demand === 'RAIN'
    ? { raining_until: until, ...(since !== undefined && { raining_since: since }) }
    : { high_demand_until: until, ...(since !== undefined && { high_demand_since: since }) }
}
