import { sql } from 'kysely'
import { newId } from '../../src/base/kernel/clock.ts'
import type { RefusalReason } from '../../src/contract/vocabulary.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { credit, debit, type Entry, type Posting } from '../../src/domain/money/ledger/ledger-posting.ts'
import { postEntries } from '../../src/domain/money/ledger/post-entries.ts'
import { payAsSimulatedCustomer } from '../../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { settleDeliveries } from '../../src/domain/money/settlement/settle-deliveries.ts'
import { act, bringTo, rowOf } from './delivery-verbs.ts'
import { consumeAll } from './event-work.ts'
import type { TestService, TestShop } from './open-service.ts'

/** An order whose customer pays the service. */
export const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

/** Books everything that has happened. */
export const settleAll = ({ services }: TestService): Promise<void> =>
  consumeAll(services, settleDeliveries(services))

/** Lets the books begin long ago, so that deliveries of any moment are in them. */
export const beginBooks = ({ services }: TestService) =>
  sql`update ledger_beginning set began_at = '2025-01-01'`.execute(services.db)

/** A parcel that was handed over, after its customer paid through the service where they had to. */
export async function delivered(
  service: TestService,
  shop: TestShop,
  input: object = secure,
): Promise<DeliveryKey> {
  const key = await bringTo(service, shop, 'IN_TRANSIT', input)
  if ((await rowOf(service, key)).payment_status === 'AWAITING_CUSTOMER')
    await payAsSimulatedCustomer(service.services, key)
  await act(service, key, 'handOver')
  return key
}

export const post = (service: TestService, postings: readonly Posting[]) =>
  service.services.db.transaction().execute((trx) => postEntries({ db: trx, clock: service.clock }, postings))

type Transfer = {
  id: string
  reference: string
  amountFcfa: number
  nettedFcfa: number
  provider: string
  shopId: string | null
  deliveryId: string | null
  begun: Entry[]
}

let transfers = 0

/** Begins a transfer to a shop, a courier or a customer, with the postings that go with it. */
export async function beginTransfer(
  service: TestService,
  {
    amountFcfa,
    nettedFcfa = 0,
    phone = '+2290197000099',
    provider = 'simulated',
    ...to
  }: { amountFcfa: number; nettedFcfa?: number; phone?: string; provider?: string } & (
    | { shopId: string }
    | { courierId: string }
    | { refund: { shopId: string; deliveryId: string; requestId: string } }
  ),
): Promise<Transfer> {
  transfers += 1
  const now = service.clock.now()
  const refund = 'refund' in to ? to.refund : null
  const shopId = 'shopId' in to ? to.shopId : (refund?.shopId ?? null)
  const courierId = 'courierId' in to ? to.courierId : null
  const owed = refund
    ? [debit('CUSTOMER_MONEY', amountFcfa)]
    : courierId
      ? [debit('COURIER_EARNINGS', amountFcfa, courierId)]
      : [
          debit('SHOP_SALES', amountFcfa + nettedFcfa, shopId ?? ''),
          credit('SHOP_FEES', nettedFcfa, shopId ?? ''),
        ]
  const transfer: Transfer = {
    id: newId(now),
    reference: `VIR-${String(transfers).padStart(6, '0')}`,
    amountFcfa,
    nettedFcfa,
    provider,
    shopId,
    deliveryId: refund?.deliveryId ?? null,
    begun: [...owed, credit('MONEY_SENT', amountFcfa, provider)],
  }
  await service.services.db
    .insertInto('money_transfers')
    .values({
      id: transfer.id,
      kind: refund ? 'CUSTOMER_REFUND' : courierId ? 'COURIER_PAYOUT' : 'SHOP_PAYOUT',
      shop_id: shopId,
      courier_id: courierId,
      delivery_id: transfer.deliveryId,
      payment_request_id: refund?.requestId ?? null,
      reference: transfer.reference,
      currency: 'XOF',
      amount_fcfa: amountFcfa,
      netted_fcfa: nettedFcfa,
      phone: refund ? null : phone,
      provider,
      state: 'SENT',
      due_at: now,
      created_at: now,
    })
    .execute()
  await post(service, [posting(service, transfer, 'TRANSFER_BEGUN', transfer.begun)])
  return transfer
}

/** Ends a transfer as its provider says. */
export async function endTransfer(
  service: TestService,
  transfer: Transfer,
  state: 'PAID' | 'REFUSED',
  {
    feeFcfa = 0,
    providerRef = null,
    reason = 'PROVIDER_FAILED',
  }: { feeFcfa?: number; providerRef?: string | null; reason?: RefusalReason } = {},
): Promise<void> {
  const { provider, amountFcfa } = transfer
  await service.services.db
    .updateTable('money_transfers')
    .set({
      state,
      due_at: null,
      ended_at: service.clock.now(),
      fee_fcfa: feeFcfa,
      provider_ref: providerRef,
      ...(state === 'REFUSED' && { reason }),
    })
    .where('money_transfers.id', '=', transfer.id)
    .execute()
  await post(service, [
    state === 'PAID'
      ? posting(service, transfer, 'TRANSFER_PAID', [
          debit('MONEY_SENT', amountFcfa, provider),
          debit('PROVIDER_FEES', feeFcfa, provider),
          credit('PROVIDER_FLOAT', amountFcfa + feeFcfa, provider),
        ])
      : posting(
          service,
          transfer,
          'TRANSFER_REFUSED',
          transfer.begun.map((entry) => ({ ...entry, amountFcfa: -entry.amountFcfa })),
        ),
  ])
}

const posting = (
  service: TestService,
  { id, shopId, deliveryId }: Transfer,
  kind: 'TRANSFER_BEGUN' | 'TRANSFER_PAID' | 'TRANSFER_REFUSED',
  entries: Entry[],
): Posting => ({
  cause: `transfer:${id}:${kind.slice('TRANSFER_'.length).toLowerCase()}`,
  kind,
  currency: 'XOF',
  shopId,
  deliveryId,
  happenedAt: service.clock.now(),
  note: null,
  entries,
})
