import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { GoalPeriod } from '../couriers-tables.ts'

/** What a courier wants to earn in a day or a week. */
export type Goal = { period: GoalPeriod; amountFcfa: Fcfa }

/** How much that may be (decision 354). */
export const goalBounds = { min: 100, max: 1_000_000 } as const
