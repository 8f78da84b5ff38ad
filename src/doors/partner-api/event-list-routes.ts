import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { listShopEvents } from '../../events/list-shop-events.ts'
import { callerOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'
import { eventCursor, positionOfCursor } from './event-cursor.ts'
import { EventListQuery, EventListView } from './event-list-view.ts'

/** GET /events: an extension of ours (decision 95), for a shop that missed webhooks or takes none. */
export async function eventListRoutes(
  app: FastifyInstance,
  { db, eventCursorKeys }: { db: Database; eventCursorKeys: SecretKeys },
): Promise<void> {
  app.get<{ Querystring: EventListQuery }>(
    '/events',
    operation({
      operationId: 'listEvents',
      summary: 'Events of the shop, in order',
      description:
        'An extension of Colis. The events of 30 days in the order in which they were committed, with the ids and the bytes of their webhooks. Read on from `nextCursor`: no event is missed and none comes twice, however many are written meanwhile.',
      tag: 'Events',
      scopes: ['deliveries:read'],
      querystring: EventListQuery,
      success: { 200: EventListView },
      refuses: ['EVENT_CURSOR_INVALID'],
    }),
    async (request, reply) => {
      const { shopId } = callerOf(request)
      const { after, limit = limits.eventPageSize.default } = request.query
      const position = after === undefined ? 0 : positionOfCursor(shopId, after, eventCursorKeys)
      if (position === undefined) throw new ApiError('EVENT_CURSOR_INVALID')
      const { events, readTo, hasMore } = await listShopEvents(db, shopId, {
        after: position,
        limit: Number(limit),
      })
      const items = events.map(({ body }) => body).join(',')
      const nextCursor = eventCursor(shopId, readTo, eventCursorKeys)
      // Concatenated from the frozen bodies: parsing and serializing them again could change their bytes.
      return reply
        .type('application/json; charset=utf-8')
        .serializer((payload: string) => payload)
        .send(`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)},"hasMore":${hasMore}}`)
    },
  )
}
