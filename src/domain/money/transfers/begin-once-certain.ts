import type { Trx } from '../../../base/database/open-database.ts'
import { refusalsInDoubt } from './refused-transfer.ts'
import type { BeginDeps } from './transfer-deps.ts'
import { listRefusedTo, type TransferTarget, wakeRefusedTransfers } from './transfer-store.ts'

/** The refusals that must be asked about again before anything is sent in their place. */
class RefusalsInDoubt extends Error {
  ids: string[]
  constructor(ids: string[]) {
    super('A refused transfer may have been paid since.')
    this.ids = ids
  }
}

/**
 * Throws within `beginOnceCertain` when a refused transfer to this payee, or of this payment, may still be
 * paid: its provider has to say once more that it was not.
 */
export async function requireCertainRefusals(
  { clock, mobileMoney }: BeginDeps,
  trx: Trx,
  target: TransferTarget,
): Promise<void> {
  const providers = mobileMoney.providers.all.map(({ name }) => name)
  const doubtful = refusalsInDoubt(await listRefusedTo(trx, target), { now: clock.now(), providers })
  if (doubtful.length > 0) throw new RefusalsInDoubt(doubtful.map(({ id }) => id))
}

/**
 * Runs the transaction that begins a transfer. Where a refusal is in doubt nothing is begun: it is asked
 * about at once, and whoever looks for what is due tries again. Returns whether something was begun.
 */
export async function beginOnceCertain(
  deps: BeginDeps,
  begin: (trx: Trx) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await deps.db.transaction().execute(begin)
  } catch (error) {
    if (!(error instanceof RefusalsInDoubt)) throw error
    await wakeRefusedTransfers(deps.db, error.ids, deps.clock.now())
    return false
  }
}
