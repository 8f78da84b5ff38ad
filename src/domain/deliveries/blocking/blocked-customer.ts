import { maskedPhone } from '../../audit/audited-act.ts'
import type { BlockedCustomer } from './blocked-customer-store.ts'

/**
 * This folder keeps the numbers that nothing is delivered to, because whoever has them abuses the service. It
 * decides about creations and changed phones alone: quotes name no customer, and what is under way goes on
 * (decision 166).
 */

/** More are not kept in memory by every process: somebody who reaches this unblocks the oldest. */
export const maxBlocked = 10_000

/**
 * The longest time for which a number is blocked with an end, in days; without one it is blocked until
 * unblocked.
 */
export const maxBlockedDays = 3_660

/** Tells whether a number is blocked at a moment. */
export type BlockedCustomers = { isBlocked(phone: string, now: Date): boolean }

/** Whether a block counts at `now`. */
export const isBlockedAt = ({ until }: Pick<BlockedCustomer, 'until'>, now: Date): boolean =>
  until === null || now < until

/** A block as the audit has it: the number by its end alone. */
export const blockValues = ({ phone, reason, until }: BlockedCustomer) => ({
  phone: maskedPhone(phone),
  reason,
  until: until?.toISOString() ?? null,
})
