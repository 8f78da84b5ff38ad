import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { addCity } from '../../zones/add-city.ts'
import { importZones } from '../../zones/import-zones.ts'
import { saveTariffDraft } from '../drafting/save-tariff-draft.ts'
import { type KnownCity, proposedTariff } from './known-cities.ts'
import { zoneDraftsOf } from './known-zones.ts'

/**
 * Adds a known city with all that is known of it: its place, its zones if they are wanted, and a draft of its
 * tariff. A price that nobody has looked at is never in force (decision 311). Throws ROLE_REQUIRED,
 * CITY_TAKEN.
 */
export function openKnownCity(
  deps: AuditedDeps,
  city: KnownCity,
  { withZones }: { withZones: boolean },
): Promise<string> {
  return inTransaction(deps.db, async (trx) => {
    const within = { ...deps, db: trx }
    const cityId = await addKnownCity(within, city, { withZones })
    await saveTariffDraft(within, { cityId, shownRevision: null, terms: proposedTariff(city) })
    return cityId
  })
}

/** Adds a known city, with its zones if they are wanted and without any price. */
export async function addKnownCity(
  deps: AuditedDeps,
  city: KnownCity,
  { withZones }: { withZones: boolean },
): Promise<string> {
  const { lat, lng, baseFcfa: _, perKmFcfa: __, ...rest } = city
  const cityId = await addCity(deps, { ...rest, center: { lat, lng } })
  const drafts = withZones ? zoneDraftsOf(city.name) : []
  if (drafts.length > 0)
    await importZones(deps, { cityId, drafts, priority: 0, replaceOthers: false, isDryRun: false })
  return cityId
}
