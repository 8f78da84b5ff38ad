import { type Insertable, type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../base/database/delete-batch.ts'
import type { Due } from '../../base/database/first-due.ts'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { DeliveryStatus, PaymentStatus } from '../../contract/vocabulary.ts'
import { ownerPhone } from '../accounts/membership-store.ts'
import { waitsForItsTurn } from '../tours/turn-store.ts'
import type { Sent } from './channels/message-channel.ts'
import type { ProviderReport } from './channels/whatsapp-report.ts'
import { kindNames, kindsWithCode, secretKinds } from './message-kinds.ts'
import { nextTryAt } from './message-schedule.ts'
import type { MessageKind } from './messages-tables.ts'

type MessageRow = Selectable<Tables['messages']>
export type NewMessage = Insertable<Tables['messages']>

/**
 * Enqueues messages; one that is enqueued already, of the same delivery to the same person, stays as it is.
 */
export async function insertMessages(db: Database | Trx, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('messages')
    .values([...messages])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(inserted)
}

/** Enqueues messages about deliveries, each to be sent once; one that was skipped is enqueued again. */
export async function enqueueMessagesAgain(trx: Trx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await trx
    .insertInto('messages')
    .values([...messages])
    .onConflict((conflict) =>
      conflict
        .columns(['delivery_id', 'kind', 'courier_id', 'delivery_version'])
        .where('delivery_id', 'is not', null)
        .doUpdateSet((eb) => ({
          state: 'PENDING',
          attempts: 0,
          last_failure: null,
          due_at: eb.ref('excluded.due_at'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where('messages.state', '=', 'SKIPPED'),
    )
    .execute()
}

/**
 * Enqueues messages of which a delivery causes one in each `delivery_version`. What was sent before stays as
 * it was; of what nothing was tried yet only the newest of each kind is left.
 */
export async function insertRenewedMessages(trx: Trx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await insertMessages(trx, messages)
  await sql`
    delete from messages
    where messages.delivery_id = any(${messages.map(({ delivery_id }) => delivery_id ?? null)}::uuid[])
      and messages.kind = any(${[...new Set(messages.map(({ kind }) => kind))]}::text[])
      and messages.state = 'PENDING' and messages.attempts = 0 and messages.lease_owner is null
      and ${isReplaced}
  `.execute(trx)
}

/** SQL: whether there is a message of the same kind about a later version of the delivery. */
export const isReplaced = sql<boolean>`exists (
  select from messages as newer
  where newer.delivery_id = messages.delivery_id and newer.kind = messages.kind
    and newer.courier_id is not distinct from messages.courier_id
    and newer.delivery_version > messages.delivery_version
)`

/** An event that may trigger a message, and how its delivery now is. */
export type TriggeringEvent = {
  shopId: string
  deliveryId: string
  type: string
  /** What an event for this service alone carries; null of one for partners. */
  content: string | null
  status: DeliveryStatus
  paymentStatus: PaymentStatus
  /** Who caused it, as `actorText` writes it. */
  actor: string
  /** Whether it is a declared payment that had been declared before, and denied. */
  isDeclaredAgain: boolean
  hasOwnerEmail: boolean
  hasOwnerPhone: boolean
  /** Who carries the parcel; null while nobody does, or for a courier who is not registered. */
  courierId: string | null
  /** Whether any message of this delivery was sent to the customer, or is being sent. */
  isCustomerNotified: boolean
  /** Whether the courier brings others first, so that nothing is asked of this customer yet. */
  waitsForItsTurn: boolean
}

/**
 * Those of the events that have one of `types`, the oldest first; `kindsForCustomers` are the messages to
 * customers.
 */
export async function listTriggeringEvents(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  { types, kindsForCustomers }: { types: readonly string[]; kindsForCustomers: readonly MessageKind[] },
): Promise<TriggeringEvent[]> {
  const { rows } = await sql<TriggeringEvent>`
    select
      events.shop_id as "shopId", events.delivery_id as "deliveryId", events.type, events.actor,
      deliveries.status, deliveries.payment_status as "paymentStatus",
      case when events.audience = 'INTERNAL' then events.body end as content,
      events.type = 'payment.declared' and exists (
        select from payment_history
        where payment_history.shop_id = events.shop_id and payment_history.delivery_id = events.delivery_id
          and payment_history.status = 'AWAITING_MERCHANT'
          and payment_history.version < (nullif(events.body, '')::jsonb ->> 'version')::integer
      ) as "isDeclaredAgain",
      shops.owner_email is not null as "hasOwnerEmail",
      ${ownerPhone(sql`shops.id`)} is not null as "hasOwnerPhone", deliveries.courier_id as "courierId",
      exists (
        select from messages
        where messages.delivery_id = events.delivery_id
          and messages.kind = any(${[...kindsForCustomers]}::text[])
          and (messages.state = 'SENT' or messages.lease_owner is not null)
      ) as "isCustomerNotified",
      events.type = 'delivery.picked_up' and ${waitsForItsTurn} as "waitsForItsTurn"
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    join shops on shops.id = events.shop_id
    where events.type = any(${[...types]}::text[])
    order by events.id
  `.execute(trx)
  return rows
}

/** The offers to couriers in these events, the latest of each courier for each delivery. */
export async function listNotifiedOffers(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<{ shopId: string; deliveryId: string; courierId: string; expiresAt: Date }[]> {
  const { rows } = await sql<{ shopId: string; deliveryId: string; courierId: string; expiresAt: Date }>`
    select distinct on (events.delivery_id, offers."courierId")
      events.shop_id as "shopId", events.delivery_id as "deliveryId", offers."courierId", offers."expiresAt"
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    cross join lateral jsonb_to_recordset(nullif(events.body, '')::jsonb -> 'offers') as offers (
      "courierId" uuid, "expiresAt" timestamptz)
    where events.type = 'delivery.offered'
    order by events.delivery_id, offers."courierId", events.id desc
  `.execute(trx)
  return rows
}

/**
 * Whom parcels were given to, or taken from, in these events; of each delivery in the order of its versions.
 */
export async function listNamedCouriers(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<NamedCourier[]> {
  const { rows } = await sql<NamedCourier>`
    select
      events.shop_id as "shopId", events.delivery_id as "deliveryId", couriers.id as "courierId",
      couriers.is_given as "isGiven", (nullif(events.body, '')::jsonb ->> 'version')::integer as version
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    cross join lateral (values
      ((nullif(events.body, '')::jsonb ->> 'to')::uuid, true),
      ((nullif(events.body, '')::jsonb ->> 'from')::uuid, false)
    ) as couriers (id, is_given)
    where events.type = 'delivery.courier_named' and couriers.id is not null
    order by events.delivery_id, version
  `.execute(trx)
  return rows
}

/** A courier whom a parcel was given to, or taken from, and the version of the delivery since then. */
type NamedCourier = {
  shopId: string
  deliveryId: string
  courierId: string
  isGiven: boolean
  version: number
}

/** Which worker claims messages, of which kinds, and until when its lease lasts. */
type MessageClaim = {
  kinds: readonly MessageKind[]
  owner: string
  now: Date
  leaseEnds: Date
  limit: number
  /** Those that another channel passed on alone, or all but those. */
  takes?: 'PASSED_ON' | 'NOT_PASSED_ON'
}

/**
 * Claims due messages of these kinds, the longest due first, for this worker alone; returns their
 * identifiers. Each kind is looked up by itself, so that those held because they have no channel cost
 * nothing.
 */
export async function takeDueMessages(db: Database, claim: MessageClaim): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with claimed as (
      select due.id
      from unnest(${[...claim.kinds]}::text[]) as wanted (kind)
      cross join lateral (
        select pending.id, pending.due_at
        from messages as pending
        where pending.kind = wanted.kind and pending.state = 'PENDING' and pending.due_at <= ${claim.now}
          ${sqlTaken(claim.takes)}
        order by pending.due_at
        limit ${claim.limit}
        for update skip locked
      ) as due
      order by due.due_at
      limit ${claim.limit}
    )
    update messages as taken
    set lease_owner = ${claim.owner}, due_at = ${claim.leaseEnds}
    from claimed
    where taken.id = claimed.id
    returning taken.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

const sqlTaken = (takes: MessageClaim['takes']) => {
  if (takes === undefined) return sql``
  return takes === 'PASSED_ON' ? sql`and pending.passed_to = 'SMS'` : sql`and pending.passed_to is null`
}

/** The kinds whose content is cleared. */
const sqlSecretKinds = sql.join(secretKinds.map((kind) => sql.lit(kind)))

/** The outcome of an attempt to send a message. */
export type MessageOutcome = {
  state: 'PENDING' | 'SENT' | 'FAILED' | 'SKIPPED'
  channel: 'WHATSAPP' | 'SMS' | 'EMAIL' | 'OUTBOX'
  dueAt: Date
  failure: string | null
  /** What the provider returned, and to which address the message went. */
  sent: (Sent & { address: string; at: Date }) | null
  /** The channel that takes it over, with all its attempts. */
  passedTo?: 'SMS'
}

/** A message that a worker holds, and whether a code in it outlives being sent. */
type HeldMessage = { id: string; attempts: number; owner: string; keepsCodes: boolean }

/**
 * Saves the outcome of an attempt; a worker that lost its lease changes nothing, and a failure does not
 * overwrite what the provider has reported meanwhile. A code is cleared once it was sent, or never will be;
 * in the outbox of one's own machine it is kept until it expires, and with `keepsCodes` until the provider
 * reports that it arrived, since another channel may have to bring it.
 */
export async function settleMessage(
  db: Database,
  { id, attempts, owner, keepsCodes }: HeldMessage,
  { state, channel, dueAt, failure, sent, passedTo }: MessageOutcome,
): Promise<void> {
  const isOver = state !== 'PENDING'
  await sql`
    update messages
    set state = ${state}, channel = ${channel}, due_at = ${dueAt}, lease_owner = null,
      attempts = ${passedTo ? 0 : attempts + 1}, passed_to = coalesce(${passedTo ?? null}, passed_to),
      passed_for = ${passedTo ? sql`${failure}` : sql`passed_for`},
      failed_message_id = ${passedTo ? sql`null` : sql`failed_message_id`},
      last_failure = ${failure}, sent_at = ${sent?.at ?? null},
      recipient = coalesce(${sent?.address ?? null}, recipient),
      provider_message_id = coalesce(${sent?.providerMessageId ?? null}, provider_message_id),
      wa_id = coalesce(${sent?.waId ?? null}, wa_id),
      content = case
        when kind in (${sqlSecretKinds})
          and ${isOver && !(sent && (channel === 'OUTBOX' || keepsCodes))}::boolean
        then null else content end
    where id = ${id} and lease_owner = ${owner} and attempts = ${attempts}
      and (state = 'PENDING' or ${sent !== null}::boolean)
  `.execute(db)
}

/**
 * Saves the statuses a provider reports, never backwards. A message is found by the provider's id or, while
 * the response with that id is pending or lost, by ours, so that what arrived is not sent again. Reports of
 * unknown messages change nothing, nor do those of a channel that has passed the message on.
 *
 * What is reported as failed goes on, once however often that is reported (decision 308): one of `passesOn`
 * by SMS; where the failure passes by itself, by the same channel once more, a minute later, unless it is a
 * code. A code that is no longer kept has failed.
 */
export async function recordReports(
  db: Database,
  reports: readonly ProviderReport[],
  {
    channel,
    passesOn = [],
    now,
  }: { channel: 'WHATSAPP' | 'SMS'; passesOn?: readonly MessageKind[]; now: Date },
): Promise<void> {
  // Asked again under the lock: of two reports at once only the first sends a message on.
  const isNews = sql`
    ${channel === 'WHATSAPP' ? sql`messages.passed_to is null` : sql`true`}
    and (messages.failed_message_id is distinct from reported."providerMessageId"
      or reported.status in ('delivered', 'read'))`
  const isSecret = sql`messages.kind in (${sqlSecretKinds})`
  await sql`
    with handed as (
      select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as row (
        "providerMessageId" text, "messageId" uuid, status text, "waId" text, failure text,
        "isPassing" boolean)
    ), reported as (
      select messages.id as reported_id, handed.*,
        case
          when handed.status <> 'failed' or (${isSecret} and messages.content is null) then 'NOWHERE'
          when handed."isPassing" and messages.failed_message_id is null
            and not messages.kind = any(${[...kindsWithCode]}::text[]) then 'AGAIN'
          when messages.kind = any(${[...passesOn]}::text[]) then 'SMS'
          else 'NOWHERE'
        end as goes
      from handed
      join messages on messages.provider_message_id = handed."providerMessageId"
        or messages.provider_message_id is null and messages.id = handed."messageId"
    )
    update messages
    set provider_status = case when goes = 'NOWHERE' then reported.status end,
      provider_message_id = case when goes = 'NOWHERE' then reported."providerMessageId" end,
      failed_message_id = case
        when goes = 'AGAIN' then reported."providerMessageId"
        when goes = 'NOWHERE' then messages.failed_message_id end,
      wa_id = coalesce(messages.wa_id, reported."waId"),
      sent_at = case when goes = 'NOWHERE' then coalesce(messages.sent_at, ${now}) end,
      channel = ${channel}, last_failure = reported.failure,
      state = case
        when goes <> 'NOWHERE' then 'PENDING' when reported.status = 'failed' then 'FAILED' else 'SENT' end,
      passed_to = case when goes = 'SMS' then 'SMS' else messages.passed_to end,
      passed_for = case when goes = 'SMS' then reported.failure else messages.passed_for end,
      attempts = case goes
        when 'SMS' then 0
        -- Of a try that has not been answered yet, the report is the answer.
        when 'AGAIN' then messages.attempts + case when messages.lease_owner is null then 0 else 1 end
        else messages.attempts end,
      due_at = case goes
        when 'SMS' then ${now} when 'AGAIN' then ${nextTryAt(1, now) ?? now} else messages.due_at end,
      lease_owner = case when goes = 'NOWHERE' then messages.lease_owner end,
      content = case
        when ${isSecret} and goes = 'NOWHERE' and reported.status <> 'sent' then null
        else messages.content end
    from reported
    where messages.id = reported.reported_id and ${isNews}
      and coalesce(array_position(${sqlSteps}, messages.provider_status), 0)
        < array_position(${sqlSteps}, reported.status)
  `.execute(db)
}

/**
 * The order of a report's statuses: a message reported as failed may still be delivered, and one that was
 * read was delivered.
 */
const sqlSteps = sql`array['sent', 'failed', 'delivered', 'read']`

/** What an operator sees of messages: the newest first, of one delivery or of all. */
export async function listMessages(
  db: Database,
  { deliveryId, limit }: { deliveryId?: string; limit: number },
): Promise<Omit<MessageRow, 'content'>[]> {
  return db
    .selectFrom('messages')
    .select(shownColumns)
    .$if(deliveryId !== undefined, (query) => query.where('messages.delivery_id', '=', deliveryId ?? ''))
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute()
}

/** Everything but the content, which may hold a code. */
const shownColumns = [
  'messages.id',
  'messages.shop_id',
  'messages.kind',
  'messages.recipient',
  'messages.created_at',
  'messages.delivery_id',
  'messages.delivery_version',
  'messages.courier_id',
  'messages.language',
  'messages.state',
  'messages.attempts',
  'messages.due_at',
  'messages.lease_owner',
  'messages.expires_at',
  'messages.channel',
  'messages.passed_to',
  'messages.passed_for',
  'messages.failed_message_id',
  'messages.provider_message_id',
  'messages.provider_status',
  'messages.wa_id',
  'messages.last_failure',
  'messages.sent_at',
] as const

/** The kind, state, attempts and shop of a message; undefined when there is none. */
export async function findMessage(trx: Trx, id: string) {
  return trx
    .selectFrom('messages')
    .select(['messages.kind', 'messages.state', 'messages.attempts', 'messages.shop_id'])
    .where('messages.id', '=', id)
    .executeTakeFirst()
}

/**
 * Makes a message due at `now` as if it had never been sent; one under way is left to end. Returns how many.
 */
export async function markMessageForResend(db: Database | Trx, id: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages
    set state = 'PENDING', attempts = 0, due_at = ${now}, channel = null, provider_message_id = null,
      provider_status = null, last_failure = null, sent_at = null, lease_owner = null, passed_to = null,
      passed_for = null, failed_message_id = null,
      expires_at = case when kind in (${sqlSecretKinds}) then expires_at end
    where id = ${id} and (lease_owner is null or due_at <= ${now})
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Skips every message that waits to be sent; returns how many. */
export async function skipEveryMessage(trx: Trx): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ state: 'SKIPPED', lease_owner: null })
    .where('messages.state', '=', 'PENDING')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes at most `limit` messages that were enqueued before `before`; returns how many. */
export const deleteOldMessages = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'messages', sql`messages.created_at < ${before}`, limit)

/** Kinds one by one, written out: each has an index of its own. */
const isAnyOf = (kinds: readonly MessageKind[]) =>
  sql`(${sql.join(
    kinds.map((kind) => sql`old.kind = ${sql.lit(kind)}`),
    sql` or `,
  )})`

/** Clears the codes and links of at most `limit` messages that have expired at `now`; returns how many. */
export async function clearExpiredCodes(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set content = null
    where ctid = any(array(
      select old.ctid from messages as old
      where ${isAnyOf(secretKinds)} and old.content is not null and old.expires_at <= ${now}
      limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes the messages about deliveries that are removed, sent or not. */
export async function deleteMessagesAbout(
  trx: Trx,
  shopId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`
    delete from messages
    where messages.shop_id = ${shopId}::uuid and messages.delivery_id = any(${[...deliveryIds]}::uuid[])
  `.execute(trx)
}

/** A message about a delivery as its shop sees it: never its content, which may hold codes. */
export type MessageRecord = Pick<
  MessageRow,
  'id' | 'kind' | 'state' | 'channel' | 'provider_status' | 'created_at' | 'sent_at' | 'due_at' | 'attempts'
>

/**
 * The messages to the customer and the owner about a delivery, as they were sent: reminders are written with
 * what they remind of. Offers to couriers are left out.
 */
export async function listMessagesOfDelivery(
  db: Database,
  { shopId, id, kinds }: { shopId: string; id: string; kinds: readonly MessageKind[] },
): Promise<MessageRecord[]> {
  return db
    .selectFrom('messages')
    .select([
      'messages.id',
      'messages.kind',
      'messages.state',
      'messages.channel',
      'messages.provider_status',
      'messages.created_at',
      'messages.sent_at',
      'messages.due_at',
      'messages.attempts',
    ])
    .where('messages.delivery_id', '=', id)
    .where('messages.shop_id', '=', shopId)
    .where('messages.kind', 'in', [...kinds])
    .orderBy((eb) => eb.fn.coalesce('messages.sent_at', 'messages.due_at'))
    .orderBy('messages.id')
    .limit(100)
    .execute()
}

/** What is kept of the messages to the customers of these deliveries, oldest first; never codes. */
export async function listMessagesToCustomers(
  db: Database | Trx,
  deliveries: readonly { shopId: string; id: string }[],
  { kinds, limit }: { kinds: readonly MessageKind[]; limit: number },
): Promise<
  Pick<
    MessageRow,
    'id' | 'shop_id' | 'delivery_id' | 'kind' | 'state' | 'channel' | 'recipient' | 'sent_at'
  >[]
> {
  return db
    .selectFrom('messages')
    .select([
      'messages.id',
      'messages.shop_id',
      'messages.delivery_id',
      'messages.kind',
      'messages.state',
      'messages.channel',
      'messages.recipient',
      'messages.sent_at',
    ])
    .where('messages.delivery_id', '=', sql<string>`any(${deliveries.map(({ id }) => id)}::uuid[])`)
    .where('messages.shop_id', '=', sql<string>`any(${deliveries.map(({ shopId }) => shopId)}::uuid[])`)
    .where('messages.kind', 'in', [...kinds])
    .orderBy('messages.id')
    .limit(limit)
    .execute()
}

/**
 * Deletes the messages to the customers of these deliveries, those to one phone alone where it is given;
 * returns how many. What a provider reports of them later finds nothing.
 */
export async function deleteMessagesToCustomers(
  trx: Trx,
  deliveries: readonly { shopId: string; id: string }[],
  { kinds, phone }: { kinds: readonly MessageKind[]; phone?: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages
    using ${keyRows(deliveries)} as erased (shop_id, delivery_id)
    where messages.shop_id = erased.shop_id and messages.delivery_id = erased.delivery_id
      and messages.kind = any(${[...kinds]}::text[])
      ${phone === undefined ? sql`` : sql`and messages.recipient = ${phone}`}
  `.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/** When the first message of these kinds is to be sent. */
export const messagesDue = (kinds: readonly MessageKind[]): Due => sql`
  select min(first.due_at)
  from unnest(${[...kinds]}::text[]) as wanted (kind)
  cross join lateral (
    select messages.due_at
    from messages
    where messages.kind = wanted.kind and messages.state = 'PENDING'
    order by messages.due_at
    limit 1
  ) as first`

/** A reason for which SMS took messages over from WhatsApp. */
export type PassedOn = { failure: string; count: number; sent: number; lastAt: Date }

/** Why SMS took over those messages that were enqueued since `since`, the commonest reason first. */
export async function listPassedOn(db: Database, since: Date, limit: number): Promise<PassedOn[]> {
  const { rows } = await sql<PassedOn>`
    select messages.passed_for as failure, count(*)::integer as count,
      (count(*) filter (where messages.state = 'SENT'))::integer as sent, max(messages.created_at) as "lastAt"
    from messages
    where messages.created_at > ${since} and messages.passed_for is not null
    group by messages.passed_for
    order by count desc, failure
    limit ${limit}
  `.execute(db)
  return rows
}

/** A message that has not gone out, as operators see it; never its content. */
export type UnsentMessage = Awaited<ReturnType<typeof listUnsentMessages>>[number]

/**
 * At most `limit` messages that wait although they are due at `now`, or that failed for good, the latest
 * first.
 */
export async function listUnsentMessages(
  db: Database,
  { state, now, limit }: { state: 'PENDING' | 'FAILED'; now: Date; limit: number },
): Promise<Omit<MessageRow, 'content'>[]> {
  return db
    .selectFrom('messages')
    .select(shownColumns)
    .where('messages.state', '=', state)
    .$if(state === 'PENDING', (query) =>
      query
        .where('messages.kind', 'in', [...kindNames])
        .where(sql<boolean>`(messages.due_at <= ${now} or messages.attempts > 0)`)
        .where(sql<boolean>`(messages.expires_at is null or messages.expires_at > ${now})`),
    )
    .orderBy('messages.created_at', 'desc')
    .limit(limit)
    .execute()
}
