import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { type EndedDelivery, settledColumns } from './delivery-posting.ts'

const columns = sql.join(settledColumns.map((column) => sql.ref(`deliveries.${column}`)))

/** The deliveries of these events that have ended, each once, in one order. */
export async function listEndedDeliveries(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<EndedDelivery[]> {
  const { rows } = await sql<EndedDelivery>`
    select ${columns}
    from deliveries
    where deliveries.ended_at is not null
      and (deliveries.shop_id, deliveries.id) in (
        select events.shop_id, events.delivery_id
        from ${keyRows(events)} as handed (shop_id, id)
        join events on events.shop_id = handed.shop_id and events.id = handed.id
      )
    order by deliveries.ended_at, deliveries.id
  `.execute(trx)
  return rows
}
