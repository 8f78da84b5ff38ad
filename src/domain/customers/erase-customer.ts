import type { Database, Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { waitForCursor } from '../../events/event-log-store.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import { type AuditedDeps, maskedPhone } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { erasedBody, phoneIn } from '../deliveries/erasing/erased-customer.ts'
import {
  type CustomerDelivery,
  eraseDeliveries,
  isSearchIncomplete,
  listDeliveriesToPhone,
  listDeliveriesWithOtherPhones,
  listFrozenEvents,
  listUnnamedPhotos,
  lockEndedDeliveries,
  replaceBodies,
} from '../deliveries/erasing/erasure-store.ts'
import { fileKinds } from '../deliveries/files/delivery-file.ts'
import { markFilesRemoved } from '../deliveries/files/delivery-file-store.ts'
import { makeDeliveriesSearchable } from '../deliveries/searching/make-deliveries-searchable.ts'
import { deleteTerms } from '../deliveries/searching/search-term-store.ts'
import { eraseProblemWords } from '../feedback/problem-report-store.ts'
import { kindsForCustomers } from '../messages/message-kinds.ts'
import { deleteMessagesToCustomers } from '../messages/message-store.ts'
import { erasePayers } from '../money/mobile-money/payment-request-store.ts'
import { markPhotosUnused } from '../photos/photo-store.ts'
import { removeUnusedPhotos } from '../photos/remove-unused-photos.ts'
import type { PhotoDeps } from '../photos/verify-photo.ts'
import { clearExcerpts } from '../webhooks/sending/attempt-store.ts'
import { maxShown } from './kept-of-customer.ts'

type ErasureDeps = AuditedDeps &
  PhotoDeps & { db: Database; onError: (message: string, error: unknown) => void }

/** What was erased; where `isComplete` is false, the next call goes on. */
export type Erasure = {
  deliveries: number
  /** Of this number before it was changed. */
  formerly: number
  messages: number
  events: number
  photos: number
  /** Photos of doors and voice notes: their files are removed within a minute. */
  files: number
  isComplete: boolean
  /** Under way or with money to be given back, at most 500: they are left until that is over. */
  underWay: CustomerDelivery[]
}

/** How many deliveries one transaction erases: the search stops for that moment. */
const deliveriesAtOnce = 50
/** After this no other batch begins, so that a page is answered in time. */
const maxMs = 4_000

/**
 * Erases a person, by their phone in international form, from all deliveries that have ended: names, phone,
 * place, instructions, photos, files, messages and what events and logs repeat of it. Money, times, statuses
 * and references stay (decision 165). Those with money to be given back are left until it is. Each batch
 * commits with its line of audit, so a call that was interrupted is simply repeated. Throws ROLE_REQUIRED,
 * SEARCH_INCOMPLETE.
 */
export async function eraseCustomer(
  deps: ErasureDeps,
  { phone, reason }: { phone: string; reason: string },
): Promise<Erasure> {
  const endsAt = deps.clock.now().getTime() + maxMs
  const total = { deliveries: 0, formerly: 0, messages: 0, events: 0, photos: 0, files: 0 }
  let isComplete = false
  while (!isComplete && deps.clock.now().getTime() <= endsAt) {
    const { photoKeys, ...batch } = await eraseBatch(deps, { phone, reason })
    await removeUnusedPhotos(deps, photoKeys)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += batch[name]
    isComplete = batch.deliveries + batch.formerly === 0
  }
  const underWay = await listDeliveriesToPhone(deps.db, phone, { isOver: false, limit: maxShown })
  return { ...total, isComplete, underWay }
}

type Batch = Omit<Erasure, 'isComplete' | 'underWay'> & {
  photoKeys: { shopId: string; photoKey: string }[]
}

function eraseBatch(deps: ErasureDeps, { phone, reason }: { phone: string; reason: string }): Promise<Batch> {
  const { db, clock, actor } = deps
  return db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    if (await isSearchIncomplete(trx)) throw new ApiError('SEARCH_INCOMPLETE')
    // What the search is reading of these deliveries must not be written once they are erased.
    await waitForCursor(trx, makeDeliveriesSearchable.name)
    const batch = await eraseEnded(trx, phone, clock.now())
    const former = await eraseFormer(trx, phone)
    const sum = {
      ...batch,
      formerly: former.deliveries,
      messages: batch.messages + former.messages,
      events: batch.events + former.events,
    }
    if (sum.deliveries + sum.formerly === 0) return sum
    const { photoKeys: _, ...after } = sum
    await recordAct(
      { db: trx, clock, actor },
      {
        action: 'erase-customer',
        subject: { type: 'CUSTOMER', id: maskedPhone(phone) },
        before: null,
        after: { phone: maskedPhone(phone), reason, ...after },
      },
    )
    return sum
  })
}

async function eraseEnded(trx: Trx, phone: string, now: Date): Promise<Batch> {
  const found = await listDeliveriesToPhone(trx, phone, { isOver: true, limit: deliveriesAtOnce })
  const locked = found.length === 0 ? [] : await lockEndedDeliveries(trx, phone, found)
  if (locked.length === 0)
    return { deliveries: 0, formerly: 0, messages: 0, events: 0, photos: 0, files: 0, photoKeys: [] }
  const events = await eraseEvents(trx, locked)
  await eraseDeliveries(trx, locked, now)
  await erasePayers(trx, locked)
  await deleteTerms(trx, locked)
  const files = await markFilesRemoved(trx, locked, fileKinds, now)
  await eraseProblemWords(trx, locked)
  const messages = await deleteMessagesToCustomers(trx, locked, { kinds: kindsForCustomers })
  const named = locked.flatMap(({ shopId, photoKey }) => (photoKey === null ? [] : [{ shopId, photoKey }]))
  const photoKeys = await listUnnamedPhotos(trx, named)
  await markPhotosUnused(trx, photoKeys)
  const { length: photos } = photoKeys
  return { deliveries: locked.length, formerly: 0, messages, events, photos, files, photoKeys }
}

/**
 * The number was somebody else's, or was typed wrong, and was changed: what events and messages had of it
 * before.
 */
async function eraseFormer(trx: Trx, phone: string) {
  const deliveries = await listDeliveriesWithOtherPhones(trx, phone, deliveriesAtOnce)
  if (deliveries.length === 0) return { deliveries: 0, messages: 0, events: 0 }
  const events = await eraseEvents(trx, deliveries, phone)
  await eraseProblemWords(trx, deliveries)
  const messages = await deleteMessagesToCustomers(trx, deliveries, { kinds: kindsForCustomers, phone })
  return { deliveries: deliveries.length, messages, events }
}

/**
 * Erases the bodies of events and what servers answered to them; with a phone, only of those that have it.
 */
async function eraseEvents(trx: Trx, deliveries: readonly DeliveryKey[], phone?: string): Promise<number> {
  const frozen = await listFrozenEvents(trx, deliveries)
  const meant = phone === undefined ? frozen : frozen.filter(({ body }) => phoneIn(body) === phone)
  if (meant.length === 0) return 0
  await replaceBodies(
    trx,
    meant.map((event) => ({ ...event, body: erasedBody(event.body) })),
  )
  await clearExcerpts(trx, meant)
  return meant.length
}
