import type { Database, Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { drawZone } from '../../zones/changing/draw-zone.ts'
import { deleteProposal, findProposal, type ZoneProposal } from '../../zones/changing/proposal-store.ts'
import { proposalAgeMs } from '../../zones/changing/propose-zones.ts'
import { reshapeZone } from '../../zones/changing/reshape-zone.ts'
import { importZones } from '../../zones/import-zones.ts'
import { retireZones } from '../../zones/retire-zones.ts'
import { splitZone } from './split-zone.ts'

type ProposalKey = { cityId: string; proposalId: string }

/**
 * Does what somebody has looked at: only they can, once, and only while the zones of the city are those that
 * they saw. Returns what was done. Throws ROLE_REQUIRED, ZONE_PROPOSAL_NOT_FOUND, ZONES_CHANGED and what the
 * verb of the change throws.
 */
export function confirmZones(
  deps: AuditedDeps & { db: Database },
  key: ProposalKey,
): Promise<ZoneProposal['change']> {
  return deps.db.transaction().execute(async (trx) => {
    const inside = { ...deps, db: trx }
    const proposal = await getProposal(inside, key)
    await make(inside, proposal)
    if (!(await deleteProposal(trx, proposal.id))) throw new ApiError('ZONE_PROPOSAL_NOT_FOUND')
    return proposal.change
  })
}

/** The change that this person has prepared. Throws ZONE_PROPOSAL_NOT_FOUND. */
export async function getProposal(
  { db, clock, actor }: AuditedDeps,
  { cityId, proposalId }: ProposalKey,
): Promise<ZoneProposal> {
  const since = new Date(clock.now().getTime() - proposalAgeMs)
  const proposal = isUuid(proposalId)
    ? await findProposal(db, { id: proposalId, cityId, madeBy: actorText(actor), since })
    : undefined
  if (!proposal) throw new ApiError('ZONE_PROPOSAL_NOT_FOUND')
  return proposal
}

async function make(
  deps: AuditedDeps & { db: Trx },
  { cityId, seen, change }: ZoneProposal,
): Promise<unknown> {
  switch (change.kind) {
    case 'IMPORT':
      return importZones(deps, { ...change, cityId, isDryRun: false, seen })
    case 'DRAW':
      return drawZone(deps, { ...change, cityId, seen })
    case 'RESHAPE':
      return reshapeZone(deps, { ...change, cityId, seen })
    case 'SPLIT':
      return splitZone(deps, { ...change, cityId, seen })
    case 'RETIRE':
      return retireZones(deps, cityId, change.zones, seen)
    case 'RENAME':
      // Renaming is done at once: nobody needs to see it before.
      throw new ApiError('ZONE_PROPOSAL_NOT_FOUND')
  }
}
