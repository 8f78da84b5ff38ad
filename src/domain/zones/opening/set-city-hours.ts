import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps, AuditValues } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCity, setCity } from '../zone-store.ts'
import type { CityOpening } from './city-opening.ts'

/** Days that are over are kept this long, so that nothing changes for a night that began on one. */
const keptDaysMs = 2 * 24 * 60 * 60 * 1000

/**
 * Says when orders of a city are carried out, on which days it differs, and whether others are refused
 * (decision 178). Days that are over are left out, except those that come back every year. Throws
 * CITY_NOT_FOUND.
 */
export function setCityHours(deps: AuditedDeps, cityId: string, opening: CityOpening): Promise<void> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCity(trx, cityId)
    if (!before) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const oldest = new Date(now.getTime() - keptDaysMs).toISOString().slice(0, 10)
    const wasRefusing = before.opening?.refusesWhenClosed ?? false
    const after = await setCity(trx, cityId, {
      opening_hours: opening.hours && JSON.stringify(opening.hours),
      special_days: JSON.stringify(
        opening.specialDays.filter(({ date, isYearly }) => isYearly || date >= oldest),
      ),
      ...(opening.refusesWhenClosed !== wasRefusing && {
        refuses_when_closed_since: opening.refusesWhenClosed ? now : null,
      }),
    })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'set-city-hours',
        subject: { type: 'CITY', id: cityId },
        before: openingValues(before.opening),
        after: openingValues(after.opening),
      },
    )
  })
}

const openingValues = (opening: CityOpening | null): AuditValues => ({
  openingHours: opening?.hours ?? null,
  specialDays: opening?.specialDays ?? [],
  refusesWhenClosed: opening?.refusesWhenClosed ?? false,
})
