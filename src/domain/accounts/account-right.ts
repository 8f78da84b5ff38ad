import type { MemberRole, OperatorRole } from './accounts-tables.ts'

/**
 * What an account is to a shop: one of its members, or an operator of the service, who is above all shops.
 */
export type ShopRole = MemberRole | 'OPERATOR'

/**
 * What there is to be allowed in a shop. SELL is everything that selling takes: deliveries, payments that
 * customers made to the shop, pickup addresses, reading how webhooks go, and trying them: a ping, an event
 * sent again.
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

/**
 * Staff sell. Keys, endpoints, team, payouts, what the shop is called and the audit are the owner's (decision
 * 132).
 */
export const hasRight = (role: ShopRole, right: AccountRight): boolean => role !== 'STAFF' || right === 'SELL'

/**
 * What there is to be allowed to those who run the service. DISPATCH is everything that the deliveries under
 * way ask for: the board, each delivery, the search over all shops. MANAGE is all the rest: couriers, cities,
 * prices, shops, the service itself and who runs it.
 */
const serviceRights = ['DISPATCH', 'MANAGE'] as const
export type ServiceRight = (typeof serviceRights)[number]

/** Dispatchers see to deliveries; operators do everything (decision 150). */
export const hasServiceRight = (role: OperatorRole, right: ServiceRight): boolean =>
  role === 'OPERATOR' || right === 'DISPATCH'

/** What somebody who runs the service needs to do for a shop what its own people do. */
export const serviceRightFor = (right: AccountRight): ServiceRight =>
  right === 'SELL' ? 'DISPATCH' : 'MANAGE'
