import { createDelivery } from '../../src/domain/deliveries/create-delivery.ts'
import type { DeliveryOrder } from '../../src/domain/deliveries/delivery-order.ts'
import { openWebhookWorld } from './webhook-world.ts'

/**
 * Creates deliveries at a steady pace by the real verb, in a process of its own that relays nothing: the
 * sender hears of each commit as it would of another process's.
 */
export type Telling = { env: Record<string, string>; shopIds: string[]; perSecond: number; seconds: number }

/** `committedAtMs` is the time of the machine, to less than a millisecond. */
export type Told = { deliveryIds: string[]; shopIds: string[]; committedAtMs: Float64Array }

process.on('disconnect', () => process.exit())
process.on('message', async (telling: Telling) => process.send?.(await tell(telling)))

const timeMs = () => performance.timeOrigin + performance.now()
const input: DeliveryOrder = {
  dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison', landmark: 'Portail bleu' },
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
}
let orders = 0

async function tell({ env, shopIds, perSecond, seconds }: Telling): Promise<Told> {
  const world = await openWebhookWorld(env)
  const told: { deliveryId: string; shopId: string; atMs: number }[] = []
  const tellOne = async (): Promise<void> => {
    const shopId = shopIds[orders % shopIds.length] ?? ''
    const request = { shopId, idempotencyKey: `told-${process.pid}-${++orders}`, input }
    const { delivery } = await createDelivery(world.parts, request)
    told.push({ deliveryId: delivery.id, shopId, atMs: timeMs() })
  }
  await Promise.all(shopIds.map(tellOne))
  told.splice(0)
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min((performance.now() - startedAt) / 1_000, seconds)
      while (underWay.length < elapsed * perSecond) underWay.push(tellOne())
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  await Promise.all(underWay)
  await world.close()
  return {
    deliveryIds: told.map(({ deliveryId }) => deliveryId),
    shopIds: told.map(({ shopId }) => shopId),
    committedAtMs: Float64Array.from(told, ({ atMs }) => atMs),
  }
}
