import { systemClock } from '../base/kernel/clock.ts'
import { isObserved, observe } from '../base/kernel/observed.ts'
import type { NewEvent } from './event-body.ts'

/** Records events of a trace, from when they happened until they are committed and handed on. */
export function observeCommitted(events: readonly NewEvent[]): void {
  if (!isObserved('span')) return
  for (const { trace, ...event } of events) {
    if (!trace?.parentSpanId) continue
    const { isOfShop: _, isSampled: __, ...ids } = trace
    observe('span', {
      ...ids,
      name: `event ${event.type}`,
      kind: 'PRODUCER',
      endMs: systemClock.now().getTime(),
      hasFailed: false,
      attributes: {
        'colis.event.id': event.id,
        'colis.event.type': event.type,
        'colis.shop.id': event.shopId,
        'colis.delivery.id': event.deliveryId ?? undefined,
      },
    })
  }
}
