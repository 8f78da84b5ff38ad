import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { RulesDeps } from '../../../rules.ts'
import type { MobileMoneyDeps } from '../mobile-money/mobile-money-provider.ts'
import type { CallDeps } from '../mobile-money/place-order.ts'

/** What beginning a transfer needs. */
export type BeginDeps = MobileMoneyDeps & RulesDeps & { db: Database; clock: Clock; timeZone: string }

/** What following transfers needs. */
export type TransferDeps = BeginDeps &
  CallDeps & {
    /** Tells the operator what only a person can mend. */
    alertOperator: (message: string, about: Record<string, string>) => void
  }
