import { type Static, Type } from 'typebox'
import { As, DateTime, Flag, Open, Strict, Uuid } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import { DeliveryView } from './delivery-view.ts'
import { EventType } from './value-types.ts'

const { max } = limits.eventPageSize

/** The query of GET /events. Numbers are written in digits (decision 6). */
export const EventListQuery = Strict({
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A `nextCursor` that was answered before; without it, from the oldest event that is kept.',
      examples: ['m2sYb0Zq4fJ7n1kWxTtQbA'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      default: limits.eventPageSize.default,
      description: 'How many events, at most.',
      examples: [100],
    }),
  ),
})
export type EventListQuery = Static<typeof EventListQuery>

/** Spec 6.3. */
export const EventView = Open(
  {
    id: Uuid({ description: 'Identifier of the event: the `Svc-Event-Id` of its webhooks.' }),
    type: EventType,
    createdAt: DateTime({ description: 'When it happened.' }),
    data: As(DeliveryView, { description: 'The delivery as it was at that moment.' }),
  },
  { name: 'Event', description: 'An event, byte for byte as webhooks carry it.' },
)

/** A page of events. The events are sent as they were frozen, byte for byte as webhooks carry them. */
export const EventListView = Open(
  {
    items: Type.Array(EventView, { description: 'In the order in which they were committed.' }),
    nextCursor: Type.String({
      description:
        'Where to read on: send it as `after`. It is there on the last page too, for the next time.',
      examples: ['m2sYb0Zq4fJ7n1kWxTtQbA'],
    }),
    hasMore: Flag({ description: 'Whether there is more right now.' }),
  },
  { name: 'EventPage', description: 'Events of the shop.' },
)
