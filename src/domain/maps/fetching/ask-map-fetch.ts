import { inTransaction } from '../../../base/database/in-transaction.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { FrancCountry } from '../../zones/franc-countries.ts'
import { setFetchAsked } from './map-fetch-store.ts'

/**
 * Asks for the streets of a country: the service fetches its extract, imports it for each of its cities, and
 * does so again each month. Throws ROLE_REQUIRED.
 */
export function askMapFetch(deps: AuditedDeps, country: FrancCountry): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await setFetchAsked(trx, country, actorText(deps.actor), deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'ask-map-fetch',
        subject: { type: 'SERVICE', id: country },
        before: null,
        after: { country },
      },
    )
  })
}
