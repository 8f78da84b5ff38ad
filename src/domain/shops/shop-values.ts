import type { AuditValues } from '../audit/audited-act.ts'
import type { ApiKeyRecord, PickupAddressRow, ShopRow } from './shop-store.ts'

/** What the audit keeps of what this room holds. */

export const shopValues = (shop: ShopRow): AuditValues => ({
  name: shop.name,
  country: shop.country,
  defaultCollection: shop.default_collection,
  payoutPhone: shop.payout_phone,
  discountPercent: shop.discount_percent,
  ownerEmail: shop.owner_email,
  displayName: shop.display_name,
  language: shop.language,
  payoutRhythm: shop.payout_rhythm,
  payoutMinimumFcfa: shop.payout_minimum_fcfa,
  payoutNetsFees: shop.payout_nets_fees,
  taxId: shop.tax_id,
  maxOwedFcfa: shop.max_owed_fcfa,
})

/** An API key without the key. */
export const apiKeyValues = (key: ApiKeyRecord): AuditValues => ({
  label: key.label,
  scopes: key.scopes,
  revokedAt: key.revoked_at,
})

export const pickupAddressValues = (address: PickupAddressRow): AuditValues => ({
  label: address.label,
  landmark: address.landmark,
  formatted: address.formatted,
  isDefault: address.is_default,
  lat: address.lat,
  lng: address.lng,
  openingHours: address.opening_hours,
})
