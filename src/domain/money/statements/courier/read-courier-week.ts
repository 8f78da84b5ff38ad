import type { Database } from '../../../../base/database/open-database.ts'
import type { CourierStatement } from '../../../couriers/statements/courier-statement.ts'
import { readStatement } from '../../../couriers/statements/read-statement.ts'
import { type CourierMoney, readCourierMoney } from './courier-money-store.ts'

/** More payouts than a week has. */
const maxPayouts = 100

/** What a courier earned in a week, what they were paid in it, and what is owed to them in all. */
export type CourierWeek = { statement: CourierStatement; money: CourierMoney }

/**
 * The week in which a day like `2026-11-21` lies, in a time zone, as the courier and the operator read it.
 */
export async function readCourierWeek(
  db: Database,
  { courierId, day, timeZone }: { courierId: string; day: string; timeZone: string },
): Promise<CourierWeek> {
  const statement = await readStatement(db, { courierId, day, timeZone })
  const money = await readCourierMoney(db, { courierId, ...statement.week }, maxPayouts)
  return { statement, money }
}
