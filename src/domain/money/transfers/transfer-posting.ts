import { credit, debit, type Entry, type Posting, type PostingKind } from '../ledger/ledger-posting.ts'
import { sendingFloat } from '../mobile-money/provider-float.ts'
import { byHand, type TransferRow } from './transfer-row.ts'

/** What the beginning of a transfer books: it is owed no more, and is being sent. */
export const begunPosting = (transfer: TransferRow): Posting =>
  posting(transfer, 'TRANSFER_BEGUN', transfer.created_at, begunEntries(transfer))

/** What is booked before the payment of one that was refused before: it was being sent after all. */
export const begunAgainPosting = (transfer: TransferRow, paidAt: Date): Posting => ({
  ...posting(transfer, 'TRANSFER_BEGUN', paidAt, begunEntries(transfer)),
  cause: `transfer:${transfer.id}:begun-again`,
})

/** What its payment books: it has left the provider, which kept its fee as well. */
export const paidPosting = (transfer: TransferRow, paidAt: Date): Posting =>
  posting(transfer, 'TRANSFER_PAID', paidAt, [
    debit('MONEY_SENT', transfer.amount_fcfa, transfer.provider),
    debit('PROVIDER_FEES', transfer.fee_fcfa, sendingFloat(transfer.provider)),
    credit('PROVIDER_FLOAT', transfer.amount_fcfa + transfer.fee_fcfa, sendingFloat(transfer.provider)),
  ])

/**
 * What a payout books besides where its shop bears what the provider took for it (decision 258); nothing
 * where the company does.
 */
export const feePosting = (transfer: TransferRow, paidAt: Date): Posting =>
  posting(
    transfer,
    'PAYOUT_FEE_CHARGED',
    paidAt,
    transfer.fee_by === 'SHOP'
      ? [
          debit('SHOP_FEES', transfer.fee_fcfa, transfer.shop_id ?? ''),
          credit('PROVIDER_FEES', transfer.fee_fcfa, sendingFloat(transfer.provider)),
        ]
      : [],
  )

/** What its refusal books: everything is owed as before. */
export const refusedPosting = (transfer: TransferRow, refusedAt: Date): Posting =>
  posting(
    transfer,
    'TRANSFER_REFUSED',
    refusedAt,
    begunEntries(transfer).map((entry) => ({ ...entry, amountFcfa: -entry.amountFcfa })),
  )

/** What a payment by hand books: how it left is not known to the books until somebody settles it. */
export const recordedPosting = (transfer: TransferRow): Posting =>
  posting(transfer, 'PAYOUT_RECORDED', transfer.created_at, [
    ...owedEntries(transfer),
    credit('SUSPENSE', transfer.amount_fcfa),
  ])

const begunEntries = (transfer: TransferRow): Entry[] => [
  ...owedEntries(transfer),
  credit('MONEY_SENT', transfer.amount_fcfa, transfer.provider),
]

function owedEntries({ kind, shop_id, courier_id, amount_fcfa, netted_fcfa }: TransferRow): Entry[] {
  if (kind === 'CUSTOMER_REFUND') return [debit('CUSTOMER_MONEY', amount_fcfa)]
  if (kind === 'COURIER_PAYOUT') return [debit('COURIER_EARNINGS', amount_fcfa, courier_id ?? '')]
  return [
    debit('SHOP_SALES', amount_fcfa + netted_fcfa, shop_id ?? ''),
    credit('SHOP_FEES', netted_fcfa, shop_id ?? ''),
  ]
}

/**
 * The causes are `transfer:<id>:begun`, `:paid`, `:fee`, `:refused` and `:recorded`; `:begun-again` is of one
 * that was paid after it was refused.
 */
const causes = {
  TRANSFER_BEGUN: 'begun',
  TRANSFER_PAID: 'paid',
  PAYOUT_FEE_CHARGED: 'fee',
  TRANSFER_REFUSED: 'refused',
  PAYOUT_RECORDED: 'recorded',
} as const satisfies Partial<Record<PostingKind, string>>

const posting = (
  transfer: TransferRow,
  kind: keyof typeof causes,
  happenedAt: Date,
  entries: readonly Entry[],
): Posting => ({
  cause: `transfer:${transfer.id}:${causes[kind]}`,
  kind,
  currency: transfer.currency,
  shopId: transfer.shop_id,
  deliveryId: transfer.delivery_id,
  happenedAt,
  note: transfer.provider === byHand ? transfer.note : null,
  entries,
})
