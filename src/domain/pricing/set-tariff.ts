import type { SurchargeType } from '../../base/contract/vocabulary.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { SurchargeRule, Tariff } from './tariff.ts'
import { findTariff, insertTariff, lockTariffs } from './tariff-store.ts'

/** The tariff of a city before anybody has set one. */
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

/** What may be changed of a tariff; what is left out, at any depth, stays as it is. */
export type TariffChange = Partial<Omit<Tariff, 'version' | 'surcharges' | 'collectionFee'>> & {
  /** Null ends the surcharge of a type. */
  surcharges?: Partial<Record<SurchargeType, SurchargeRule | null>>
  collectionFee?: Partial<Tariff['collectionFee']>
}

/**
 * Gives a city a new version of its tariff. Deliveries already priced keep theirs. Changes at the same time are
 * applied one after the other, each to the tariff as it then is, so that none undoes another.
 */
export function setTariff(deps: AuditedDeps, cityId: string, change: TariffChange): Promise<Tariff> {
  return inTransaction(deps.db, async (trx) => {
    await lockTariffs(trx, cityId)
    const before = await findTariff(trx, cityId)
    const tariff = changedTariff(before ?? { ...firstTariff, version: 0 }, change)
    await insertTariff(trx, cityId, tariff, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'set-tariff',
        subject: { type: 'CITY', id: cityId },
        before: before ?? null,
        after: tariff,
      },
    )
    return tariff
  })
}

function changedTariff(before: Tariff, change: TariffChange): Tariff {
  const surcharges = Object.entries({ ...before.surcharges, ...change.surcharges })
  return {
    ...before,
    ...change,
    surcharges: Object.fromEntries(surcharges.filter(([, rule]) => rule !== null)),
    collectionFee: { ...before.collectionFee, ...change.collectionFee },
    version: before.version + 1,
  }
}
