import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { StoryEvent } from './delivery-story.ts'

/** No delivery has so many events: what its shop can change is bounded. */
const maxStoryEvents = 300

/** Who caused the events of a delivery, and when, oldest first. */
export async function listStoryEvents(db: Database, { shopId, id }: DeliveryKey): Promise<StoryEvent[]> {
  return db
    .selectFrom('events')
    .select(['events.created_at as at', 'events.actor', 'events.type'])
    .where('events.shop_id', '=', shopId)
    .where('events.delivery_id', '=', id)
    .orderBy('events.id')
    .limit(maxStoryEvents)
    .execute()
}
