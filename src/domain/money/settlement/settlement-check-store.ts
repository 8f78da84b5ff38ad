import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '../../../base/database/open-database.ts'
import { runInSession } from '../../../base/database/run-in-session.ts'
import { statusesOf } from '../../deliveries/delivery-store.ts'
import {
  bookedCounts,
  type LedgerFault,
  namedFaults,
  unbalancedPostings,
  wrongBalances,
} from '../ledger/ledger-check-store.ts'
import { separateFloats } from '../mobile-money/provider-float.ts'

/**
 * Deliveries whose events have not come to the ledger yet are not judged: what follows from them is booked
 * within moments.
 */
const isBooked = sql<boolean>`
  deliveries.id not in (
    select events.delivery_id
    from events
    join unsequenced_events
      on unsequenced_events.event_id = events.id and unsequenced_events.shop_id = events.shop_id
    where events.delivery_id is not null
    union all
    select events.delivery_id
    from event_positions
    join events on events.shop_id = event_positions.shop_id and events.id = event_positions.event_id
    where events.delivery_id is not null
      and event_positions.position > (
        select event_consumers.position from event_consumers where event_consumers.name = 'ledger'
      )
  )
`

/**
 * SQL: the tax that an amount includes at the rate that something was booked with, rounded as paper rounds
 * it.
 */
const vatIn = (booked: string, amount: RawBuilder<unknown>) => {
  const rate = sql.ref(`${booked}.vat_rate`)
  return sql`coalesce(round(${amount}::numeric * ${rate} / (10000 + ${rate})), 0)`
}

/**
 * What each ended delivery must have moved, computed from the delivery alone and in another way than it is
 * booked (spec 2.5, 2.8; decisions 198, 216), beside what was moved: between shop, courier and the company.
 */
const wrongSettlements = sql<LedgerFault>`
  with ended as (
    select
      deliveries.payment_mode = 'CASH_ON_DELIVERY' and deliveries.collection = 'SECURE'
        and deliveries.status in (${statusesOf('delivered')}) as is_collected,
      deliveries.status in (${statusesOf('delivered')}) as is_delivered,
      case when deliveries.fee_payer = 'MERCHANT' then deliveries.price_fcfa else 0 end as trip_of_shop_fcfa,
      case when promo_codes.bearer = 'SHOP' then (
        -- Of what the trip cost more than its price, what is not the discount agreed with the shop.
        select coalesce(sum((line ->> 'amountFcfa')::integer), 0)
        from jsonb_array_elements(deliveries.price_working -> 'lines') as line
      ) - deliveries.price_fcfa - (
        select coalesce(sum((discount ->> 'amountFcfa')::integer), 0)
        from jsonb_array_elements(deliveries.price_working -> 'discounts') as discount
        where discount ->> 'source' = 'SHOP'
      ) else 0 end as discount_of_shop_fcfa,
      deliveries.*
    from deliveries
    left join promo_codes on promo_codes.id = deliveries.promo_code_id
    where deliveries.ended_at >= (select ledger_beginning.began_at from ledger_beginning) and ${isBooked}
  ), expected as (
    select
      ended.id, ended.reference,
      case
        when ended.is_collected
        then ended.goods_amount_fcfa - ended.cod_fee_fcfa - ended.trip_of_shop_fcfa
          - ended.discount_of_shop_fcfa
        when ended.is_delivered then -ended.price_fcfa - ended.discount_of_shop_fcfa
        else -(ended.cancellation_fee_fcfa + ended.return_fee_fcfa)
      end as to_shop_fcfa,
      case
        when ended.courier_id is null then 0
        when ended.status in (${statusesOf('cancelled')}) and ended.arrived_at_pickup_at is null then 0
        else coalesce(ended.courier_pay_fcfa, 0)
      end as to_courier_fcfa,
      case
        when ended.is_delivered
        then ended.price_fcfa + ended.discount_of_shop_fcfa
          + case when ended.is_collected then ended.cod_fee_fcfa else 0 end
        else ended.cancellation_fee_fcfa + ended.return_fee_fcfa
      end as to_company_fcfa,
      case when ended.is_collected and ended.fee_payer = 'CUSTOMER' then ended.price_fcfa else 0 end
        as by_customer_fcfa
    from ended
  ), found as (
    select
      ledger_postings.delivery_id,
      -sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES'))
        as to_shop_fcfa,
      -sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'COURIER_EARNINGS')
        as to_courier_fcfa,
      -sum(ledger_entries.amount_fcfa) filter (
        where ledger_accounts.kind like '%_REVENUE' or ledger_accounts.kind in ('DISCOUNTS', 'VAT_COLLECTED'))
        as to_company_fcfa,
      -coalesce(sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'VAT_COLLECTED'), 0)
        as to_state_fcfa,
      max(ledger_postings.vat_rate) as vat_rate
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_postings.kind = 'DELIVERY_ENDED'
    group by ledger_postings.delivery_id
  )
  select judged.rule, expected.reference as subject, judged.wanted::double precision as "expectedFcfa",
    judged.had::double precision as "foundFcfa"
  from expected
  left join found on found.delivery_id = expected.id
  cross join lateral (values
    ('SHOP_SETTLED', expected.to_shop_fcfa, coalesce(found.to_shop_fcfa, 0)),
    ('COURIER_SETTLED', expected.to_courier_fcfa, coalesce(found.to_courier_fcfa, 0)),
    ('COMPANY_SETTLED', expected.to_company_fcfa, coalesce(found.to_company_fcfa, 0)),
    ('TAX_BOOKED',
      ${vatIn('found', sql.raw('expected.by_customer_fcfa'))}
        + ${vatIn('found', sql.raw('(expected.to_company_fcfa - expected.by_customer_fcfa)'))},
      coalesce(found.to_state_fcfa, 0))
  ) as judged (rule, wanted, had)
  where judged.wanted <> judged.had
  limit ${namedFaults}
`

