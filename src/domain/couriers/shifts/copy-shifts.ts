import { inTransaction } from '../../../base/database/in-transaction.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { dayAfter, dayBegins, localMoment, wallClock } from '../../../base/kernel/local-time.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCity } from '../../zones/zone-store.ts'
import { insertShifts, listShifts } from './shift-store.ts'

/**
 * Plans in a week what was planned in the week before it, by the clocks of the city and without who took it;
 * what is over by now or planned already is left out. Returns how many are new. Throws ROLE_REQUIRED,
 * CITY_NOT_FOUND.
 */
export async function copyShifts(
  deps: AuditedDeps,
  { cityId, monday }: { cityId: string; monday: string },
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const city = await lockCity(trx, cityId)
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const { timeZone } = city
    const now = deps.clock.now()
    const before = await listShifts(trx, {
      cityId,
      from: dayBegins(dayAfter(monday, -7), timeZone),
      until: dayBegins(monday, timeZone),
    })
    const copies = before
      .map((shift) => ({
        ...shift,
        id: newId(now),
        beginsAt: weekLater(shift.beginsAt, timeZone),
        endsAt: weekLater(shift.endsAt, timeZone),
      }))
      .filter(({ endsAt }) => endsAt > now)
    const planned = await insertShifts(trx, copies, now)
    if (planned === 0) return 0
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'copy-shifts',
        subject: { type: 'CITY', id: cityId },
        before: null,
        after: { week: monday, planned },
      },
    )
    return planned
  })
}

/** The moment at which the clocks of a time zone show the same a week later. */
function weekLater(at: Date, timeZone: string): Date {
  const shown = wallClock(at, timeZone).toISOString()
  const later = localMoment(`${dayAfter(shown.slice(0, 10), 7)}T${shown.slice(11, 16)}`, timeZone)
  if (!later) throw new Error(`${shown} is no time of ${timeZone}.`)
  return later
}
