import { newId } from '../../src/base/kernel/clock.ts'
import { credit, debit } from '../../src/domain/money/ledger/ledger-posting.ts'
import { postEntries } from '../../src/domain/money/ledger/post-entries.ts'
import { countTill } from '../../src/domain/money/settlement/count-till.ts'
import { placeOf } from '../../src/domain/money/settlement/money-move.ts'
import { moveMoney } from '../../src/domain/money/settlement/move-money.ts'
import { recordShopPayment } from '../../src/domain/money/settlement/record-shop-payment.ts'
import { recordPayout } from '../../src/domain/money/transfers/record-payout.ts'
import { retryTransfer } from '../../src/domain/money/transfers/retry-transfer.ts'
import { begunPosting, refusedPosting } from '../../src/domain/money/transfers/transfer-posting.ts'
import { newTransfer, type TransferRow } from '../../src/domain/money/transfers/transfer-row.ts'
import { insertTransfer } from '../../src/domain/money/transfers/transfer-store.ts'
import type { TestService, TestShop } from './open-service.ts'

type Scene = { service: TestService; shop: TestShop; as: TestService['services'] }

/** Books a sale of a shop that has no delivery: what is owed to it is all that a test of payouts needs. */
export async function oweToShop(
  { services, clock }: TestService,
  shopId: string,
  fcfa: number,
): Promise<void> {
  const sale = {
    cause: `test:${newId(clock.now())}`,
    kind: 'DIFFERENCE_SETTLED',
    currency: 'XOF',
    shopId,
    deliveryId: null,
    happenedAt: clock.now(),
    note: null,
    entries: [debit('SUSPENSE', fcfa), credit('SHOP_SALES', fcfa, shopId)],
  } as const
  await services.db.transaction().execute((trx) => postEntries({ db: trx, clock }, [sale]))
}

/** Books what a courier earned, who has no delivery either. */
export async function oweToCourier(
  { services, clock }: TestService,
  courierId: string,
  fcfa: number,
): Promise<void> {
  const earning = {
    cause: `test:${newId(clock.now())}`,
    kind: 'DIFFERENCE_SETTLED',
    currency: 'XOF',
    shopId: null,
    deliveryId: null,
    happenedAt: clock.now(),
    note: null,
    entries: [debit('SUSPENSE', fcfa), credit('COURIER_EARNINGS', fcfa, courierId)],
  } as const
  await services.db.transaction().execute((trx) => postEntries({ db: trx, clock }, [earning]))
}

/** Books a fee that a shop owes, and that has no delivery either. */
export async function oweByShop(
  { services, clock }: TestService,
  shopId: string,
  fcfa: number,
): Promise<void> {
  const fee = {
    cause: `test:${newId(clock.now())}`,
    kind: 'DIFFERENCE_SETTLED',
    currency: 'XOF',
    shopId,
    deliveryId: null,
    happenedAt: clock.now(),
    note: null,
    entries: [debit('SHOP_FEES', fcfa, shopId), credit('SUSPENSE', fcfa)],
  } as const
  await services.db.transaction().execute((trx) => postEntries({ db: trx, clock }, [fee]))
}

/** A payout of a shop whose number was refused, with what it booked. */
export async function refusedPayout(
  service: TestService,
  shopId: string,
  amountFcfa: number,
): Promise<TransferRow> {
  const { services, clock } = service
  await oweToShop(service, shopId, amountFcfa)
  const now = clock.now()
  const about = {
    kind: 'SHOP_PAYOUT',
    shop_id: shopId,
    currency: 'XOF',
    amount_fcfa: amountFcfa,
    provider: 'simulated',
    phone: '+2290197000099',
  } as const
  const id = newId(now)
  const transfer: TransferRow = {
    ...newTransfer(about, { id, reference: `PAY-${id.slice(-8).toUpperCase()}`, now }),
    state: 'REFUSED',
    reason: 'NUMBER_REFUSED',
    due_at: null,
    ended_at: now,
  }
  await services.db.transaction().execute(async (trx) => {
    await insertTransfer(trx, transfer)
    await postEntries({ db: trx, clock }, [begunPosting(transfer), refusedPosting(transfer, now)])
  })
  return transfer
}

/** What the verbs on money that is sent write to the audit. */
export const transferTrials = {
  'retry-transfer': {
    subjectType: 'TRANSFER',
    ofShop: true as const,
    prepare: ({ service, shop }: Scene) => refusedPayout(service, shop.shopId, 4_900),
    act: async ({ as }: Scene, { id }: TransferRow) => (await retryTransfer(as, { id, shopId: null })).id,
    before: { transferKind: 'SHOP_PAYOUT', amountFcfa: 4_900, retryAt: null },
    after: { transferKind: 'SHOP_PAYOUT', amountFcfa: 4_900, retryAt: '2026-11-21T10:00:00.000Z' },
  },
  'record-shop-payment': {
    subjectType: 'SHOP',
    ofShop: true as const,
    prepare: ({ service, shop }: Scene) => oweByShop(service, shop.shopId, 2_000),
    act: async ({ as, service, shop: { shopId } }: Scene) => {
      const id = newId(service.clock.now())
      const payment = { id, shopId, currency: 'XOF', amountFcfa: 1_500, note: 'Au bureau' } as const
      await recordShopPayment(as, payment)
      return shopId
    },
    before: { owedByShopFcfa: 2_000 },
    after: { owedByShopFcfa: 500, amountFcfa: 1_500, refundNote: 'Au bureau' },
  },
  'move-money': {
    subjectType: 'LEDGER',
    act: async ({ as, service }: Scene) => {
      const id = newId(service.clock.now())
      await moveMoney(as, {
        ...{
          id,
          from: placeOf('COMPANY_FUNDS'),
          to: placeOf('CASH'),
          currency: 'XOF',
          amountFcfa: 5_000,
          feeFcfa: 0,
        },
        ...{ reference: '', movedAt: service.clock.now(), note: 'Fonds de caisse' },
      })
      return id
    },
    before: null,
    after: {
      ...{ movedFrom: 'COMPANY_FUNDS', movedTo: 'CASH', currency: 'XOF', amountFcfa: 5_000, feeFcfa: 0 },
      ...{ moveReference: '', movedAt: '2026-11-21T10:00:00.000Z', refundNote: 'Fonds de caisse' },
    },
  },
  'count-till': {
    subjectType: 'LEDGER',
    act: async ({ as, service }: Scene) => {
      const id = newId(service.clock.now())
      await countTill(as, { id, currency: 'XAF', countedFcfa: 700, note: 'Comptée le soir' })
      return id
    },
    before: { tillFcfa: 0 },
    after: { tillFcfa: 700, currency: 'XAF', refundNote: 'Comptée le soir' },
  },
  'record-payout': {
    subjectType: 'TRANSFER',
    ofShop: true as const,
    prepare: ({ service, shop }: Scene) => oweToShop(service, shop.shopId, 4_900),
    act: async ({ as, shop }: Scene) => {
      const payee = { kind: 'SHOP_PAYOUT', id: shop.shopId, currency: 'XOF' } as const
      return (await recordPayout(as, { payee, amountFcfa: 900, note: 'Au bureau' })).id
    },
    before: null,
    after: { transferKind: 'SHOP_PAYOUT', amountFcfa: 900, refundNote: 'Au bureau' },
  },
}