/**
 * What waits of couriers must have moved beside what they moved: what a delivery says that its shop owes for
 * them, and what each courier was promised and waited for (decision 230).
 */
const wrongWaits = sql<LedgerFault>`
  with booked as (
    select
      ledger_postings.cause, ledger_postings.delivery_id,
      sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'SHOP_FEES') as by_shop_fcfa,
      -sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'COURIER_EARNINGS')
        as to_courier_fcfa,
      -coalesce(sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'VAT_COLLECTED'), 0)
        as to_state_fcfa,
      ledger_postings.vat_rate
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_postings.kind = 'COURIER_WAITED'
    group by ledger_postings.id
  ), owed as (
    select booked.delivery_id, sum(booked.by_shop_fcfa) as by_shop_fcfa
    from booked
    group by booked.delivery_id
  )
  select 'WAITS' as rule, judged.subject, judged.wanted::double precision as "expectedFcfa",
    judged.had::double precision as "foundFcfa"
  from (
    select
      deliveries.id, deliveries.reference as subject, deliveries.waiting_fee_fcfa as wanted,
      coalesce(owed.by_shop_fcfa, 0) as had
    from deliveries
    left join owed on owed.delivery_id = deliveries.id
    where (deliveries.waiting_fee_fcfa > 0 or owed.delivery_id is not null) and ${isBooked}
    union all
    select
      deliveries.id, concat_ws(' ', deliveries.reference, pickup_problems.courier_id),
      case when pickup_problems.wait_ended_at >= pickup_problems.waits_until
        then pickup_problems.earned_fcfa else 0 end,
      coalesce(booked.to_courier_fcfa, 0)
    from pickup_problems
    join deliveries
      on deliveries.shop_id = pickup_problems.shop_id and deliveries.id = pickup_problems.delivery_id
    left join booked on booked.cause = 'wait:' || pickup_problems.id
    where pickup_problems.waits_until is not null and ${isBooked}
    union all
    select booked.delivery_id, booked.cause, ${vatIn('booked', sql.raw('booked.by_shop_fcfa'))},
      booked.to_state_fcfa
    from booked
  ) as judged
  where judged.wanted <> judged.had
  limit ${namedFaults}
`

