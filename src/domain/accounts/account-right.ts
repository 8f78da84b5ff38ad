import type { MemberRole } from '../../base/database/tables.ts'

/** What an account is to a shop: one of its members, or an operator of the service, who is above all shops. */
export type ShopRole = MemberRole | 'OPERATOR'

/**
 * What there is to be allowed in a shop. SELL is everything that selling takes: deliveries, payments that customers
 * made to the shop, pickup addresses, reading how webhooks go, and trying them: a ping, an event sent again.
 */
export const accountRights = [
  'SELL',
  'MANAGE_KEYS',
  'MANAGE_ENDPOINTS',
  'MANAGE_TEAM',
  'MANAGE_PAYOUTS',
  'MANAGE_SHOP',
  'READ_AUDIT',
] as const
export type AccountRight = (typeof accountRights)[number]

/** Staff sell. Keys, endpoints, team, payouts, what the shop is called and the audit are the owner's (decision 132). */
export const hasRight = (role: ShopRole, right: AccountRight): boolean => role !== 'STAFF' || right === 'SELL'
