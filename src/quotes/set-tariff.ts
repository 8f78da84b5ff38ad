import type { Database } from '../database/open-database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Tariff } from './tariff.ts'
import { findTariff, insertTariff, lockTariffs } from './tariff-store.ts'

/** What a city costs before anybody has set it otherwise. */
const firstTariff: Omit<Tariff, 'version'> = {
  baseFcfa: 800,
  includedKm: 3,
  perKmFcfa: 125,
  stepFcfa: 25,
  surcharges: {},
  night: null,
  collectionFee: { percent: 0, minimumFcfa: 0 },
  cancellationFeeFcfa: 0,
  returnFeeFcfa: 0,
}

/** What may be changed of a tariff; what is left out stays as it is. */
export type TariffChange = Partial<Omit<Tariff, 'version'>>

/** Gives a city a new version of its tariff. Deliveries already priced keep theirs. */
export function setTariff(
  { db, clock }: { db: Database; clock: Clock },
  cityId: string,
  change: TariffChange,
): Promise<Tariff> {
  return db.transaction().execute(async (trx) => {
    await lockTariffs(trx, cityId)
    const before = await findTariff(trx, cityId)
    const tariff: Tariff = { ...firstTariff, ...before, ...change, version: (before?.version ?? 0) + 1 }
    await insertTariff(trx, cityId, tariff, clock.now())
    return tariff
  })
}