/** SQL: what was given back of each payment, and is being sent: by transfers, and as a person noted it. */
const givenBack = sql`
  select
    payment_requests.shop_id, payment_requests.delivery_id, payment_requests.id, payment_requests.amount_fcfa,
    payment_requests.surplus_settled_fcfa as settled_fcfa,
    coalesce(sent_back.sent_fcfa, 0) as sent_fcfa, coalesce(sent_back.arrived_fcfa, 0) as arrived_fcfa,
    case when payment_requests.refunded_at is not null
        and not coalesce(payment_requests.refund_note, '') = any(coalesce(sent_back.notes, '{}'::text[]))
      then payment_requests.amount_fcfa else 0 end as by_hand_fcfa
  from payment_requests
  left join (
    select
      money_transfers.payment_request_id, sum(money_transfers.amount_fcfa) as sent_fcfa,
      sum(money_transfers.amount_fcfa) filter (where money_transfers.state = 'PAID') as arrived_fcfa,
      array_agg(money_transfers.reference) filter (where money_transfers.state = 'PAID') as notes
    from money_transfers
    where money_transfers.kind = 'CUSTOMER_REFUND' and money_transfers.state <> 'REFUSED'
    group by money_transfers.payment_request_id
  ) as sent_back on sent_back.payment_request_id = payment_requests.id
  where payment_requests.state = 'PAID' and payment_requests.payer = 'CUSTOMER'
`

/**
 * Customers who were charged more than once, or for nothing, and to whom the surplus is neither given back
 * nor to be: of a delivery whose payment counts as made one request may be paid and not to be given back, of
 * any other none.
 */
const wrongCharges = sql<LedgerFault>`
  select
    'CHARGES' as rule, deliveries.reference as subject,
    (case when deliveries.payment_status = 'PAID' then kept.one_fcfa else 0 end)::double precision
      as "expectedFcfa",
    kept.fcfa::double precision as "foundFcfa"
  from (
    select
      payment_requests.shop_id, payment_requests.delivery_id, count(*) as times,
      sum(payment_requests.amount_fcfa) as fcfa, max(payment_requests.amount_fcfa) as one_fcfa
    from payment_requests
    where payment_requests.state = 'PAID' and payment_requests.payer = 'CUSTOMER'
      and payment_requests.refund_due_at is null
      and payment_requests.created_at >= (select ledger_beginning.began_at from ledger_beginning)
    group by payment_requests.shop_id, payment_requests.delivery_id
  ) as kept
  join deliveries on deliveries.shop_id = kept.shop_id and deliveries.id = kept.delivery_id
  where kept.times > case when deliveries.payment_status = 'PAID' then 1 else 0 end
  limit ${namedFaults}
`

/**
 * Whoever has received more than was due to them: shops and couriers whose account says so, and customers
 * whose payment was given back more than once. The books are right about it; a person has to see that it is
 * made up for.
 */
const paidTwice = sql<LedgerFault>`
  select 'PAID_TWICE' as rule, twice.subject, twice.due_fcfa::double precision as "expectedFcfa",
    twice.had_fcfa::double precision as "foundFcfa"
  from (
    select
      concat_ws(' ', ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency) as subject,
      0 as due_fcfa, ledger_accounts.balance_fcfa as had_fcfa
    from ledger_accounts
    where ledger_accounts.kind in ('SHOP_SALES', 'COURIER_EARNINGS') and ledger_accounts.balance_fcfa > 0
    union all
    select
      deliveries.reference, given_back.amount_fcfa,
      given_back.arrived_fcfa + given_back.by_hand_fcfa - given_back.settled_fcfa
    from (${givenBack}) as given_back
    join deliveries on deliveries.shop_id = given_back.shop_id and deliveries.id = given_back.delivery_id
    where given_back.arrived_fcfa + given_back.by_hand_fcfa - given_back.settled_fcfa > given_back.amount_fcfa
  ) as twice
  limit ${namedFaults}
`

/**
 * What is held of each delivery's customer, beside what must be held: nothing once the parcel was handed over
 * or what was paid was given back, and what was paid until then.
 */
