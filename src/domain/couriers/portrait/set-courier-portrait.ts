import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { checkOwnCourier } from '../check-own-courier.ts'
import { lockCourier } from '../courier-store.ts'
import { readPortrait } from './courier-portrait.ts'
import { deletePortrait, findPortraitHash, savePortrait } from './courier-portrait-store.ts'

/**
 * Sets the picture by which customers recognise a courier: by the courier, or by those who run the service.
 * Throws PORTRAIT_REFUSED, COURIER_NOT_FOUND, ROLE_REQUIRED.
 */
export async function setCourierPortrait(
  deps: AuditedDeps,
  courierId: string,
  bytes: Uint8Array,
): Promise<void> {
  const portrait = readPortrait(bytes)
  return changed(deps, 'set-courier-portrait', courierId, portrait.sha256, (trx) =>
    savePortrait(trx, courierId, portrait, deps.clock.now()),
  )
}

/** Removes the picture of a courier, if there is one. Throws COURIER_NOT_FOUND, ROLE_REQUIRED. */
export const removeCourierPortrait = (deps: AuditedDeps, courierId: string): Promise<void> =>
  changed(deps, 'remove-courier-portrait', courierId, null, (trx) => deletePortrait(trx, courierId))

function changed(
  deps: AuditedDeps,
  action: string,
  courierId: string,
  sha256: string | null,
  write: (trx: Trx) => Promise<void>,
): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await checkOwnCourier({ ...deps, db: trx }, courierId)
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    const before = await findPortraitHash(trx, courierId)
    await write(trx)
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'COURIER', id: courierId },
        before: { portraitSha256: before ?? null },
        after: { portraitSha256: sha256 },
      },
    )
  })
}
