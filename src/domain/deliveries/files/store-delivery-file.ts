import type { Database, Trx } from '../../../base/database/open-database.ts'
import { type Clock, newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { newPrivateKey, type PhotoStorage } from '../../photos/photo-storage.ts'
import type { DeliveryFileKind } from '../deliveries-tables.ts'
import { requireIn } from '../delivery-status.ts'
import { type DeliveryKey, lockDelivery } from '../delivery-store.ts'
import { checkedDeliveryFile, countedSince, fileRules } from './delivery-file.ts'
import {
  countFilesSince,
  giveFileUp,
  insertFile,
  markFileStored,
  type NewDeliveryFile,
} from './delivery-file-store.ts'

/** What files of deliveries are kept with. */
export type DeliveryFileDeps = {
  db: Database
  clock: Clock
  photoStorage: Pick<PhotoStorage, 'privateFiles'>
}

/**
 * Stores a file of a delivery in place of any other of its kind. Its row is there before its bytes, so that
 * no file is ever without one, and counts once the storage has them and the delivery still is where it may be
 * sent. `key` names the version of the customer's link where somebody acts through it. Throws
 * DELIVERY_FILE_REFUSED, TOO_MANY_DELIVERY_FILES, DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID,
 * TRANSITION_REFUSED.
 */
export async function storeDeliveryFile(
  { db, clock, photoStorage }: DeliveryFileDeps,
  key: DeliveryKey,
  { kind, bytes }: { kind: DeliveryFileKind; bytes: Uint8Array },
): Promise<{ id: string }> {
  const { contentType, bytes: checked } = checkedDeliveryFile(kind, bytes)
  const now = clock.now()
  const file: NewDeliveryFile = {
    id: newId(now),
    kind,
    fileKey: newPrivateKey(),
    contentType,
    sizeBytes: checked.length,
  }
  await db.transaction().execute(async (trx) => {
    await lockForFile(trx, key, kind)
    const max = limits.deliveryFilesPerHour
    if ((await countFilesSince(trx, key, kind, countedSince(now))) >= max)
      throw new ApiError('TOO_MANY_DELIVERY_FILES', { max })
    await insertFile(trx, key, file, now)
  })
  try {
    await photoStorage.privateFiles.save(file.fileKey, contentType, checked)
    await db.transaction().execute(async (trx) => {
      await lockForFile(trx, key, kind)
      if (!(await markFileStored(trx, key, file, clock.now())))
        throw new Error('A file of a delivery was given up while it was stored.')
    })
  } catch (error) {
    await giveFileUp(db, key, file.id, clock.now())
    throw error
  }
  return { id: file.id }
}

/** Locks the delivery, which must be one whose files of this kind may change now. */
export async function lockForFile(trx: Trx, key: DeliveryKey, kind: DeliveryFileKind): Promise<void> {
  const delivery = await lockDelivery(trx, key)
  if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
  const { linkVersion = delivery.link_version } = key
  if (linkVersion !== delivery.link_version) throw new ApiError('CUSTOMER_LINK_INVALID')
  requireIn(fileRules[kind].while, delivery.status)
}
