import { openDatabase } from '../../src/base/database/open-database.ts'
import { addEndpoint } from '../../src/domain/webhooks/endpoints/add-endpoint.ts'
import { openPublisher, openShop } from '../../test/support/witness.ts'

/** A shop with a key, whose events go to `hook`. */
export async function openOrderingShop(settings: Record<string, string>, hook: string) {
  const publisher = await openPublisher(settings)
  try {
    const { shopId, key } = await openShop(publisher.services)
    const endpoint = { shopId, url: hook, eventTypes: null, description: null }
    const { secret } = await addEndpoint(publisher.services.webhooks, endpoint)
    return { key, secret }
  } finally {
    await publisher.close()
  }
}

/** The ids of all deliveries, and of all events that partners are notified of. */
export async function readBooks(url: string): Promise<{ deliveries: string[]; events: string[] }> {
  const { db, close } = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
  try {
    const deliveries = await db.selectFrom('deliveries').select('deliveries.id').execute()
    const events = await db
      .selectFrom('events')
      .select('events.id')
      .where('events.audience', '=', 'PARTNER')
      .execute()
    return { deliveries: deliveries.map(({ id }) => id), events: events.map(({ id }) => id) }
  } finally {
    await close()
  }
}