const wrongHoldings = sql<LedgerFault>`
  with paid as (
    select
      given_back.delivery_id,
      sum(given_back.amount_fcfa - given_back.sent_fcfa - given_back.by_hand_fcfa + given_back.settled_fcfa)
        as kept_fcfa
    from (${givenBack}) as given_back
    group by given_back.delivery_id
  ), held as (
    select
      ledger_postings.delivery_id, -sum(ledger_entries.amount_fcfa) as held_fcfa
    from ledger_entries
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    join ledger_postings on ledger_postings.id = ledger_entries.posting_id
    where ledger_accounts.kind = 'CUSTOMER_MONEY'
    group by ledger_postings.delivery_id
  ), judged as (
    select
      deliveries.reference,
      coalesce(paid.kept_fcfa, 0) - case
        when deliveries.status in (${statusesOf('delivered')}) and deliveries.collection = 'SECURE'
          and deliveries.payment_mode = 'CASH_ON_DELIVERY'
        then deliveries.goods_amount_fcfa
          + case when deliveries.fee_payer = 'CUSTOMER' then deliveries.price_fcfa else 0 end
        else 0
      end as wanted,
      coalesce(held.held_fcfa, 0) as had
    from deliveries
    left join paid on paid.delivery_id = deliveries.id
    left join held on held.delivery_id = deliveries.id
    where (paid.delivery_id is not null or held.delivery_id is not null)
      and (deliveries.ended_at is null
        or deliveries.ended_at >= (select ledger_beginning.began_at from ledger_beginning))
      and ${isBooked}
  )
  select
    'HOLDINGS' as rule, judged.reference as subject,
    judged.wanted::double precision as "expectedFcfa", judged.had::double precision as "foundFcfa"
  from judged
  where judged.wanted <> judged.had
  limit ${namedFaults}
`

/** What shops paid for their trips first, beside what their accounts were credited for it (decision 256). */
const wrongPrepayments = sql<LedgerFault>`
  with paid as (
    select payment_requests.delivery_id, sum(payment_requests.amount_fcfa) as paid_fcfa
    from payment_requests
    where payment_requests.state = 'PAID' and payment_requests.payer = 'SENDER'
    group by payment_requests.delivery_id
  ), credited as (
    select ledger_postings.delivery_id, -sum(ledger_entries.amount_fcfa) as credited_fcfa
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_postings.kind = 'TRIP_PREPAID' and ledger_accounts.kind = 'SHOP_FEES'
    group by ledger_postings.delivery_id
  )
  select
    'TRIPS_PREPAID' as rule, deliveries.reference as subject,
    coalesce(paid.paid_fcfa, 0)::double precision as "expectedFcfa",
    coalesce(credited.credited_fcfa, 0)::double precision as "foundFcfa"
  from deliveries
  left join paid on paid.delivery_id = deliveries.id
  left join credited on credited.delivery_id = deliveries.id
  where coalesce(paid.paid_fcfa, 0) <> coalesce(credited.credited_fcfa, 0) and ${isBooked}
  limit ${namedFaults}
`

/**
 * What each transfer must have moved by its state, beside what its postings moved: what was owed, what is
 * being sent, and what left the provider, with its fee where the shop bears that. A payment that is given
 * back twice, or a payout whose refusal was not booked, shows here.
 */
const wrongTransfers = sql<LedgerFault>`
  with moved as (
    select
      split_part(ledger_postings.cause, ':', 2) as transfer_id,
      coalesce(sum(ledger_entries.amount_fcfa) filter (
        where ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES', 'COURIER_EARNINGS', 'CUSTOMER_MONEY')), 0)
        as owed_fcfa,
      coalesce(-sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'MONEY_SENT'), 0)
        as sent_fcfa,
      coalesce(-sum(ledger_entries.amount_fcfa) filter (
        where ledger_accounts.kind in ('PROVIDER_FLOAT', 'PROVIDER_FEES', 'SUSPENSE')), 0) as left_fcfa
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_postings.kind in ('TRANSFER_BEGUN', 'TRANSFER_PAID', 'TRANSFER_REFUSED', 'PAYOUT_RECORDED',
      'PAYOUT_FEE_CHARGED')
    group by 1
  )
  select 'TRANSFERS' as rule, coalesce(money_transfers.reference, moved.transfer_id) as subject,
    judged.wanted::double precision as "expectedFcfa", judged.had::double precision as "foundFcfa"
  from money_transfers
  full join moved on moved.transfer_id = money_transfers.id::text
  cross join lateral (values (
    case when money_transfers.state = 'PAID' and money_transfers.fee_by = 'SHOP'
      then money_transfers.fee_fcfa else 0 end
  )) as charged (fee_fcfa)
  cross join lateral (values
    (case when money_transfers.state <> 'REFUSED' then money_transfers.amount_fcfa else 0 end
      + charged.fee_fcfa, coalesce(moved.owed_fcfa, 0)),
    (case when money_transfers.state in ('DUE', 'SENT') then money_transfers.amount_fcfa else 0 end,
      coalesce(moved.sent_fcfa, 0)),
    (case when money_transfers.state = 'PAID' then money_transfers.amount_fcfa else 0 end + charged.fee_fcfa,
      coalesce(moved.left_fcfa, 0))
  ) as judged (wanted, had)
  where coalesce(judged.wanted, 0) <> judged.had
  limit ${namedFaults}
`

