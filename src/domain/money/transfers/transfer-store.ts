import { sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { courierFullName } from '../../couriers/courier-store.ts'
import { type Claim, isInShare } from '../mobile-money/provider-share-store.ts'
import { maxUnansweredMs } from './refused-transfer.ts'
import type { TransferRow } from './transfer-row.ts'

/**
 * SQL: whether a transfer was refused and none was made since: it waits for a person, or for its time to be
 * made again. A payment that somebody gave back by hand since waits for nobody.
 */
const isHeld = (now: Date) => sql<boolean>`(
  money_transfers.state = 'REFUSED'
  and (money_transfers.retry_at is null or money_transfers.retry_at > ${now})
  and not exists (
    select from money_transfers as later
    where later.kind = money_transfers.kind and later.currency = money_transfers.currency
      and later.shop_id is not distinct from money_transfers.shop_id
      and later.courier_id is not distinct from money_transfers.courier_id
      and later.payment_request_id is not distinct from money_transfers.payment_request_id
      and (later.created_at, later.id) > (money_transfers.created_at, money_transfers.id)
  )
  and not exists (
    select from payment_requests
    where payment_requests.shop_id = money_transfers.shop_id
      and payment_requests.id = money_transfers.payment_request_id
      and payment_requests.refunded_at is not null
  )
)`

export async function insertTransfer(trx: Trx, transfer: TransferRow): Promise<void> {
  await trx.insertInto('money_transfers').values(transfer).execute()
}

export async function findTransfer(db: Database | Trx, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('money_transfers').selectAll().where('money_transfers.id', '=', id).executeTakeFirst()
}

/**
 * Claims at most `limit` due transfers, of one `share` where it is given, the longest due first, until
 * `leaseEnds`.
 */
export async function takeDueTransfers(
  db: Database,
  { owner, now, leaseEnds, limit, share }: Claim,
): Promise<TransferRow[]> {
  return db
    .with('due', (qb) =>
      qb
        .selectFrom('money_transfers')
        .select('money_transfers.id')
        .where('money_transfers.due_at', '<=', now)
        .where(isInShare(sql.ref<string | null>('money_transfers.provider'), share))
        .orderBy('money_transfers.due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('money_transfers')
    .from('due')
    .set({ lease_owner: owner, due_at: leaseEnds, attempts: sql`money_transfers.attempts + 1` })
    .whereRef('money_transfers.id', '=', 'due.id')
    .returningAll('money_transfers')
    .execute()
}

/**
 * Changes a transfer that a worker holds and that may still be paid; undefined when another has claimed it
 * since, which its attempts show.
 */
export async function changeHeldTransfer(
  db: Database | Trx,
  held: TransferRow,
  change: Updateable<Tables['money_transfers']>,
): Promise<TransferRow | undefined> {
  return db
    .updateTable('money_transfers')
    .set(change)
    .where('money_transfers.id', '=', held.id)
    .where('money_transfers.attempts', '=', held.attempts)
    .where('money_transfers.state', '<>', 'PAID')
    .returningAll()
    .executeTakeFirst()
}

/**
 * Makes a transfer that waits to be asked for due at once, and also one that was refused and is asked about
 * no more, unless a worker holds it.
 */
export async function wakeTransfer(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('money_transfers')
    .set({ due_at: now })
    .where('money_transfers.id', '=', id)
    .where('money_transfers.lease_owner', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('money_transfers.due_at', '>', now),
        and([eb('money_transfers.due_at', 'is', null), eb('money_transfers.state', '=', 'REFUSED')]),
      ]),
    )
    .execute()
}

/** Makes refused transfers due at once, but for those that are asked about within minutes anyway. */
export async function wakeRefusedTransfers(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('money_transfers')
    .set({ due_at: now })
    .where('money_transfers.id', 'in', [...ids])
    .where('money_transfers.state', '=', 'REFUSED')
    .where('money_transfers.lease_owner', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('money_transfers.due_at', 'is', null),
        eb('money_transfers.due_at', '>', new Date(now.getTime() + maxUnansweredMs)),
      ]),
    )
    .execute()
}

/** To whom transfers go, in one currency where it is given, or the payment that they give back. */
export type TransferTarget = ({ shop: string } | { courier: string } | { payment: string }) & {
  currency?: string
}

