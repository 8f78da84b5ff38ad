import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { makeOlderDeliveriesSearchable } from '../../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { handOnAll } from '../../test/support/event-work.ts'
import { signInOperator } from './board-world.ts'
import { signIn } from './console-world.ts'
import { fillFromLife, type Life } from './growth-fill.ts'
import { temporaryFolder } from './processes.ts'
import { type BenchShop, seedWorld } from './seed.ts'
import { openWebhookWorld, type WebhookWorld } from './webhook-world.ts'

/** A database with many copies of one life, the service over it in this process, and who asks. */
export type GrowthWorld = {
  app: FastifyInstance
  client: pg.Client
  /** A fifth of all deliveries are of the first one, about a thousand of the other at any size. */
  large: BenchShop
  small: BenchShop
  seller: string
  operator: string
  /** They carry as much each day at any size. */
  courierId: string
  cityId: string
  close(): Promise<void>
}

/** Makes one life through the doors, copies it until there are `count` deliveries, and makes them searchable. */
export async function openGrowthWorld(url: string, count: number): Promise<GrowthWorld> {
  const seeded = await seedWorld(url)
  const env = {
    DATABASE_URL: url,
    DATA_FOLDER: temporaryFolder(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SEED_DEMO: 'false',
    RATE_LIMIT_PER_SECOND: '0',
    VISITS_PER_SECOND: '0',
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const before = await openWebhookWorld(env)
  const life = await liveOnce(before, seeded.orders)
  const courierId = await fillFromLife(client, { life, seeded, count })
  while (await makeOlderDeliveriesSearchable(before.services));
  await client.query('vacuum analyze')
  await before.close()
  // Opened anew, so that nothing is remembered of the time before.
  const world = await openWebhookWorld(env)
  const app = await buildApp(world.services)
  await app.ready()
  return {
    ...{ app, client, courierId, large: seeded.large, small: seeded.small, cityId: seeded.cityId },
    seller: await signIn(world, seeded.large.shopId),
    operator: await signInOperator({ world }, 'OPERATOR'),
    close: async () => {
      await client.end()
      await app.close()
      await world.close()
    },
  }
}

/** A delivery from its order to the hand-over, paid on the way, with all that consumers write about it. */
async function liveOnce({ services }: WebhookWorld, shop: BenchShop): Promise<Life> {
  const app = await buildApp(services)
  await app.ready()
  const headers = { authorization: `Bearer ${shop.key}` }
  const order = await app.inject({
    method: 'POST',
    url: '/api/v1/partner/deliveries',
    headers: { ...headers, 'idempotency-key': 'one-life-of-many' },
    payload: orderOf('ONE-LIFE'),
  })
  const { id } = order.json() as { id: string }
  for (let status = '', steps = 0; status !== 'DELIVERED' && steps < 10; steps += 1) {
    await handOnAll(services)
    const url = `/api/v1/partner/sandbox/deliveries/${id}/advance`
    const answer = await app.inject({ method: 'POST', url, headers })
    if (answer.statusCode !== 200) throw new Error(`The life stops: ${answer.body}`)
    status = (answer.json() as { status: string }).status
  }
  await handOnAll(services)
  await app.close()
  return { shopId: shop.shopId, deliveryId: id }
}

/** An order that is paid at the door. */
export const orderOf = (externalRef: string) => ({
  dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison', landmark: 'Portail bleu' },
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
  instructions: 'Appeler en arrivant',
  externalRef,
})
