import { startLoop, untilWoken } from '../../base/background/loop.ts'
import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Module } from '../../events/start-modules.ts'
import { alertRoundDue, deleteOldAlerts } from './alerts/alert-store.ts'
import { watchAlerts } from './alerts/watch-alerts.ts'
import { watchOutage } from './alerts/watch-outage.ts'
import type { MonitoringDeps } from './monitoring-deps.ts'

/** How often it is looked whether the database is away, which asks it nothing, in ms. */
const outageEveryMs = 15_000

/** How long alerts that are over are kept. */
const retentionMs = 90 * 24 * 60 * 60_000

/** Monitoring: looks at the service once a minute, and alerts those who run it. */
export const monitoringModule = (
  deps: MonitoringDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'monitoring',
  start: () => {
    const lookForOutage = watchOutage(deps)
    return [
      startLoop({
        name: 'look for an outage',
        everyMs: outageEveryMs,
        round: async () => {
          await lookForOutage()
          return false
        },
        onError: deps.onError,
      }),
      startLoop({
        name: 'watch the service',
        everyMs: untilWoken,
        round: async () => {
          await watchAlerts(deps)
          return false
        },
        onError: deps.onError,
      }),
    ]
  },
  due: { 'watch the service': alertRoundDue },
  purges: {
    'purge alerts': () =>
      purgeInBatches([
        (limit) =>
          deleteOldAlerts(deps.database.db, new Date(deps.clock.now().getTime() - retentionMs), limit),
      ]),
  },
})
