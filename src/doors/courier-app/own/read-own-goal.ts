import { localDay, localDayText } from '../../../base/kernel/local-time.ts'
import { findGoal } from '../../../domain/couriers/goals/goal-store.ts'
import { weekOf } from '../../../domain/couriers/statements/courier-statement.ts'
import { readEarnings } from '../../../domain/deliveries/trips/read-earnings.ts'
import type { OwnDeps } from './own-frame.ts'
import type { OwnGoal } from './own-goal-page.ts'

/** The goal of a courier with what they have earned of it so far. */
export async function readOwnGoal(
  { db, timeZone }: Pick<OwnDeps, 'db' | 'timeZone'>,
  courierId: string,
  now: Date,
): Promise<OwnGoal | undefined> {
  const goal = await findGoal(db, courierId)
  if (!goal) return undefined
  const { from, until } =
    goal.period === 'DAY' ? localDay(now, timeZone) : weekOf(localDayText(now, timeZone), timeZone)
  const { payFcfa } = await readEarnings(db, { courierId, from, to: until })
  return { ...goal, earnedFcfa: payFcfa }
}
