import { inTransaction } from '../../base/database/in-transaction.ts'
import type { SurchargeType } from '../../contract/vocabulary.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { SurchargeRule, Tariff, TariffTerms } from './tariff.ts'
import { findTariff, insertTariff, lockTariffs } from './tariff-store.ts'

/** The tariff of a city before anybody has set one. */
export const firstTariff: TariffTerms = {
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
 * Gives a city a new version of its tariff. Deliveries already priced keep theirs. Changes at the same time
 * are applied one after the other, each to the tariff as it then is, so that none undoes another. A tariff
 * that is to come still comes. Throws ROLE_REQUIRED.
 */
export function setTariff(deps: AuditedDeps, cityId: string, change: TariffChange): Promise<Tariff> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockTariffs(trx, cityId)
    const now = deps.clock.now()
    const before = await findTariff(trx, cityId, now)
    const terms = changedTerms(before ?? firstTariff, change)
    const { tariff } = await insertTariff(trx, cityId, terms, { at: now, by: deps.actor })
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

/** The terms that a change leaves. */
function changedTerms(before: TariffTerms, change: TariffChange): TariffTerms {
  const surcharges = Object.entries({ ...before.surcharges, ...change.surcharges })
  return {
    ...before,
    ...change,
    surcharges: Object.fromEntries(surcharges.filter(([, rule]) => rule !== null)),
    collectionFee: { ...before.collectionFee, ...change.collectionFee },
  }
}
