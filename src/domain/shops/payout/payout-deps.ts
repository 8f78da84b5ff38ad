import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Environment } from '../../../base/kernel/environment.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import type { PayoutChangeRow } from './payout-change-store.ts'

/** What the verbs of this folder work with. Messages are a room above, so sending is passed in. */
export type PayoutDeps = AuditedDeps & {
  db: Database
  environment: Environment
  /** Seals codes. */
  payoutSecrets: SecretKeys
  /** Enqueues the code to the phone that it is meant for; `heldMs` is how long the change waits after it. */
  sendPayoutCode: (trx: Trx, about: PayoutNotice & { phone: string; code: string }) => Promise<void>
  /** Enqueues a mail to every owner of the shop. */
  notifyOwners: (
    trx: Trx,
    kind: 'PAYOUT_CHANGE_REQUESTED' | 'PAYOUT_CHANGED',
    about: PayoutNotice,
  ) => Promise<void>
}

/** What people are told of a change. */
export type PayoutNotice = { change: PayoutChangeRow; heldMs: number }
