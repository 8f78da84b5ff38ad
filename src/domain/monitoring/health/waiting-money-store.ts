import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { isItsRefund } from '../../money/mobile-money/refund-store.ts'
import { countedAtMost, type MoneyWaiting, type ServiceHealth } from './service-health.ts'

/** Why money waits for somebody. */
type Reason = keyof Pick<ServiceHealth, 'refunds' | 'transfers' | 'paidTwice' | 'disagreements'>

const dayMs = 24 * 3_600_000

/**
 * The money that somebody is to give back: what the service itself gives back is left out, and so is what
 * became due in the last two minutes, which it may be about to.
 */
const refunds = (now: Date) => sql`
  select payment_requests.amount_fcfa, payment_requests.refund_due_at
  from payment_requests
  where payment_requests.refund_due_at < ${new Date(now.getTime() - 120_000)}
    and payment_requests.refunded_at is null
    and not exists (
      select from money_transfers
      where ${isItsRefund}
        and money_transfers.state in ('DUE', 'SENT')
    )`

/**
 * What is owed to shops and couriers and does not get to them: transfers that are under way for a day, and
 * those that were refused because too little lies with the provider, or three times in a row, and are to be
 * tried again. A number that is refused is left out, since its owner was told and can change it.
 */
const transfers = (now: Date) => sql`
  (
    select money_transfers.amount_fcfa, money_transfers.created_at
    from money_transfers
    where money_transfers.state in ('DUE', 'SENT')
      and money_transfers.created_at < ${new Date(now.getTime() - dayMs)}
      and money_transfers.due_at is not null
  ) union all (
    select money_transfers.amount_fcfa, money_transfers.created_at
    from money_transfers
    cross join lateral (
      select array_agg(latest.id) as ids,
        bool_and(latest.state = 'REFUSED') and count(*) = 3 as is_refused_again
      from (
        select payouts.id, payouts.state
        from money_transfers as payouts
        where payouts.kind = money_transfers.kind and payouts.currency = money_transfers.currency
          and payouts.shop_id is not distinct from money_transfers.shop_id
          and payouts.courier_id is not distinct from money_transfers.courier_id
        order by payouts.created_at desc, payouts.id desc
        limit 3
      ) as latest
    ) as latest
    where money_transfers.created_at > ${new Date(now.getTime() - 2 * dayMs)}
      and money_transfers.kind <> 'CUSTOMER_REFUND'
      and money_transfers.state = 'REFUSED' and money_transfers.retry_at > ${now}
      and latest.ids[1] = money_transfers.id
      and (latest.is_refused_again or money_transfers.reason = 'FLOAT_TOO_LOW')
  )`

/**
 * What shops, couriers and customers were sent beyond what was due to them, and nobody has made up for yet.
 */
const paidTwice = () => sql`
  select ledger_accounts.balance_fcfa, null::timestamptz
  from ledger_accounts
  where ledger_accounts.kind in ('SHOP_SALES', 'COURIER_EARNINGS') and ledger_accounts.balance_fcfa > 0
  union all
  select payment_requests.surplus_fcfa, null::timestamptz
  from payment_requests
  where payment_requests.surplus_fcfa > 0`

/** What providers say otherwise than the service knows it, and waits for a person. */
const disagreements = () => sql`
  select abs(money_disagreements.standing_fcfa), money_disagreements.found_at
  from money_disagreements
  where money_disagreements.settled_at is null`

/** SQL: the amounts that wait for each reason, and since when. */
const amountsOf: Record<Reason, (now: Date) => RawBuilder<unknown>> = {
  refunds,
  transfers,
  paidTwice,
  disagreements,
}

/** The money that waits for somebody, for each reason, in one statement. */
export async function findWaitingMoney(db: Database, now: Date): Promise<Record<Reason, MoneyWaiting>> {
  const sums = Object.entries(amountsOf).map(
    ([reason, amounts]) => sql`
      select
        ${sql.lit(reason)} as reason, count(*)::integer as count,
        coalesce(sum(amounts.fcfa), 0)::double precision as "amountFcfa", min(amounts.since) as "oldestAt"
      from (${amounts(now)} limit ${sql.lit(countedAtMost)}) as amounts (fcfa, since)`,
  )
  const { rows } = await sql<MoneyWaiting & { reason: Reason }>`
    ${sql.join(sums, sql` union all `)}
  `.execute(db)
  const of = (wanted: Reason): MoneyWaiting => {
    const row = rows.find(({ reason }) => reason === wanted)
    if (!row) throw new Error(`Nothing was said of ${wanted}.`)
    return { count: row.count, amountFcfa: row.amountFcfa, oldestAt: row.oldestAt }
  }
  return {
    refunds: of('refunds'),
    transfers: of('transfers'),
    paidTwice: of('paidTwice'),
    disagreements: of('disagreements'),
  }
}
