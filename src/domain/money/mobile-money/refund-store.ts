import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { RefusalReason } from '../../../contract/vocabulary.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { paidColumns } from './payment-request-store.ts'
import type { PaidRequest } from './receipt-posting.ts'

/** SQL: whether a transfer gives the money of a payment back. */
export const isItsRefund = sql<boolean>`
  money_transfers.payment_request_id = payment_requests.id and money_transfers.kind = 'CUSTOMER_REFUND'`

/** SQL: whether the service is sending the money of a payment back right now. */
const isBeingGivenBack = sql<boolean>`
  exists (
    select from money_transfers
    where ${isItsRefund}
      and money_transfers.state in ('DUE', 'SENT')
  )
`

/** Money of a customer that came when no payment was expected. */
export type DueRefund = {
  shopId: string
  requestId: string
  deliveryId: string
  reference: string
  shopName: string
  customer_first_name: string
  customer_last_name: string
  /** Of whoever paid. */
  customer_phone: string
  amountFcfa: number
  refundDueAt: Date
  /** Whether the service is giving it back by itself. */
  isSent: boolean
  /** Why the provider refused to give it back, the last time; null where it has not. */
  refusal: RefusalReason | null
}

/** At most `limit` payments whose money is still to be given back, the longest due first. */
export async function listDueRefunds(db: Database, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    select
      payment_requests.shop_id as "shopId", payment_requests.id as "requestId", deliveries.id as "deliveryId",
      deliveries.reference, shops.name as "shopName", payment_requests.amount_fcfa as "amountFcfa",
      deliveries.customer_first_name, deliveries.customer_last_name,
      coalesce(payment_requests.payer_phone, deliveries.customer_phone) as customer_phone,
      payment_requests.refund_due_at as "refundDueAt", ${isBeingGivenBack} as "isSent",
      (
        select money_transfers.reason
        from money_transfers
        where ${isItsRefund}
        order by money_transfers.created_at desc, money_transfers.id desc
        limit 1
      ) as refusal
    from payment_requests
    join deliveries
      on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
    join shops on shops.id = payment_requests.shop_id
    where payment_requests.refund_due_at is not null and payment_requests.refunded_at is null
    order by payment_requests.refund_due_at
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/**
 * What a customer paid for a parcel that does not come, and when they got it back: null while they have not.
 */
export type CustomerRefund = { amountFcfa: number; refundedAt: Date | null }

/**
 * What the customer of a delivery that ended without a hand-over paid through the service and is given back:
 * all that they paid. Undefined where nothing was paid.
 */
export async function findCustomerRefund(
  db: Database,
  { shopId, id }: DeliveryKey,
): Promise<CustomerRefund | undefined> {
  const { rows } = await sql<CustomerRefund>`
    select
      sum(payment_requests.amount_fcfa)::integer as "amountFcfa",
      case when bool_and(payment_requests.refunded_at is not null) then max(payment_requests.refunded_at) end
        as "refundedAt"
    from payment_requests
    where payment_requests.shop_id = ${shopId} and payment_requests.delivery_id = ${id}
      and payment_requests.state = 'PAID' and payment_requests.payer = 'CUSTOMER'
    having count(*) > 0
  `.execute(db)
  return rows[0]
}

/** Holds a payment that is to be given back; undefined when none is. */
export async function lockDueRefund(
  trx: Trx,
  { shopId, requestId }: { shopId: string; requestId: string },
): Promise<PaidRequest | undefined> {
  const { rows } = await sql<PaidRequest>`
    select ${paidColumns}
    from payment_requests
    join deliveries
      on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
    where payment_requests.shop_id = ${shopId} and payment_requests.id = ${requestId}
      and payment_requests.refund_due_at is not null and payment_requests.refunded_at is null
    for no key update of payment_requests
  `.execute(trx)
  return rows[0]
}

/** A refund that was just noted, with the payment that it gives back. */
type SettledRefund = PaidRequest & Pick<DueRefund, 'reference' | 'refundDueAt'>

/**
 * Notes that money was given back; returns what it was, or undefined when none was due or the service is
 * giving it back.
 */
export async function settleRefund(
  trx: Trx,
  { shopId, requestId }: { shopId: string; requestId: string },
  { now, note }: { now: Date; note: string },
): Promise<SettledRefund | undefined> {
  const { rows } = await sql<SettledRefund>`
    update payment_requests
    set refunded_at = ${now}, refund_note = ${note}
    from deliveries
    where payment_requests.shop_id = ${shopId} and payment_requests.id = ${requestId}
      and payment_requests.refund_due_at is not null and payment_requests.refunded_at is null
      and not ${isBeingGivenBack}
      and deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
    returning ${paidColumns}, deliveries.reference, payment_requests.refund_due_at as "refundDueAt"
  `.execute(trx)
  return rows[0]
}

/**
 * Notes that a payment was given back by a transfer of the service. Returns false where it had been before:
 * then all of it is too much.
 */
export async function noteRefunded(
  trx: Trx,
  transfer: Pick<
    Selectable<Tables['money_transfers']>,
    'shop_id' | 'payment_request_id' | 'reference' | 'amount_fcfa'
  >,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ wasRefunded: boolean }>`
    with payment as (
      select payment_requests.shop_id, payment_requests.id,
        payment_requests.refunded_at is not null as was_refunded
      from payment_requests
      where payment_requests.shop_id = ${transfer.shop_id}::uuid
        and payment_requests.id = ${transfer.payment_request_id}::uuid
      for no key update
    ), noted as (
      update payment_requests
      set
        refunded_at = coalesce(payment_requests.refunded_at, ${now}),
        refund_note = coalesce(payment_requests.refund_note, ${transfer.reference}),
        surplus_fcfa = payment_requests.surplus_fcfa
          + case when payment.was_refunded then ${transfer.amount_fcfa}::integer else 0 end
      from payment
      where payment_requests.shop_id = payment.shop_id and payment_requests.id = payment.id
    )
    select payment.was_refunded as "wasRefunded" from payment
  `.execute(trx)
  // Of a sandbox that was emptied nothing is left to note it on.
  return rows[0]?.wasRefunded !== true
}