/**
 * Accounts that providers send from; what was sent before they were told apart left the one that they collect
 * on.
 */
const sentFromOwn = sql.join(
  separateFloats.map(([provider, account]) => sql`(${provider}::text, ${account}::text)`),
)

/**
 * Entries of another shop, courier or provider than those that the delivery, the transfer or the payment
 * itself names, or of a posting in another currency. Deliveries of a sandbox that was emptied name nobody any
 * more. All entries are looked at before any is chosen: else PostgreSQL expects to be done with the first
 * few, and looks for each by itself.
 */
const entriesOfOthers = sql<LedgerFault>`
  with named as materialized (
    select
      ledger_postings.cause, ledger_accounts.kind, ledger_accounts.owner, ledger_entries.amount_fcfa,
      ledger_postings.currency <> coalesce(money_transfers.currency, deliveries.currency)
        as is_other_currency,
      case
        when ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES')
          then coalesce(money_transfers.shop_id, deliveries.shop_id, ledger_postings.shop_id)::text
        when ledger_accounts.kind = 'COURIER_EARNINGS'
          then coalesce(money_transfers.courier_id, pickup_problems.courier_id, deliveries.courier_id)::text
        when (money_transfers.provider, ledger_accounts.owner) in (${sentFromOwn})
          and ledger_accounts.kind <> 'MONEY_SENT'
          then ledger_accounts.owner
        when ledger_accounts.kind in ('PROVIDER_FLOAT', 'PROVIDER_FEES', 'MONEY_SENT')
          then coalesce(money_transfers.provider, payment_requests.provider)
      end as named_owner
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    left join deliveries on deliveries.id = ledger_postings.delivery_id
    left join money_transfers
      on money_transfers.id::text = split_part(ledger_postings.cause, ':', 2)
      and ledger_postings.cause like 'transfer:%'
    left join pickup_problems
      on pickup_problems.id::text = split_part(ledger_postings.cause, ':', 2)
      and ledger_postings.cause like 'wait:%'
    left join payment_requests
      on payment_requests.id::text = split_part(ledger_postings.cause, ':', 2)
      and ledger_postings.cause like 'payment-request:%'
  )
  select
    'OWNERS' as rule, concat_ws(' ', named.cause, named.kind, nullif(named.owner, '')) as subject,
    0 as "expectedFcfa", named.amount_fcfa::double precision as "foundFcfa"
  from named
  where named.is_other_currency or named.owner <> named.named_owner
  limit ${namedFaults}
`

/** What each move and each count says that came to where money lies, beside what its posting put there. */
const wrongMoves = sql<LedgerFault>`
  with booked as (
    select ledger_postings.cause,
      sum(ledger_entries.amount_fcfa) filter (where ledger_entries.amount_fcfa > 0) as moved_fcfa
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    where ledger_postings.kind in ('MONEY_MOVED', 'MONEY_COUNTED')
    group by ledger_postings.cause
  ), noted as (
    select
      'move:' || money_moves.id as cause,
      money_moves.amount_fcfa
        + case when money_moves.from_kind = 'PROVIDER_FLOAT' then money_moves.fee_fcfa else 0 end
        as moved_fcfa
    from money_moves
    union all
    select 'count:' || money_counts.id, abs(money_counts.counted_fcfa - money_counts.booked_fcfa)
    from money_counts
    where money_counts.counted_fcfa <> money_counts.booked_fcfa
  )
  select
    'MOVES' as rule, coalesce(noted.cause, booked.cause) as subject,
    coalesce(noted.moved_fcfa, 0)::double precision as "expectedFcfa",
    coalesce(booked.moved_fcfa, 0)::double precision as "foundFcfa"
  from noted
  full join booked on booked.cause = noted.cause
  where noted.moved_fcfa is distinct from booked.moved_fcfa
  limit ${namedFaults}
`

