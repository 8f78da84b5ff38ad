import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { EventType, Payer } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { waitsForItsTurn } from '../../tours/turn-store.ts'
import { type Claim, isInShare } from './provider-share-store.ts'
import type { PaidRequest } from './receipt-posting.ts'

/** The columns of a payment, as the books read them; its delivery is joined. */
export const paidColumns = sql`
  payment_requests.id, payment_requests.shop_id as "shopId", payment_requests.delivery_id as "deliveryId",
  deliveries.currency, payment_requests.amount_fcfa as "amountFcfa",
  payment_requests.payer, coalesce(payment_requests.provider, 'unknown') as provider,
  payment_requests.fee_fcfa as "feeFcfa",
  coalesce(payment_requests.ended_at, payment_requests.created_at) as "paidAt"
`

export type PaymentRequestRow = Selectable<Tables['payment_requests']>

/**
 * The deliveries picked up according to these events whose customer must now be asked to pay by mobile money;
 * of a parcel on a tour once its door is next.
 * They are locked against changes until the transaction ends, as the requests that refer to them would lock
 * them later: whoever changes a payment locks its delivery first, and two who lock in different orders would
 * die of it.
 */
export async function listPickedUpToPay(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select deliveries.*
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    where events.type in ('delivery.picked_up', 'delivery.door_next')
      and deliveries.collection = 'SECURE'
      and deliveries.payment_status = 'AWAITING_CUSTOMER'
      and (events.type = 'delivery.door_next' or not ${waitsForItsTurn})
    order by deliveries.shop_id, deliveries.id
    for key share of deliveries
  `.execute(trx)
  return rows
}

/**
 * The deliveries of these events whose shop must now pay the trip, with the number that it registered, locked
 * as in `listPickedUpToPay`. A shop without a number pays from one that it names.
 */
export async function listTripsToPay(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<(DeliveryRow & { payout_phone: string })[]> {
  const { rows } = await sql<DeliveryRow & { payout_phone: string }>`
    select deliveries.*, shops.payout_phone
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    join shops on shops.id = deliveries.shop_id
    where events.type = 'payment.trip_due'
      and deliveries.payment_status = 'AWAITING_SENDER'
      and shops.payout_phone is not null
    order by deliveries.shop_id, deliveries.id
    for key share of deliveries
  `.execute(trx)
  return rows
}

/**
 * Makes the request that paid each delivery due once more, where one of these events has one of `types`. Of
 * several paid requests it is the one without a refund: that of the others was due when they were paid. They
 * are found delivery by delivery, as in `listPaymentsOf`.
 */
export async function requeuePaidRequests(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  types: readonly EventType[],
  now: Date,
): Promise<void> {
  await sql`
    with handed as materialized (
      select distinct events.shop_id, events.delivery_id
      from ${keyRows(events)} as event (shop_id, id)
      join events on events.shop_id = event.shop_id and events.id = event.id
      where events.type = any(${[...types]}::text[])
    ), counted as materialized (
      select paid.shop_id, paid.id
      from handed
      cross join lateral (
        select * from deliveries
        where deliveries.shop_id = handed.shop_id and deliveries.id = handed.delivery_id
          and deliveries.collection = 'SECURE' and deliveries.payment_status = 'PAID'
        offset 0
      ) as settled
      cross join lateral (
        select * from payment_requests
        where payment_requests.shop_id = settled.shop_id and payment_requests.delivery_id = settled.id
          and payment_requests.state = 'PAID' and payment_requests.refund_due_at is null
          and payment_requests.payer = 'CUSTOMER'
        offset 0
      ) as paid
    )
    update payment_requests
    set due_at = ${now}
    from counted
    where payment_requests.shop_id = counted.shop_id and payment_requests.id = counted.id
  `.execute(trx)
}

/**
 * The payments that were made for the deliveries of these events, in one order. They are found delivery by
 * delivery: `offset 0` keeps PostgreSQL from reading all payments instead, which it takes for the cheaper
 * way.
 */
export async function listPaymentsOf(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<PaidRequest[]> {
  const { rows } = await sql<PaidRequest>`
    with handed as materialized (
      select distinct events.shop_id, events.delivery_id
      from ${keyRows(events)} as event (shop_id, id)
      join events on events.shop_id = event.shop_id and events.id = event.id
    )
    select ${paidColumns}
    from handed
    cross join lateral (
      select * from payment_requests
      where payment_requests.shop_id = handed.shop_id and payment_requests.delivery_id = handed.delivery_id
        and payment_requests.state = 'PAID'
      offset 0
    ) as payment_requests
    cross join lateral (
      select deliveries.currency from deliveries
      where deliveries.shop_id = handed.shop_id and deliveries.id = handed.delivery_id
      offset 0
    ) as deliveries
    order by "paidAt", payment_requests.id
  `.execute(trx)
  return rows
}

/** Writes requests, except one whose number its delivery already has. */
export async function insertPaymentRequests(
  trx: Trx,
  rows: readonly Insertable<Tables['payment_requests']>[],
): Promise<void> {
  await trx
    .insertInto('payment_requests')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('payment_request_is_numbered_once').doNothing())
    .execute()
}

/** How often the customer of a delivery was asked to pay, or its shop. */
export async function countPaymentRequests(
  db: Database | Trx,
  { shopId, id }: DeliveryKey,
  payer: Payer = 'CUSTOMER',
): Promise<number> {
  const { count } = await db
    .selectFrom('payment_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', payer)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The providers that were given a request to the customer of a delivery, or to its shop. */
export async function listProvidersAsked(
  db: Database | Trx,
  { shopId, id }: DeliveryKey,
  payer: Payer,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_requests')
    .select('payment_requests.provider')
    .distinct()
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', payer)
    .execute()
  return rows.flatMap(({ provider }) => provider ?? [])
}

/** The requests of a delivery, those to its customer first, each in their order. */
export async function listPaymentRequests(
  db: Database,
  { shopId, id }: DeliveryKey,
): Promise<PaymentRequestRow[]> {
  return db
    .selectFrom('payment_requests')
    .selectAll()
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .orderBy('payment_requests.payer')
    .orderBy('payment_requests.number')
    .execute()
}

export async function findPaymentRequest(
  db: Database,
  { shopId, id }: { shopId: string; id: string },
): Promise<PaymentRequestRow | undefined> {
  return db
    .selectFrom('payment_requests')
    .selectAll()
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.id', '=', id)
    .executeTakeFirst()
}

/** A request by its id alone, as a provider names it. */
export async function findRequestById(db: Database, id: string): Promise<PaymentRequestRow | undefined> {
  return db
    .selectFrom('payment_requests')
    .selectAll()
    .where('payment_requests.id', '=', id)
    .executeTakeFirst()
}

/**
 * The last request to the customer of a delivery, or to its shop, that went to a provider: whether it is
 * open, and the page to pay on where they are not asked on their phone. Undefined while nobody was asked.
 */
export async function findLastAsked(
  db: Database,
  { shopId, id }: DeliveryKey,
  payer: Payer = 'CUSTOMER',
): Promise<AskedRequest | undefined> {
  const row = await db
    .selectFrom('payment_requests')
    .select(['payment_requests.state', 'payment_requests.pay_link', 'payment_requests.payer_phone'])
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', payer)
    .where('payment_requests.state', '!=', 'DUE')
    // Without a provider nobody was asked.
    .where('payment_requests.provider', 'is not', null)
    .orderBy('payment_requests.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { isOpen: row.state === 'ASKED', payLink: row.pay_link, payerPhone: row.payer_phone }
}

/** `payerPhone` is whom it went to where that is not the number of the delivery. */
export type AskedRequest = { isOpen: boolean; payLink: string | null; payerPhone: string | null }

/** Who was asked last for what the customer pays, where they were named instead of the customer. */
export async function findLastPayer(
  trx: Trx,
  { shopId, id }: DeliveryKey,
): Promise<{ phone: string; provider: string | null } | undefined> {
  const row = await trx
    .selectFrom('payment_requests')
    .select(['payment_requests.payer_phone', 'payment_requests.provider'])
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', 'CUSTOMER')
    .orderBy('payment_requests.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.payer_phone ? { phone: row.payer_phone, provider: row.provider } : undefined
}

/**
 * Closes the open request to the customer of a delivery, whoever holds it: nobody is asked by it any more.
 * Where somebody may have been asked it is due at once, so that what it brings is heard of.
 */
export async function closeOpenRequest(trx: Trx, { shopId, id }: DeliveryKey, now: Date): Promise<void> {
  await trx
    .updateTable('payment_requests')
    .set({
      state: 'WITHDRAWN',
      ended_at: now,
      lease_owner: null,
      due_at: sql`case
        when payment_requests.provider is not null
          and (payment_requests.state = 'ASKED' or payment_requests.attempts > 0) then ${now}::timestamptz
      end`,
      attempts: sql`payment_requests.attempts + 1`,
    })
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', 'CUSTOMER')
    .where('payment_requests.state', 'in', ['DUE', 'ASKED'])
    .execute()
}

/**
 * Makes a request that waits for its next poll due at once, and also one that was not paid and is polled no
 * more; one that a worker holds is being asked for already. Returns whether there was one.
 */
export async function wakeRequest(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_requests')
    .set({ due_at: now })
    .where('payment_requests.id', '=', id)
    .where('payment_requests.lease_owner', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('payment_requests.due_at', '>', now),
        and([
          eb('payment_requests.due_at', 'is', null),
          eb('payment_requests.state', 'in', ['REFUSED', 'FAILED', 'WITHDRAWN']),
          // Without a provider nobody was asked.
          eb('payment_requests.provider', 'is not', null),
        ]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Claims at most `limit` due requests, of one `share` where it is given, the longest due first, until
 * `leaseEnds`.
 */
export async function takeDueRequests(
  db: Database,
  { owner, now, leaseEnds, limit, share }: Claim,
): Promise<PaymentRequestRow[]> {
  return db
    .with('due', (qb) =>
      qb
        .selectFrom('payment_requests')
        .select(['payment_requests.shop_id', 'payment_requests.id'])
        .where('payment_requests.due_at', '<=', now)
        .where(isInShare(sql.ref<string | null>('payment_requests.provider'), share))
        .orderBy('payment_requests.due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payment_requests')
    .from('due')
    .set({ lease_owner: owner, due_at: leaseEnds, attempts: sql`payment_requests.attempts + 1` })
    .whereRef('payment_requests.shop_id', '=', 'due.shop_id')
    .whereRef('payment_requests.id', '=', 'due.id')
    .returningAll('payment_requests')
    .execute()
}

/**
 * Releases a request with its outcome; false when another worker has claimed it since, which its count of
 * attempts shows.
 */
export async function releaseRequest(
  db: Database | Trx,
  held: PaymentRequestRow,
  change: Pick<
    Updateable<Tables['payment_requests']>,
    'state' | 'reason' | 'provider_ref' | 'pay_link' | 'fee_fcfa' | 'ended_at' | 'refund_due_at'
  > & {
    due_at: Date | null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_requests')
    .set({ ...change, lease_owner: null })
    .where('payment_requests.shop_id', '=', held.shop_id)
    .where('payment_requests.id', '=', held.id)
    .where('payment_requests.attempts', '=', held.attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Keeps who asks for a request, or that provider's id of it; false when another worker has claimed it since.
 */
export async function keepProviderOf(
  db: Database,
  held: PaymentRequestRow,
  change: Pick<Updateable<Tables['payment_requests']>, 'provider' | 'provider_ref'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_requests')
    .set(change)
    .where('payment_requests.shop_id', '=', held.shop_id)
    .where('payment_requests.id', '=', held.id)
    .where('payment_requests.attempts', '=', held.attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Ends the open request to the customer of a delivery, or to its shop, as paid, whoever holds it; returns
 * whether there was one.
 */
export async function endOpenRequestAsPaid(
  trx: Trx,
  { shopId, id }: DeliveryKey,
  { provider, now, payer = 'CUSTOMER' }: { provider: string; now: Date; payer?: Payer },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_requests')
    .set({
      state: 'PAID',
      ended_at: now,
      due_at: null,
      lease_owner: null,
      provider: sql`coalesce(payment_requests.provider, ${provider})`,
      attempts: sql`payment_requests.attempts + 1`,
    })
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', payer)
    .where('payment_requests.state', 'in', ['DUE', 'ASKED'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes the numbers of payers out of the requests of deliveries whose customer is erased. */
export async function erasePayers(trx: Trx, deliveries: readonly DeliveryKey[]): Promise<void> {
  await sql`
    update payment_requests
    set payer_phone = null
    from ${keyRows(deliveries)} as erased (shop_id, id)
    where payment_requests.shop_id = erased.shop_id and payment_requests.delivery_id = erased.id
      and payment_requests.payer_phone is not null and payment_requests.payer = 'CUSTOMER'
  `.execute(trx)
}

/**
 * Withdraws the open request to the shop of a delivery, whoever holds it, before another is made. One that a
 * provider may have heard of is polled on, since it may still be paid.
 */
export async function withdrawTripRequest(trx: Trx, { shopId, id }: DeliveryKey, now: Date): Promise<void> {
  await trx
    .updateTable('payment_requests')
    .set({
      state: 'WITHDRAWN',
      ended_at: now,
      due_at: sql`case when payment_requests.attempts > 0 then ${now}::timestamptz end`,
      lease_owner: null,
      attempts: sql`payment_requests.attempts + 1`,
    })
    .where('payment_requests.shop_id', '=', shopId)
    .where('payment_requests.delivery_id', '=', id)
    .where('payment_requests.payer', '=', 'SENDER')
    .where('payment_requests.state', 'in', ['DUE', 'ASKED'])
    .execute()
}

/** Deletes the requests of deliveries that are removed, and returns their ids. */
export async function deletePaymentRequestsOf(
  trx: Trx,
  shopId: string,
  deliveryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from payment_requests
    where payment_requests.shop_id = ${shopId}::uuid
      and payment_requests.delivery_id = any(${[...deliveryIds]}::uuid[])
    returning payment_requests.id
  `.execute(trx)
  return rows.map(({ id }) => id)
}
