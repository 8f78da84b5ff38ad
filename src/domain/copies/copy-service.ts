import { type CopiedRows, copyDatabase } from '../../base/database/copying/copy-database.ts'
import { refuseRunning } from '../../base/database/copying/refuse-copy.ts'
import type { OpenDatabase, Trx } from '../../base/database/open-database.ts'
import { StartRefused } from '../../base/database/start-refused.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Environment } from '../../base/kernel/environment.ts'
import { hasSimulatedPayments } from '../money/mobile-money/simulated-payment-store.ts'
import { checkLedger, type LedgerCheck } from '../money/settlement/check-ledger.ts'
import { listDemoKeyIds } from '../sandbox/demo-store.ts'
import { type HeldBack, settleTrialCopy } from './settle-trial-copy.ts'
import { isTrialCopy } from './trial-copy-store.ts'

/**
 * Why a service is copied: to go on from the copy, and never again from the source, or to try things on the
 * copy while the source goes on.
 */
export const copyPurposes = ['move', 'trial'] as const
export type CopyPurpose = (typeof copyPurposes)[number]

/** What has rows before a service has a shop: migrations write some, and each process others as it starts. */
const withoutShops = [
  'alert_rounds',
  'event_consumers',
  'event_log_head',
  'fiscal_beginning',
  'ledger_beginning',
  'payout_runs',
  'process_clocks',
  'purge_rounds',
  'report_backlog',
  'sealing_keys',
  'shop_terms',
  'write_tries',
]

type ServiceCopy = {
  from: OpenDatabase
  to: OpenDatabase
  purpose: CopyPurpose
  /** Of the service that is to run on the copy. */
  environment: Environment
  /** Throws where a service that goes on from the copy would not have the key of the source. */
  requireSameKey(source: Trx): Promise<void>
  clock: Clock
}

/** The rows of each table, the proof of the copied books, and what a copy to try things on does not send. */
export type CopyReport = { tables: CopiedRows[]; ledger: LedgerCheck; heldBack: HeldBack | null }

/** Copies everything that a service has in its database into an empty one. Throws StartRefused. */
export async function copyService(copy: ServiceCopy): Promise<CopyReport> {
  let heldBack: HeldBack | null = null
  const tables = await copyDatabase({
    from: copy.from,
    to: copy.to,
    spared: withoutShops,
    check: (source) => refuseMove(copy, source),
    settle: async (target) => {
      if (copy.purpose === 'trial') heldBack = await settleTrialCopy(target, copy.clock.now())
    },
  })
  return { tables, ledger: await checkLedger({ database: copy.to }), heldBack }
}

/** Whoever tries things on a copy may leave the source running, and needs no key or environment of it. */
async function refuseMove(copy: ServiceCopy, source: Trx): Promise<void> {
  const { from, purpose, environment } = copy
  if (purpose === 'trial') return
  await refuseRunning(from, source, 'source')
  await copy.requireSameKey(source)
  if (environment !== 'production') return
  if (await isTrialCopy(source))
    throw new StartRefused('The source is a copy to try things on, and ENVIRONMENT is production.')
  if ((await hasSimulatedPayments(source)) || (await listDemoKeyIds(source)).length > 0)
    throw new StartRefused(
      'The source is of a sandbox (it has payments that nobody made, or the key of the demo), and ' +
        'ENVIRONMENT is production: begin production on an empty database.',
    )
}
