import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { type Acceptance, countOffers } from './acceptance-store.ts'

/** For how many days offers are looked at. */
const acceptanceDays = 30

/** How many of the offers of the last thirty days a courier accepted, and how many they declined. */
export function readAcceptance(
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
): Promise<Acceptance> {
  const now = clock.now()
  const since = new Date(now.getTime() - acceptanceDays * 86_400_000)
  return countOffers(db, { courierId, since, now })
}
