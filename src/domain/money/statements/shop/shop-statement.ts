import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import type { Currency, DeliveryStatus, TransferState } from '../../../../contract/vocabulary.ts'
import type { StatementPeriod } from './statement-period.ts'

/** A payment to the shop, as its statement names it. */
export type StatementTransfer = {
  reference: string
  state: TransferState
  amountFcfa: Fcfa
  /** Fees of the shop that were settled with it. */
  nettedFcfa: Fcfa
  createdAt: Date
  endedAt: Date | null
}

/** An ended delivery, as its shop's statement explains it. */
export type StatementDelivery = {
  id: string
  reference: string
  externalRef: string | null
  status: DeliveryStatus
  /** What the service collected for the shop. */
  goodsFcfa: Fcfa
  /** What the trip cost, whoever paid it; 0 where it was not made. */
  priceFcfa: Fcfa
  /** What was taken off the trip. */
  discountFcfa: Fcfa
  /** What the shop bears of it: the trip, the fees, and the discounts that it gives itself. */
  tripFcfa: Fcfa
  codFeeFcfa: Fcfa
  cancellationFeeFcfa: Fcfa
  returnFeeFcfa: Fcfa
  ownDiscountFcfa: Fcfa
}

/**
 * One posting of the shop's accounts. `toShopFcfa` is positive for what the shop receives, negative for what
 * it owes.
 */
export type StatementLine = {
  id: string
  bookedAt: Date
  kind:
    | 'DELIVERY'
    | 'WAIT'
    | 'PAYOUT'
    | 'PAYOUT_REFUSED'
    | 'PAYOUT_FEE'
    | 'TRIP_PREPAID'
    | 'SHOP_PAYMENT'
    | 'CREDIT_NOTE'
    | 'OTHER'
  toShopFcfa: Fcfa
  /** What is owed to the shop after it, less what it owes. */
  balanceFcfa: Fcfa
  note: string | null
  delivery: StatementDelivery | null
  /** The delivery for which a courier waited at the shop, for a fee, or whose trip the shop paid first. */
  subject: Pick<StatementDelivery, 'id' | 'reference' | 'externalRef'> | null
  transfer: StatementTransfer | null
  /** The payout with which the sale was paid out; null for what is not yet. */
  paidWith: StatementTransfer | null
}

/** Money that a customer of the shop got back; it moves nothing between shop and service. */
export type StatementRefund = {
  at: Date
  deliveryReference: string | null
  amountFcfa: Fcfa
  /** That of the transfer; null for one that was made by hand. */
  reference: string | null
  state: TransferState | null
}

/** What the lines of a period come to. Fees are what the shop bears; each is positive. */
type StatementSums = {
  lines: number
  deliveries: number
  goodsFcfa: Fcfa
  tripFcfa: Fcfa
  codFeeFcfa: Fcfa
  /** Of cancelled and returned deliveries, and of couriers who waited. */
  feesFcfa: Fcfa
  ownDiscountFcfa: Fcfa
  /** What was sent to the shop, less what was refused. */
  paidOutFcfa: Fcfa
  /** Fees that were settled with payouts. */
  settledFeesFcfa: Fcfa
  /** What the shop paid of what it owes. */
  paidByShopFcfa: Fcfa
  otherFcfa: Fcfa
}

/**
 * What happened between a shop and the service in a period: opening + lines = closing, which is what the
 * books hold.
 */
export type ShopStatement = {
  currency: Currency
  period: StatementPeriod
  openingFcfa: Fcfa
  closingFcfa: Fcfa
  sums: StatementSums
  lines: StatementLine[]
  refunds: StatementRefund[]
  /** Whether there are lines after those given. */
  hasMore: boolean
}

/**
 * Finds the payout with which a sale was paid: sales are paid out in their order, so it is the first with
 * which as much was paid as was owed until the sale. `owedFcfa` counts from the same moment as the payouts;
 * fees that were settled with a payout count as paid. `takenBackFcfa` is what counted as paid by that moment
 * and was refused since: it is owed before everything else. Null while it is not paid.
 */
export function payoutFinder(
  payouts: readonly StatementTransfer[],
  { takenBackFcfa }: { takenBackFcfa: Fcfa },
): (owedFcfa: Fcfa) => StatementTransfer | null {
  let paidFcfa = -takenBackFcfa
  const paidWith = payouts.map((payout) => {
    paidFcfa += payout.amountFcfa + payout.nettedFcfa
    return { payout, paidFcfa }
  })
  return (owedFcfa) => {
    let [low, high] = [0, paidWith.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((paidWith[middle]?.paidFcfa ?? 0) >= owedFcfa) high = middle
      else low = middle + 1
    }
    return paidWith[low]?.payout ?? null
  }
}
