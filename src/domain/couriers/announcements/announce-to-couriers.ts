import { inTransaction } from '../../../base/database/in-transaction.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockCity } from '../../zones/zone-store.ts'
import { announcementBounds, announcementText } from './announcement-bounds.ts'
import { insertAnnouncement, listTextsSince } from './announcement-store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Writes to all couriers of a city; it goes out to them in pieces afterwards, and stands on their page until
 * they have seen it. Throws ROLE_REQUIRED, ANNOUNCEMENT_INVALID, CITY_NOT_FOUND, ALREADY_DONE where the city
 * had the same within a day, TOO_MANY_ANNOUNCEMENTS.
 */
export async function announceToCouriers(
  deps: AuditedDeps,
  { cityId, text: typed }: { cityId: string; text: string },
): Promise<{ id: string }> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const text = announcementText(typed)
    const { min, max, perDay } = announcementBounds
    if (text === undefined) throw new ApiError('ANNOUNCEMENT_INVALID', { min, max })
    if (!(await lockCity(trx, cityId))) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const now = deps.clock.now()
    const earlier = await listTextsSince(trx, cityId, new Date(now.getTime() - dayMs))
    if (earlier.includes(text)) throw new ApiError('ALREADY_DONE')
    if (earlier.length >= perDay) throw new ApiError('TOO_MANY_ANNOUNCEMENTS', { max: perDay })
    const id = newId(now)
    await insertAnnouncement(trx, { id, cityId, text, now })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'announce-to-couriers',
        subject: { type: 'CITY', id: cityId },
        before: null,
        after: { announcement: text },
      },
    )
    return { id }
  })
}
