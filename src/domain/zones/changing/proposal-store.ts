import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { ZoneOverlap } from '../checking/zone-overlaps.ts'
import type { ZoneChange } from './zone-plan.ts'

/** A change of the zones of a city that waits for somebody to confirm it. */
export type ZoneProposal = {
  id: string
  cityId: string
  change: ZoneChange
  /** How much of each zone that is changed moves, by its id. */
  movedSquareMeters: Record<string, number>
  /**
   * Where zones that it adds or changes would lie over others; null where that takes too long to find out.
   */
  overlaps: ZoneOverlap[] | null
  /** What was repaired in a file. */
  notes: string[]
  /** The fingerprint of the zones when it was made. */
  seen: string
  madeBy: string
}

export async function insertProposal(trx: Trx, proposal: ZoneProposal, createdAt: Date): Promise<void> {
  await trx
    .insertInto('zone_proposals')
    .values({
      id: proposal.id,
      city_id: proposal.cityId,
      change: JSON.stringify(proposal.change),
      moved_square_meters: JSON.stringify(proposal.movedSquareMeters),
      notes: JSON.stringify(proposal.notes),
      overlapping: proposal.overlaps && JSON.stringify(proposal.overlaps),
      seen: proposal.seen,
      made_by: proposal.madeBy,
      created_at: createdAt,
    })
    .execute()
}

/** A proposal of this city and of this person, made after `since`. */
export async function findProposal(
  db: Database | Trx,
  { id, cityId, madeBy, since }: { id: string; cityId: string; madeBy: string; since: Date },
): Promise<ZoneProposal | undefined> {
  const row = await db
    .selectFrom('zone_proposals')
    .selectAll()
    .where('zone_proposals.id', '=', id)
    .where('zone_proposals.city_id', '=', cityId)
    .where('zone_proposals.made_by', '=', madeBy)
    .where('zone_proposals.created_at', '>', since)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      cityId: row.city_id,
      change: row.change as ZoneChange,
      movedSquareMeters: row.moved_square_meters,
      notes: row.notes,
      overlaps: row.overlapping as ZoneOverlap[] | null,
      seen: row.seen,
      madeBy: row.made_by,
    }
  )
}

/** Removes a proposal; false when somebody else was faster. */
export async function deleteProposal(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('zone_proposals')
    .where('zone_proposals.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes what is too old to be confirmed, and what one person has made beyond their newest `kept`. */
export async function deleteOldProposals(
  trx: Trx,
  { before, madeBy, kept }: { before: Date; madeBy: string; kept: number },
): Promise<void> {
  await trx.deleteFrom('zone_proposals').where('zone_proposals.created_at', '<=', before).execute()
  await trx
    .deleteFrom('zone_proposals')
    .where('zone_proposals.id', 'in', (query) =>
      query
        .selectFrom('zone_proposals')
        .select('zone_proposals.id')
        .where('zone_proposals.made_by', '=', madeBy)
        .orderBy('zone_proposals.created_at', 'desc')
        .orderBy('zone_proposals.id', 'desc')
        .offset(kept),
    )
    .execute()
}
