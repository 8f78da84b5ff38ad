import type { Selectable } from 'kysely'
import type { Tables } from '../../../base/database/tables.ts'
import type { Currency, RefusalReason, TransferKind } from '../../../contract/vocabulary.ts'
import type { Account } from '../ledger/ledger-account.ts'
import { pauseMs } from '../mobile-money/payment-request.ts'

/**
 * Money that leaves the service (decisions 201 to 203): what a shop sold and a courier earned is paid out to
 * their numbers, and what a customer paid for nothing is given back. A transfer is written, and booked as
 * being sent, before its provider hears of it; it is followed under one id until the provider says that it
 * was paid or refused.
 */
export type TransferRow = Selectable<Tables['money_transfers']>

/** The name of the provider of what somebody paid by hand. */
export const byHand = 'by-hand'

type NewTransfer = Pick<TransferRow, 'kind' | 'currency' | 'amount_fcfa' | 'provider'> &
  Partial<
    Pick<
      TransferRow,
      | 'shop_id'
      | 'courier_id'
      | 'delivery_id'
      | 'payment_request_id'
      | 'netted_fcfa'
      | 'fee_by'
      | 'phone'
      | 'retry_at'
    >
  >

/** A transfer that is due at once. */
export const newTransfer = (
  transfer: NewTransfer,
  { id, reference, now }: { id: string; reference: string; now: Date },
): TransferRow => ({
  shop_id: null,
  courier_id: null,
  delivery_id: null,
  payment_request_id: null,
  netted_fcfa: 0,
  fee_by: 'COMPANY',
  phone: null,
  retry_at: null,
  still_refused_at: null,
  ...transfer,
  id,
  reference,
  provider_ref: null,
  fee_fcfa: 0,
  state: 'DUE',
  reason: null,
  note: null,
  due_at: now,
  attempts: 0,
  lease_owner: null,
  created_at: now,
  ended_at: null,
})

/** When an open transfer is asked for next: after 2 s at first, down to every 15 minutes. */
export const nextLookAt = ({ created_at }: Pick<TransferRow, 'created_at'>, now: Date): Date =>
  new Date(now.getTime() + pauseMs(created_at, now, 15 * 60_000))

const hourMs = 3_600_000

/**
 * When whoever was refused may be sent money again: null where the number itself is refused, so that a person
 * has to see to it; else after an hour, and after twice as long each time, up to a day. `refusedBefore`
 * counts the refusals in a row before this one.
 */
export function retryAt(reason: RefusalReason, refusedBefore: number, now: Date): Date | null {
  if (reason === 'NUMBER_REFUSED') return null
  const hours = reason === 'LIMIT_REACHED' ? 24 : Math.min(2 ** refusedBefore, 24)
  return new Date(now.getTime() + hours * hourMs)
}

/** The account of whoever is paid: what is owed to them, or what is held of the customer. */
export function payeeAccountOf({ kind, shop_id, courier_id, currency }: TransferRow): Account {
  if (kind === 'CUSTOMER_REFUND') return { kind: 'CUSTOMER_MONEY', owner: '', currency }
  return kind === 'SHOP_PAYOUT'
    ? { kind: 'SHOP_SALES', owner: shop_id ?? '', currency }
    : { kind: 'COURIER_EARNINGS', owner: courier_id ?? '', currency }
}

/** Who is paid, and in which currency. */
export type Payee = { kind: Exclude<TransferKind, 'CUSTOMER_REFUND'>; id: string; currency: Currency }
