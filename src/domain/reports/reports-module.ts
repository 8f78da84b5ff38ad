import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { firstDueOf } from '../../base/database/first-due.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Module } from '../../events/start-modules.ts'
import {
  type ReportDeps,
  recountBookedDeliveries,
  recountChangedDeliveries,
  recountOlderDeliveries,
} from './recount-deliveries.ts'

/** Reports: what happens to deliveries and what is booked for them goes into sums by day and month. */
export const reportsModule = (
  deps: ReportDeps & { db: Database; onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'reports',
  consumer: recountChangedDeliveries(deps),
  start: () => {
    let isLeft = true
    return [
      startLoop({
        name: 'count what was booked',
        everyMs: untilWoken,
        round: () => recountBookedDeliveries(deps),
        onError: deps.onError,
      }),
      startLoop({
        name: 'count deliveries from before there were reports',
        everyMs: 60_000,
        round: async () => {
          if (isLeft) isLeft = await recountOlderDeliveries(deps)
          return isLeft
        },
        onError: deps.onError,
      }),
    ]
  },
  due: { 'count what was booked': firstDueOf('report_bookings') },
})
