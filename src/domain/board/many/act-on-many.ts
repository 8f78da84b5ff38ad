import type { Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import { recordAct } from '../../audit/record-act.ts'
import { checkCourier } from '../../couriers/check-courier.ts'
import { type DeliveryKey, findDelivery, findDeliveryKey } from '../../deliveries/delivery-store.ts'
import { expireDelivery } from '../../deliveries/transitions/expire-delivery.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { assignChosenCourier } from '../../matching/overseeing/assign-chosen-courier.ts'
import { announceDelay } from '../../messages/announce-delay.ts'
import { type ManyAct, type ManyDone, maxChosen } from './many-acts.ts'

/**
 * Does one act to several deliveries that somebody chose on the board, one after the other, each in its own
 * transaction: what one refuses, the others do not suffer. Writes one line of audit that says of each what
 * came of it, besides the line of each delivery, and returns the id under which it is found. Throws, before
 * anything is done, ROLE_REQUIRED, REASON_REQUIRED, COURIER_NOT_FOUND, COURIER_SUSPENDED.
 */
export async function actOnMany(deps: DeliveryDeps, ids: readonly string[], act: ManyAct): Promise<string> {
  const { db, clock, actor } = deps
  await requireServiceRight(deps, 'DISPATCH')
  const about = await checkedAct(deps, act)
  const done: ManyDone = { act: act.kind, ...about, done: [], refused: [] }
  const actId = newId(clock.now())
  try {
    for (const id of new Set(ids.slice(0, maxChosen))) await actOn(deps, id, act, done)
  } finally {
    await db.transaction().execute((trx: Trx) =>
      recordAct(
        { db: trx, clock, actor },
        {
          action: 'act-on-many',
          subject: { type: 'SERVICE', id: actId },
          before: null,
          after: done,
        },
      ),
    )
  }
  return actId
}

/** What the line of audit says of an act besides its rows. */
async function checkedAct({ db }: DeliveryDeps, act: ManyAct) {
  if (act.kind === 'NOTIFY') return {}
  const reason = actReason(act.reason)
  if (act.kind === 'EXPIRE') return { reason }
  if (!isUuid(act.courierId)) throw new ApiError('COURIER_NOT_FOUND')
  const { firstName } = await checkCourier(db, act.courierId)
  return { reason, courier: firstName }
}

async function actOn(deps: DeliveryDeps, id: string, act: ManyAct, { done, refused }: ManyDone) {
  const key = isUuid(id) ? await findDeliveryKey(deps.db, id) : undefined
  const row = key && (await findDelivery(deps.db, key))
  if (!key || !row) return
  try {
    await run(deps, key, act)
    done.push(row.reference)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refused.push({ reference: row.reference, code: error.code })
  }
}

function run(deps: DeliveryDeps, key: DeliveryKey, act: ManyAct): Promise<unknown> {
  switch (act.kind) {
    case 'ASSIGN':
      return assignChosenCourier(deps, key, act.courierId, act.reason)
    case 'EXPIRE':
      return expireDelivery(deps, key, act.reason)
    case 'NOTIFY':
      return announceDelay(deps, key)
  }
}
