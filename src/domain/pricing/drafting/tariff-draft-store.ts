import type { Database, Trx } from '../../../base/database/open-database.ts'
import { type Actor, actorText } from '../../../base/kernel/actor.ts'
import type { TariffTerms } from '../tariff.ts'

/** The draft of a city's tariff; `savedBy` is an actor as one word. */
export type TariffDraft = {
  /** New at each save: what a form shows, it names. */
  revision: string
  terms: TariffTerms
  savedAt: Date
  savedBy: string
}

/** The draft of a city's tariff; under `lockTariffs` nobody changes it meanwhile. */
export async function findTariffDraft(db: Database | Trx, cityId: string): Promise<TariffDraft | undefined> {
  const row = await db
    .selectFrom('tariff_drafts')
    .selectAll()
    .where('tariff_drafts.city_id', '=', cityId)
    .executeTakeFirst()
  if (!row) return undefined
  const terms = row.terms as TariffTerms
  return { revision: row.revision, terms, savedAt: row.saved_at, savedBy: row.saved_by }
}

export async function setTariffDraft(
  trx: Trx,
  cityId: string,
  { revision, terms, at, by }: { revision: string; terms: TariffTerms; at: Date; by: Actor },
): Promise<void> {
  const values = { revision, terms: JSON.stringify(terms), saved_at: at, saved_by: actorText(by) }
  await trx
    .insertInto('tariff_drafts')
    .values({ city_id: cityId, ...values })
    .onConflict((conflict) => conflict.column('city_id').doUpdateSet(values))
    .execute()
}

export async function deleteTariffDraft(trx: Trx, cityId: string): Promise<void> {
  await trx.deleteFrom('tariff_drafts').where('tariff_drafts.city_id', '=', cityId).execute()
}
