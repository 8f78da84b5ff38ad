import { inTransaction } from '../../../base/database/in-transaction.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { FrancCountry } from '../../zones/franc-countries.ts'
import { deleteMapFetch, findMapFetch } from './map-fetch-store.ts'

/**
 * Fetches the streets of a country no more; its maps stay. Does nothing where none is fetched. Throws
 * ROLE_REQUIRED.
 */
export function endMapFetches(deps: AuditedDeps, country: FrancCountry): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await findMapFetch(trx, country)
    if (!before) return
    await deleteMapFetch(trx, country)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'end-map-fetches',
        subject: { type: 'SERVICE', id: country },
        before: { country },
        after: null,
      },
    )
  })
}