/** The transfers to one payee or of one payment, the newest first. */
export async function listTransfersTo(
  db: Database | Trx,
  target: TransferTarget,
  limit: number,
): Promise<TransferRow[]> {
  return transfersTo(db, target)
    .selectAll()
    .orderBy('money_transfers.created_at', 'desc')
    .orderBy('money_transfers.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Whether a transfer to a payee, or of a payment, has not ended. It is not always the newest: the clocks of
 * two processes may differ, and somebody may have noted a payout by hand in the same moment.
 */
export async function isUnderWay(trx: Trx, target: TransferTarget): Promise<boolean> {
  const open = await transfersTo(trx, target)
    .select('money_transfers.id')
    .where('money_transfers.state', 'in', ['DUE', 'SENT'])
    .executeTakeFirst()
  return open !== undefined
}

/**
 * The transfers to a payee, or of a payment, that were refused and may still be paid, and the newest refused
 * one.
 */
export async function listRefusedTo(trx: Trx, target: TransferTarget): Promise<TransferRow[]> {
  const refused = transfersTo(trx, target)
    .where('money_transfers.state', '=', 'REFUSED')
    .orderBy('money_transfers.created_at', 'desc')
    .orderBy('money_transfers.id', 'desc')
  const newest = await refused.selectAll().limit(1).execute()
  const watched = await refused.selectAll().where('money_transfers.due_at', 'is not', null).execute()
  return [...newest, ...watched.filter(({ id }) => id !== newest[0]?.id)]
}

function transfersTo(db: Database | Trx, target: TransferTarget) {
  const [column, id, kind] =
    'shop' in target
      ? (['shop_id', target.shop, 'SHOP_PAYOUT'] as const)
      : 'courier' in target
        ? (['courier_id', target.courier, 'COURIER_PAYOUT'] as const)
        : (['payment_request_id', target.payment, 'CUSTOMER_REFUND'] as const)
  const query = db
    .selectFrom('money_transfers')
    .where(`money_transfers.${column}`, '=', id)
    .where('money_transfers.kind', '=', kind)
  return target.currency === undefined
    ? query
    : query.where('money_transfers.currency', '=', target.currency as TransferRow['currency'])
}

/** How many transfers in a row were refused to whom this one goes, since the last that was paid. */
export async function countRefusedSincePaid(trx: Trx, transfer: TransferRow): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    with of_payee as (
      select money_transfers.state, money_transfers.created_at
      from money_transfers
      where money_transfers.kind = ${transfer.kind} and money_transfers.currency = ${transfer.currency}
        and money_transfers.shop_id is not distinct from ${transfer.shop_id}::uuid
        and money_transfers.courier_id is not distinct from ${transfer.courier_id}::uuid
        and money_transfers.payment_request_id is not distinct from ${transfer.payment_request_id}::uuid
        and money_transfers.id <> ${transfer.id}
      order by money_transfers.created_at desc
      limit 10
    )
    select count(*)::integer as refused
    from of_payee
    where of_payee.state = 'REFUSED'
      and of_payee.created_at > coalesce(
        (select max(paid.created_at) from of_payee as paid where paid.state = 'PAID'), '-infinity')
  `.execute(trx)
  return rows[0]?.refused ?? 0
}

/**
 * Lets a refused transfer that waits be made again at once; undefined when it does not wait, or another was
 * made since. With `shopId`, only a payout of that shop; with `courierId`, only one that waits for that
 * courier, for their number was refused; with `endedUntil`, only one that was refused by then.
 */
export async function releaseHeldTransfer(
  trx: Trx,
  {
    id,
    shopId,
    courierId,
    endedUntil,
  }: { id: string; shopId: string | null; courierId: string | null; endedUntil: Date | null },
  now: Date,
): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    update money_transfers
    set retry_at = ${now}
    where money_transfers.id = ${id} and ${isHeld(now)}
      and (${shopId}::uuid is null or money_transfers.shop_id = ${shopId}::uuid
        and money_transfers.kind = 'SHOP_PAYOUT')
      and (${courierId}::uuid is null or money_transfers.courier_id = ${courierId}::uuid
        and money_transfers.retry_at is null)
      and (${endedUntil}::timestamptz is null or money_transfers.ended_at <= ${endedUntil}::timestamptz)
    returning money_transfers.*
  `.execute(trx)
  return rows[0]
}

/** A transfer with the name of whom it goes to, as the operator reads it. */
export type ListedTransfer = TransferRow & { payee: string; isHeld: boolean }

/** Which transfers are listed: those under way, those that were refused and wait, or all that have ended. */
export type TransferList = 'UNDER_WAY' | 'HELD' | 'ENDED'

/** At most `limit` transfers, the newest first, that were made before `before`. */
export async function listTransfers(
  db: Database,
  list: TransferList,
  { now, before, limit }: { now: Date; before?: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<ListedTransfer[]> {
  const isMeant = {
    UNDER_WAY: sql`money_transfers.state in ('DUE', 'SENT')`,
    HELD: isHeld(now),
    ENDED: sql`money_transfers.state in ('PAID', 'REFUSED') and not ${isHeld(now)}`,
  }[list]
  const { rows } = await sql<ListedTransfer>`
    select
      money_transfers.*, ${isHeld(now)} as "isHeld",
      coalesce(${courierFullName}, deliveries.reference, shops.name, '')
        as payee
    from money_transfers
    left join shops on shops.id = money_transfers.shop_id
    left join couriers on couriers.id = money_transfers.courier_id
    left join deliveries
      on deliveries.shop_id = money_transfers.shop_id and deliveries.id = money_transfers.delivery_id
    where ${isMeant}
      and (${before === undefined} or (money_transfers.created_at, money_transfers.id)
        < (${before?.createdAt ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by money_transfers.created_at desc, money_transfers.id desc
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** What is owed to one shop or courier. */
export type OwedTo = {
  kind: 'SHOP_PAYOUT' | 'COURIER_PAYOUT'
  id: string
  name: string
  currency: Currency
  owedFcfa: number
}

/** Somebody who was sent more than was due to them; of a customer with the payment that was given back. */
export type Overpaid = {
  kind: TransferRow['kind']
  name: string
  currency: Currency
  amountFcfa: number
  shopId: string | null
  deliveryId: string | null
  requestId: string | null
}

/** The `limit` shops, couriers and customers who were sent the most beyond what was due to them. */
export async function listOverpaid(db: Database, limit: number): Promise<Overpaid[]> {
  const { rows } = await sql<Overpaid>`
    select * from (
      select
        case ledger_accounts.kind when 'SHOP_SALES' then 'SHOP_PAYOUT' else 'COURIER_PAYOUT' end as kind,
        coalesce(shops.name, ${courierFullName}, ledger_accounts.owner) as name,
        ledger_accounts.currency, ledger_accounts.balance_fcfa::double precision as "amountFcfa",
        null::uuid as "shopId", null::uuid as "deliveryId", null::uuid as "requestId"
      from ledger_accounts
      left join shops on ledger_accounts.kind = 'SHOP_SALES' and shops.id = ledger_accounts.owner::uuid
      left join couriers
        on ledger_accounts.kind = 'COURIER_EARNINGS' and couriers.id = ledger_accounts.owner::uuid
      where ledger_accounts.kind in ('SHOP_SALES', 'COURIER_EARNINGS') and ledger_accounts.balance_fcfa > 0
      union all
      select
        'CUSTOMER_REFUND', deliveries.reference, deliveries.currency, payment_requests.surplus_fcfa,
        payment_requests.shop_id, payment_requests.delivery_id, payment_requests.id
      from payment_requests
      join deliveries
        on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
      where payment_requests.surplus_fcfa > 0
    ) as overpaid
    order by overpaid."amountFcfa" desc, overpaid.name
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** The `limit` shops and couriers to whom the most is owed. */
export async function listMostOwed(db: Database, limit: number): Promise<OwedTo[]> {
  const { rows } = await sql<OwedTo>`
    with owed as (
      select ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency,
        -ledger_accounts.balance_fcfa as owed_fcfa
      from ledger_accounts
      where ledger_accounts.kind in ('SHOP_SALES', 'COURIER_EARNINGS') and ledger_accounts.balance_fcfa < 0
      order by ledger_accounts.balance_fcfa, ledger_accounts.owner
      limit ${limit}::integer
    )
    select
      case owed.kind when 'SHOP_SALES' then 'SHOP_PAYOUT' else 'COURIER_PAYOUT' end as kind, owed.owner as id,
      coalesce(shops.name, ${courierFullName}, owed.owner) as name,
      owed.currency, owed.owed_fcfa::double precision as "owedFcfa"
    from owed
    left join shops on owed.kind = 'SHOP_SALES' and shops.id = owed.owner::uuid
    left join couriers on owed.kind = 'COURIER_EARNINGS' and couriers.id = owed.owner::uuid
    order by owed.owed_fcfa desc, owed.owner
  `.execute(db)
  return rows
}
