import { startLoop } from '../../base/background/loop.ts'
import type { Module } from '../../base/events/start-modules.ts'
import { expireDueDeliveries } from './transitions/expire-delivery.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'

/** Deliveries: those past their deadline expire. */
export const deliveriesModule = (
  deps: DeliveryDeps & { onError: (message: string, error: unknown) => void },
): Module => ({
  name: 'deliveries',
  start: () => [
    startLoop({
      name: 'expire due deliveries',
      everyMs: 5_000,
      round: async () => (await expireDueDeliveries(deps)) > 0,
      onError: deps.onError,
    }),
  ],
})
