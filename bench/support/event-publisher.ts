import { Colis } from '../../sdk/typescript/src/sdk.ts'
import { createDelivery } from '../../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../../src/domain/deliveries/order/delivery-order.ts'
import { openWebhookWorld } from './webhook-world.ts'

/**
 * Creates deliveries at a steady pace, in a process of its own that relays nothing: by the real verb, so that the
 * sender hears of each commit as it would of another process's, or as partners do, by the API of the sender's.
 */
export type PublishOrder = {
  env: Record<string, string>
  shopIds: string[]
  perSecond: number
  seconds: number
  /** Where the API is, and a key of each shop in the order of `shopIds`. */
  api?: { url: string; keys: string[] }
}

/** `committedAtMs` is the time of the machine, to less than a millisecond: of the commit, or of the API's answer. */
export type Published = { deliveryIds: string[]; shopIds: string[]; committedAtMs: Float64Array }

process.on('disconnect', () => process.exit())
process.on('message', async (order: PublishOrder) => process.send?.(await publish(order)))

const timeMs = () => performance.timeOrigin + performance.now()
const input: DeliveryOrder = {
  dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison', landmark: 'Portail bleu' },
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
}
let orders = 0

async function publish({ env, shopIds, perSecond, seconds, api }: PublishOrder): Promise<Published> {
  const world = await openWebhookWorld(env)
  const published: { deliveryId: string; shopId: string; atMs: number }[] = []
  /** As partners order: what is refused for a moment is sent again with the same key. */
  const clients = api?.keys.map((apiKey) => new Colis({ apiKey, baseUrl: api.url }))
  const publishOne = async (): Promise<void> => {
    const nth = orders % shopIds.length
    const shopId = shopIds[nth] ?? ''
    const idempotencyKey = `told-${process.pid}-${++orders}`
    const ordered = await clients?.[nth]?.createDelivery(input, { idempotencyKey })
    const { id } =
      ordered ?? (await createDelivery(world.services, { shopId, idempotencyKey, input })).delivery
    published.push({ deliveryId: id, shopId, atMs: timeMs() })
  }
  // By the API one after the other: a burst would still be under way when the measuring begins.
  if (api) for (const _ of shopIds) await publishOne()
  else await Promise.all(shopIds.map(publishOne))
  published.splice(0)
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min((performance.now() - startedAt) / 1_000, seconds)
      while (underWay.length < elapsed * perSecond) underWay.push(publishOne())
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  await Promise.all(underWay)
  await world.close()
  return {
    deliveryIds: published.map(({ deliveryId }) => deliveryId),
    shopIds: published.map(({ shopId }) => shopId),
    committedAtMs: Float64Array.from(published, ({ atMs }) => atMs),
  }
}
