import { sql } from 'kysely'
import type { Trx } from '../../src/base/database/open-database.ts'
import { type DeliveryKey, lockDelivery } from '../../src/domain/deliveries/delivery-store.ts'
import type { TestService } from './open-service.ts'
import { until } from './until.ts'

/**
 * Holds the lock on a delivery until `act` waits for it, does something `meanwhile` in the transaction that holds it,
 * and returns what the act came to. On a PostgreSQL server alone.
 */
export async function actWhileHeld<T>(
  { services: { db } }: Pick<TestService, 'services'>,
  { shopId, id }: DeliveryKey,
  act: () => Promise<T>,
  meanwhile: (trx: Trx) => unknown,
): Promise<T> {
  let acted: Promise<T> | undefined
  await db.transaction().execute(async (trx) => {
    await lockDelivery(trx, { shopId, id })
    acted = act()
    // A refusal is the caller's, who waits for it below.
    acted.catch(() => {})
    await until(isWaiting, 'somebody who waits for a lock')
    await meanwhile(trx)
  })
  return acted as Promise<T>

  async function isWaiting(): Promise<boolean> {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
}
