import type { Currency } from '../../../contract/vocabulary.ts'
import type { EarnedWait } from '../../deliveries/pickup-problems/pickup-problem-store.ts'
import { includedVat, withVat } from '../ledger/included-vat.ts'
import { credit, debit, type Posting } from '../ledger/ledger-posting.ts'

/**
 * What a courier's wait at a shop books as it ends: the shop owes the fee, and the courier earned it, whoever
 * carries the parcel in the end and whatever becomes of it (decision 230).
 */
export const waitingPosting = (
  wait: EarnedWait & { currency: Currency },
  vatRate: number | null,
): Posting => ({
  cause: `wait:${wait.id}`,
  kind: 'COURIER_WAITED',
  currency: wait.currency,
  shopId: wait.shopId,
  deliveryId: wait.deliveryId,
  happenedAt: wait.endedAt,
  note: null,
  vatRate,
  entries: [
    ...withVat([credit('WAITING_REVENUE', wait.earnedFcfa)], {
      vatFcfa: includedVat(wait.earnedFcfa, vatRate),
      vatRate,
    }),
    debit('SHOP_FEES', wait.earnedFcfa, wait.shopId),
    debit('COURIER_PAY', wait.earnedFcfa),
    credit('COURIER_EARNINGS', wait.earnedFcfa, wait.courierId),
  ],
})
