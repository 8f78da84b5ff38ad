import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { Strict } from '../../../base/kernel/json-types.ts'
import { deletePushOfSession } from '../../../domain/couriers/push-subscription-store.ts'
import { addPushSubscription } from '../../../domain/push/add-push-subscription.ts'
import type { PushDeps } from '../../../domain/push/push-deps.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { languageOf } from '../../../http/response-language.ts'
import { courierOf, courierSessionOf } from '../signed-in-courier.ts'

type AlertDeps = { push: PushDeps; rateLimits: RateLimits }

/** How many visits a subscription counts as: a name is looked up for it. */
const subscriptionCost = 20
/** The largest subscription: an address of 1,000 characters and two keys. */
const subscriptionBytes = 4_096

/** What a courier's phone asks so that it hears of offers in a pocket. Behind a session. */
export async function courierAlertRoutes(
  app: FastifyInstance,
  { push, rateLimits }: AlertDeps,
): Promise<void> {
  app.post<{ Body: Static<typeof SubscriptionBody> }>(
    '/courier/push',
    { bodyLimit: subscriptionBytes, schema: { body: SubscriptionBody, hide: true } },
    async (request, reply) => {
      const { id: courierId } = courierOf(request)
      rateLimits.countVisit(request, { who: courierId, cost: subscriptionCost })
      const { endpoint, keys } = request.body
      const asking = { courierId, sessionToken: courierSessionOf(request), language: languageOf(request) }
      await addPushSubscription(push, asking, { endpoint, ...keys })
      return reply.code(204).send()
    },
  )

  // It names no subscription: a session can only end its own.
  app.post('/courier/push/stop', async (request, reply) => {
    await deletePushOfSession(push.db, courierSessionOf(request))
    return reply.code(204).send()
  })
}

/** A subscription as a browser gives it out, with its keys in base64url. */
const SubscriptionBody = Strict({
  endpoint: Type.String({ minLength: 9, maxLength: 1_000 }),
  keys: Strict({
    p256dh: Type.String({ minLength: 87, maxLength: 87 }),
    auth: Type.String({ minLength: 22, maxLength: 22 }),
  }),
})
