import type { OpenDatabase } from '../../../../base/database/open-database.ts'
import {
  payoutFinder,
  type ShopStatement,
  type StatementDelivery,
  type StatementLine,
  type StatementTransfer,
} from './shop-statement.ts'
import {
  listPayoutsSince,
  listStatementRefunds,
  readStatementRows,
  type StatementOf,
} from './shop-statement-store.ts'

/** As many lines as a whole statement may have: a thousand deliveries a day for a quarter. */
export const maxStatementLines = 100_000

/** The lines of a page. */
export const statementPageLines = 100

type Row = Awaited<ReturnType<typeof readStatementRows>>[number]

/**
 * What happened between a shop and the service in a period: a page of lines, or all of them (decision 207).
 */
export async function readShopStatement(
  { database }: { database: OpenDatabase },
  of: StatementOf,
  { limit, skipped = 0 }: { limit: number; skipped?: number },
): Promise<ShopStatement> {
  const rows = await readStatementRows(database, of, { limit: limit + 1, skipped })
  const [first] = rows
  if (!first) throw new Error('A statement has a row of sums.')
  const { shopId, currency, period } = of
  const [payouts, refunds] = await Promise.all([
    listPayoutsSince(database.db, { shopId, currency, from: period.from }),
    listStatementRefunds(database.db, of, limit),
  ])
  const paidWith = payoutFinder(payouts, { takenBackFcfa: first.takenBackFcfa })
  const shown = rows.filter(({ id }) => id !== null)
  return {
    currency,
    period,
    openingFcfa: first.openingFcfa,
    closingFcfa: first.closingFcfa,
    sums: {
      lines: first.lines,
      deliveries: first.deliveries,
      goodsFcfa: first.goodsSumFcfa,
      tripFcfa: first.tripSumFcfa,
      codFeeFcfa: first.codFeeSumFcfa,
      feesFcfa: first.feesSumFcfa,
      ownDiscountFcfa: first.ownDiscountSumFcfa,
      paidOutFcfa: first.paidOutFcfa,
      settledFeesFcfa: first.settledFeesFcfa,
      paidByShopFcfa: first.paidByShopFcfa,
      otherFcfa: first.otherFcfa,
    },
    lines: shown.slice(0, limit).map((row) => lineOf(row, paidWith)),
    refunds,
    hasMore: shown.length > limit,
  }
}

function lineOf(row: Row, paidWith: ReturnType<typeof payoutFinder>): StatementLine {
  const { bookedAt, toShopFcfa, note, openingFcfa, throughFcfa, soldFcfa, salesBeforeFcfa } = row
  const isSale = row.postingKind === 'DELIVERY_ENDED' && toShopFcfa > 0
  return {
    id: row.id ?? '',
    bookedAt,
    kind: kindOf(row),
    toShopFcfa,
    balanceFcfa: openingFcfa + throughFcfa,
    note,
    delivery: deliveryOf(row),
    subject: subjectOf(row),
    transfer: transferOf(row),
    paidWith: isSale ? paidWith(salesBeforeFcfa + soldFcfa) : null,
  }
}

function kindOf({ postingKind }: Row): StatementLine['kind'] {
  if (postingKind === 'DELIVERY_ENDED') return 'DELIVERY'
  if (postingKind === 'COURIER_WAITED') return 'WAIT'
  if (postingKind === 'TRANSFER_BEGUN' || postingKind === 'PAYOUT_RECORDED') return 'PAYOUT'
  if (postingKind === 'SHOP_PAYMENT_RECORDED') return 'SHOP_PAYMENT'
  if (postingKind === 'CREDIT_NOTE_ISSUED') return 'CREDIT_NOTE'
  if (postingKind === 'PAYOUT_FEE_CHARGED') return 'PAYOUT_FEE'
  if (postingKind === 'TRIP_PREPAID') return 'TRIP_PREPAID'
  return postingKind === 'TRANSFER_REFUSED' ? 'PAYOUT_REFUSED' : 'OTHER'
}

function deliveryOf(row: Row): StatementDelivery | null {
  const { deliveryId: id, reference, status, externalRef } = row
  if (id === null || reference === null || status === null) return null
  const { goodsFcfa, priceFcfa, discountFcfa, tripFcfa, codFeeFcfa } = row
  const { cancellationFeeFcfa, returnFeeFcfa, ownDiscountFcfa } = row
  return {
    id,
    reference,
    externalRef,
    status,
    goodsFcfa,
    priceFcfa,
    discountFcfa,
    tripFcfa,
    codFeeFcfa,
    cancellationFeeFcfa,
    returnFeeFcfa,
    ownDiscountFcfa,
  }
}

function subjectOf({ postingKind, deliveryId: id, reference, externalRef }: Row): StatementLine['subject'] {
  if (postingKind === 'DELIVERY_ENDED' || id === null || reference === null) return null
  return { id, reference, externalRef }
}

function transferOf(row: Row): StatementTransfer | null {
  const { transferReference: reference, transferState: state } = row
  if (reference === null || state === null) return null
  return {
    reference,
    state,
    amountFcfa: row.transferAmountFcfa,
    nettedFcfa: row.nettedFcfa,
    createdAt: row.transferCreatedAt,
    endedAt: row.transferEndedAt,
  }
}
