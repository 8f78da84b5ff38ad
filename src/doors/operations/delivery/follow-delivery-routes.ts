import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { listOpenOperatorSessions, type OperatorSession } from '../../../domain/accounts/membership-store.ts'
import {
  beginEventStream,
  type Repeat,
  reconnectHint,
  repeatByTimer,
  retryAfterSeconds,
} from '../../../web/live/event-stream.ts'
import { changedMessage, liveEvent } from '../../../web/live/live-message.ts'
import { holdStreams, tickMs } from '../../../web/live/live-streams.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { type OperatedRoute, operatedKey, operatedPath } from './operated-delivery-key.ts'

/** Those of an area; in tests time is repeated by hand. */
type FollowDeps = OperationsDeps & { repeat?: Repeat }

/**
 * GET /operations/deliveries/:deliveryId/live: `changed` whenever the delivery has changed, as server-sent events;
 * `listening` says that nothing is missed from then on, `end` that the page is not to connect again.
 */
export async function followDeliveryRoutes(app: FastifyInstance, deps: FollowDeps): Promise<void> {
  const { db, changes, chance, repeat = repeatByTimer } = deps
  const streams = holdStreams<OperatorSession>({
    ...deps,
    listOpenSessions: (followers, now) => listOpenOperatorSessions(db, followers, now),
  })
  const stopTicking = repeat(() => void streams.tick(), tickMs)
  app.addHook('preClose', async () => {
    stopTicking()
    streams.closeAll()
  })

  app.get<OperatedRoute>(
    `${operatedPath}/live`,
    { config: { operates: 'DISPATCH' }, exposeHeadRoute: false },
    async (request, reply) => {
      if (streams.isFull()) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds })
      const { shopId, id } = await operatedKey(db, request.params.deliveryId)
      const { accountId, sessionToken: token } = operatorOf(request)
      const { raw, isGzip } = beginEventStream(request, reply)
      let stop = () => {}
      const { send } = streams.open(raw, { accountId, token }, { isGzip, ended: () => stop() })
      if (raw.destroyed) return
      send(reconnectHint(chance))
      stop = changes.subscribeShop(shopId, (ids) => {
        if (ids.has(id)) send(changedMessage([id]))
      })
      void changes.whenReading().then(() => send(listening))
    },
  )
}

const listening = liveEvent('listening', '{}')
