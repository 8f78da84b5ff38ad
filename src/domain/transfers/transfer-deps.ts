import type { CourierPayoutRhythm } from '../../base/contract/vocabulary.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { MobileMoneyDeps } from '../mobile-money/mobile-money-provider.ts'
import type { CallDeps } from '../mobile-money/place-order.ts'
import type { PayoutTimes } from './payout-schedule.ts'

/** What beginning a transfer needs. */
export type BeginDeps = MobileMoneyDeps & { db: Database; clock: Clock; transfers: TransferTerms }

export type TransferTerms = {
  times: PayoutTimes
  /** The most that one payout may be; the rest follows in further ones. */
  maximumFcfa: number
  couriers: { rhythm: CourierPayoutRhythm; minimumFcfa: number }
}

/** What following transfers needs. */
export type TransferDeps = BeginDeps &
  CallDeps & {
    /** Tells the operator what only a person can mend. */
    alertOperator: (message: string, about: Record<string, string>) => void
  }
