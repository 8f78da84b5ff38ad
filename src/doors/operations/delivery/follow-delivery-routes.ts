import type { FastifyInstance } from 'fastify'
import { listOpenOperatorSessions, type OperatorSession } from '../../../domain/accounts/membership-store.ts'
import type { Repeat } from '../../../web/live/event-stream.ts'
import { changedMessage, liveEvent } from '../../../web/live/live-message.ts'
import { serveStreams } from '../../../web/live/serve-streams.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { type OperatedRoute, operatedKey, operatedPath } from './operated-delivery-key.ts'

/** Those of an area; in tests time is repeated by hand. */
type FollowDeps = OperationsDeps & { repeat?: Repeat }

/**
 * GET /operations/deliveries/:deliveryId/live: `changed` whenever the delivery has changed, as server-sent
 * events; `listening` says that nothing is missed from then on, `end` that the page is not to connect again.
 */
export async function followDeliveryRoutes(app: FastifyInstance, deps: FollowDeps): Promise<void> {
  const { db, changes } = deps
  const serve = serveStreams<OperatorSession>(app, {
    ...deps,
    listOpenSessions: (followers, now) => listOpenOperatorSessions(db, followers, now),
  })

  app.get<OperatedRoute>(
    `${operatedPath}/live`,
    { config: { operates: 'DISPATCH' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { shopId, id } = await operatedKey(db, request.params.deliveryId)
      const { accountId, sessionToken: token } = operatorOf(request)
      serve(request, reply, { accountId, token }, (send) => {
        void changes.whenReading().then(() => send(listening))
        return changes.subscribeShop(shopId, (ids) => {
          if (ids.has(id)) send(changedMessage([id]))
        })
      })
    },
  )
}

const listening = liveEvent('listening', '{}')
