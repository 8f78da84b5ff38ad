import type { Database } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { listHistory, listPaymentHistory } from '../delivery-store.ts'
import { listProblems } from '../pickup-problems/pickup-problem-store.ts'
import { listLinkShares } from '../sharing/link-share-store.ts'
import { deliveryStory, type StoryLine } from './delivery-story.ts'
import { listStoryEvents } from './story-store.ts'

/** What happened to a delivery and who did it, oldest first. */
export async function readDeliveryStory(db: Database, delivery: DeliveryRow): Promise<StoryLine[]> {
  const key = { shopId: delivery.shop_id, id: delivery.id }
  const [history, payments, events, shares, problems] = await Promise.all([
    listHistory(db, key),
    listPaymentHistory(db, key),
    listStoryEvents(db, key),
    listLinkShares(db, key),
    listProblems(db, key),
  ])
  const arrivedAt = delivery.arrived_at_pickup_at
  const story = deliveryStory({ history, payments, events, arrivedAt, shares, problems })
  const courier =
    delivery.courier_id === null ? null : actorText({ kind: 'COURIER', id: delivery.courier_id })
  return story.map((line) =>
    line.kind === 'COURIER_ARRIVED' ? { ...line, actor: line.actor ?? courier } : line,
  )
}
