import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { limits } from '../../contract/limits.ts'

/** A phone of a courier that is to hear of offers. */
type NewPushSubscription = {
  id: string
  courierId: string
  /** The token of the session in which it was asked for. */
  sessionToken: string
  endpoint: string
  p256dh: string
  auth: string
  language: SpokenLanguage
}

/**
 * Saves the subscription of a session in place of the one before. An address has one courier, whoever signed
 * in last on that phone; a courier has a few subscriptions, of which the oldest go. False when the session
 * has ended.
 */
export async function savePushSubscription(
  trx: Trx,
  { id, courierId, sessionToken, endpoint, ...keys }: NewPushSubscription,
  now: Date,
): Promise<boolean> {
  await sql`
    delete from push_subscriptions using sessions
    where sessions.token = ${sessionToken}
      and (push_subscriptions.session_id = sessions.id or push_subscriptions.endpoint = ${endpoint})
  `.execute(trx)
  const { numAffectedRows } = await sql`
    insert into push_subscriptions (id, courier_id, session_id, endpoint, p256dh, auth, language, created_at)
    select ${id}::uuid, ${courierId}::uuid, sessions.id, ${endpoint}, ${keys.p256dh}, ${keys.auth},
      ${keys.language}, ${now}::timestamptz
    from sessions where sessions.token = ${sessionToken}
    on conflict (endpoint) do update set
      courier_id = excluded.courier_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, language = excluded.language, created_at = excluded.created_at
  `.execute(trx)
  await sql`
    delete from push_subscriptions where push_subscriptions.id in (
      select old.id from push_subscriptions as old
      where old.courier_id = ${courierId}::uuid
      order by old.created_at desc, old.id desc
      offset ${limits.pushSubscriptions})
  `.execute(trx)
  return numAffectedRows === 1n
}

/** What is known of the phone of a session. */
export type KnownPhone = {
  /** The address at which it hears of offers; null for one that does not. */
  endpoint: string | null
  /** Whether nothing has reached it lately. */
  isFailing: boolean
  /** Whether another phone of the same courier hears of offers. */
  isElsewhere: boolean
}

/** What is known of the phone of this session, and of others of its courier. */
export async function findPhoneOfSession(
  db: Database,
  { courierId, sessionToken }: { courierId: string; sessionToken: string },
): Promise<KnownPhone> {
  const phones = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.endpoint', 'push_subscriptions.failed_at', 'sessions.token'])
    .where('push_subscriptions.courier_id', '=', courierId)
    .execute()
  const own = phones.find(({ token }) => token === sessionToken)
  return {
    endpoint: own?.endpoint ?? null,
    isFailing: own !== undefined && own.failed_at !== null,
    isElsewhere: phones.some((phone) => phone !== own && phone.failed_at === null),
  }
}

/** Deletes the subscription of a session, if it has one. */
export async function deletePushOfSession(db: Database | Trx, sessionToken: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('push_subscriptions.session_id', 'in', (qb) =>
      qb.selectFrom('sessions').select('sessions.id').where('sessions.token', '=', sessionToken),
    )
    .execute()
}

/** Deletes every subscription of a courier. */
export async function deletePushOfCourier(trx: Trx, courierId: string): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('push_subscriptions.courier_id', '=', courierId).execute()
}

/** Deletes every subscription, and what was to be pushed to it. */
export async function deleteEveryPush(trx: Trx): Promise<void> {
  await trx.deleteFrom('push_subscriptions').execute()
}

/** Deletes a subscription that its push service no longer knows. */
export async function deletePushSubscription(db: Database, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('push_subscriptions.id', '=', id).execute()
}

/** Records whether a push was taken at `at`; of several failures the first moment stays. */
export async function recordPush(
  db: Database,
  id: string,
  { isTaken, at }: { isTaken: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(
      isTaken
        ? { last_used_at: at, failed_at: null }
        : { failed_at: sql<Date>`coalesce(push_subscriptions.failed_at, ${at}::timestamptz)` },
    )
    .where('push_subscriptions.id', '=', id)
    .execute()
}
