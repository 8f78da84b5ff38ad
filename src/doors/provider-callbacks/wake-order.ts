import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { wakeRequest } from '../../domain/money/mobile-money/payment-request-store.ts'
import { wakeTransfer } from '../../domain/money/transfers/transfer-store.ts'

/** An order is woken at most once in this time, in ms, however often it is named. */
const pauseMs = 5_000
const maxRemembered = 10_000

/**
 * Makes the order that a callback names due to be asked for, which its loop sees within two seconds: what a
 * callback says is never believed. An order that was paid, or that nobody waits for, stays as it is.
 */
export function wakeOrders({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): (orderId: string) => Promise<void> {
  const woken = new Map<string, number>()
  return async (orderId) => {
    const now = clock.now()
    if (now.getTime() - (woken.get(orderId) ?? Number.NEGATIVE_INFINITY) < pauseMs) return
    if (woken.size >= maxRemembered) woken.clear()
    woken.set(orderId, now.getTime())
    if (!(await wakeRequest(db, orderId, now))) await wakeTransfer(db, orderId, now)
  }
}
