import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { Goal } from './goal-bounds.ts'
import { deleteGoal, upsertGoal } from './goal-store.ts'

/**
 * Sets what a courier wants to earn, null for nothing. It changes nothing but what they see of their own
 * page, so the audit has no line of it.
 */
export const setGoal = (
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
  goal: Goal | null,
): Promise<void> => (goal === null ? deleteGoal(db, courierId) : upsertGoal(db, courierId, goal, clock.now()))