/**
 * What lies with each provider, beside the balance of its newest confirmed statement and what was booked
 * since. What settles a difference counts from when the thing happened that it is about (decision 209).
 */
const wrongFloats = sql<LedgerFault>`
  with confirmed as (
    select distinct on (provider_statements.provider, provider_statements.currency)
      provider_statements.provider, provider_statements.currency, provider_statements.closing_fcfa,
      provider_statements.last_at
    from provider_statements
    where provider_statements.confirmed_at is not null
    order by provider_statements.provider, provider_statements.currency, provider_statements.last_at desc
  ), judged as (
    select
      confirmed.provider, confirmed.currency, ledger_accounts.balance_fcfa as had,
      confirmed.closing_fcfa + coalesce((
        select sum(ledger_entries.amount_fcfa)
        from ledger_entries
        join ledger_postings on ledger_postings.id = ledger_entries.posting_id
        left join settled_differences on settled_differences.cause = ledger_postings.cause
        where ledger_entries.account_id = ledger_accounts.id
          and coalesce(settled_differences.occurred_at, ledger_postings.booked_at) > confirmed.last_at
      ), 0) as wanted
    from confirmed
    join ledger_accounts
      on ledger_accounts.kind = 'PROVIDER_FLOAT' and ledger_accounts.owner = confirmed.provider
      and ledger_accounts.currency = confirmed.currency
  )
  select
    'PROVIDER_STATEMENTS' as rule, concat_ws(' ', judged.provider, judged.currency) as subject,
    judged.wanted::double precision as "expectedFcfa", judged.had::double precision as "foundFcfa"
  from judged
  where judged.wanted <> judged.had
  limit ${namedFaults}
`

/** What stands because of money that disagrees, beside the postings of it (decision 249). */
const wrongSuspensions = sql<LedgerFault>`
  with moved as (
    select
      split_part(ledger_postings.cause, ':', 2) || ':' || split_part(ledger_postings.cause, ':', 3)
        as subject,
      ledger_postings.currency, sum(ledger_entries.amount_fcfa) as fcfa
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts
      on ledger_accounts.id = ledger_entries.account_id and ledger_accounts.kind = 'PROVIDER_FLOAT'
    where ledger_postings.kind in ('DISAGREEMENT_BOOKED', 'DISAGREEMENT_SETTLED')
    group by 1, 2
  )
  select
    'DISAGREEMENTS' as rule, coalesce(money_disagreements.subject, moved.subject) as subject,
    coalesce(money_disagreements.standing_fcfa, 0)::double precision as "expectedFcfa",
    coalesce(moved.fcfa, 0)::double precision as "foundFcfa"
  from money_disagreements
  full join moved on moved.subject = money_disagreements.subject
    and moved.currency = money_disagreements.standing_currency
  where coalesce(money_disagreements.standing_fcfa, 0) <> coalesce(moved.fcfa, 0)
  limit ${namedFaults}
`

/**
 * Everything that the books contradict, at most 20 faults of each kind. It is one statement, so that all is
 * read at one moment, on a connection without a time-out, since it reads all that is booked.
 */
export function readLedgerFaults(database: OpenDatabase): Promise<LedgerFault[]> {
  const lists = [
    unbalancedPostings,
    wrongBalances,
    wrongSettlements,
    wrongWaits,
    wrongHoldings,
    wrongPrepayments,
    wrongTransfers,
    wrongCharges,
    paidTwice,
    entriesOfOthers,
    wrongMoves,
    wrongFloats,
    wrongSuspensions,
  ]
  return runInSession(
    database,
    sql<LedgerFault>`${sql.join(
      lists.map((list) => sql`(${list})`),
      sql` union all `,
    )}`,
  )
}

/** How much is booked: postings and entries. */
export const countBooked = (database: OpenDatabase) => runInSession(database, bookedCounts)
