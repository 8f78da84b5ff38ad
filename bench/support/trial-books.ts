import { openDatabase } from '../../src/base/database/open-database.ts'
import { addEndpoint } from '../../src/domain/webhooks/endpoints/add-endpoint.ts'
import { openPublisher, openShop, sha256 } from '../../test/support/witness.ts'
import type { TrialClients } from './trial-clients.ts'

/** A shop that orders: its key, the secret by which its webhooks are signed, and the key of another shop. */
export type OrderingShop = { shopId: string; key: string; secret: string; stranger?: { key: string } }

/** A shop with a key, whose events go to `hook`. */
export async function openOrderingShop(
  settings: Record<string, string>,
  hook: string,
): Promise<OrderingShop> {
  const publisher = await openPublisher(settings)
  try {
    const { shopId, key } = await openShop(publisher.services)
    const endpoint = { shopId, url: hook, eventTypes: null, description: null }
    const { secret } = await addEndpoint(publisher.services.webhooks, endpoint)
    return { shopId, key, secret, stranger: await openShop(publisher.services) }
  } finally {
    await publisher.close()
  }
}

/** What the database has of a shop: its deliveries, and the events that it is notified of. */
export type Books = {
  deliveries: { id: string; idempotencyKey: string; status: string }[]
  events: { id: string; type: string; deliveryId: string; sha256: string }[]
}

export async function readBooks(url: string, shopId: string): Promise<Books> {
  const { db, close } = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
  try {
    const deliveries = await db
      .selectFrom('deliveries')
      .select(['deliveries.id', 'deliveries.idempotency_key', 'deliveries.status'])
      .where('deliveries.shop_id', '=', shopId)
      .execute()
    const events = await db
      .selectFrom('events')
      .select(['events.id', 'events.type', 'events.delivery_id', 'events.body'])
      .where('events.shop_id', '=', shopId)
      .where('events.audience', '=', 'PARTNER')
      .execute()
    return {
      deliveries: deliveries.map(({ id, idempotency_key: key, status }) => ({
        id,
        idempotencyKey: String(key),
        status,
      })),
      events: events.map(({ id, type, delivery_id: deliveryId, body }) => ({
        id,
        type,
        deliveryId: String(deliveryId),
        sha256: sha256(body),
      })),
    }
  } finally {
    await close()
  }
}

/** The ids of events that the feed of the partner API returns, from its beginning to its end. */
export async function readFeed(clients: TrialClients): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const page = await clients.read<Page>(
      `/events?limit=100${after && `&after=${encodeURIComponent(after)}`}`,
    )
    ids.push(...page.items.map(({ id }) => id))
    if (!page.hasMore) return ids
    after = page.nextCursor
  }
}

type Page = { items: { id: string }[]; nextCursor: string; hasMore: boolean }
