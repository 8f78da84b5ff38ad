import { startLoop } from '../../base/background/loop.ts'
import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Module } from '../../events/start-modules.ts'
import { deleteOldAlerts } from './alerts/alert-store.ts'
import { watchAlerts } from './alerts/watch-alerts.ts'
import { watchOutage } from './alerts/watch-outage.ts'
import type { MonitoringDeps } from './monitoring-deps.ts'

/** How often a process asks whether the next round is due. */
const askEveryMs = 15_000

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
        name: 'watch the service',
        everyMs: askEveryMs,
        round: async () => {
          await lookForOutage()
          await watchAlerts(deps)
          return false
        },
        onError: deps.onError,
      }),
    ]
  },
  purges: {
    'purge alerts': () =>
      purgeInBatches([
        (limit) =>
          deleteOldAlerts(deps.database.db, new Date(deps.clock.now().getTime() - retentionMs), limit),
      ]),
  },
})
