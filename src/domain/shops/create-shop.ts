import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { Collection, PayoutRhythm } from '../../contract/vocabulary.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { type CollectingDeps, checkCollection, readPayoutPhone } from './payout-phone.ts'
import { insertShop, type ShopRow } from './shop-store.ts'
import { shopValues } from './shop-values.ts'
import { readTaxId } from './tax-id.ts'

export type NewShop = {
  name: string
  /** ISO 3166 alpha-2. */
  country: string
  /**
   * When left out: SECURE for a shop with a payout phone in a country that a provider serves, else DIRECT.
   */
  defaultCollection?: Collection | undefined
  /**
   * The mobile-money number that receives the shop's sales, as its country writes it or with + and its code.
   */
  payoutPhone: string | null
  discountPercent: number
  /** The e-mail address at which the owner is notified. */
  ownerEmail?: string | null
  /** What customers read instead of its name; null for the name itself. */
  displayName?: string | null
  /** Its number at the tax office (IFU, NCC, NIF), which its invoices print. */
  taxId?: string | null
  /** The language in which its owner is written to; null for that of the service. */
  language?: Language | null
  /** When it is paid what it sold: each day unless given. */
  payoutRhythm?: PayoutRhythm
  /** From which amount on it is paid: from 1,000 FCFA on unless given. */
  payoutMinimumFcfa?: number
  /** Whether the fees it owes are taken off what it is paid, as it agreed; not unless given. */
  payoutNetsFees?: boolean
  /** What it may owe before it pays its trips first; null, unless given, for what all shops may. */
  maxOwedFcfa?: number | null
  /** When it may begin to order deliveries: at once unless given; null until the operator has approved it. */
  approvedAt?: Date | null
}

/**
 * Opens a shop. Throws PAYOUT_PHONE_INVALID, SECURE_NEEDS_PAYOUT_PHONE, COLLECTION_UNAVAILABLE,
 * TAX_ID_INVALID.
 */
export function createShop(deps: AuditedDeps & CollectingDeps, shop: NewShop): Promise<ShopRow> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    const payoutPhone = readPayoutPhone(shop.payoutPhone, shop.country)
    const isServed = deps.pricing.collecting.boundsIn(shop.country) !== undefined
    const defaultCollection = shop.defaultCollection ?? (payoutPhone && isServed ? 'SECURE' : 'DIRECT')
    if (defaultCollection === 'SECURE') checkCollection(deps, { country: shop.country, payoutPhone })
    const row: ShopRow = {
      id: newId(now),
      name: shop.name,
      country: shop.country,
      default_collection: defaultCollection,
      payout_phone: payoutPhone,
      discount_percent: shop.discountPercent,
      owner_email: shop.ownerEmail ?? null,
      display_name: shop.displayName ?? null,
      language: shop.language ?? null,
      tax_id: readTaxId(shop.taxId ?? null),
      logo_sha256: null,
      suspended_at: null,
      suspension_reason: null,
      payout_rhythm: shop.payoutRhythm ?? 'DAILY',
      payout_minimum_fcfa: shop.payoutMinimumFcfa ?? 1_000,
      payout_nets_fees: shop.payoutNetsFees ?? false,
      max_owed_fcfa: shop.maxOwedFcfa ?? null,
      created_at: now,
      approved_at: shop.approvedAt === undefined ? now : shop.approvedAt,
    }
    await insertShop(trx, row)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'create-shop',
        subject: { type: 'SHOP', id: row.id },
        shopId: row.id,
        before: null,
        after: shopValues(row),
      },
    )
    return row
  })
}
