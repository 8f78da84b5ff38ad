import { isUuid } from '../../../base/kernel/uuid.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type CheckedDeliveryFile, doorNoteKinds } from './delivery-file.ts'
import { findFileForCourier, findStoredFile, type StoredFile } from './delivery-file-store.ts'
import type { DeliveryFileDeps } from './store-delivery-file.ts'

type ReadDeps = Pick<DeliveryFileDeps, 'db' | 'photoStorage'>

/**
 * What a customer left for their courier, for the courier who is on the way with this very parcel; undefined
 * for everybody else, and once the delivery has ended.
 */
export async function readDoorNote(
  deps: ReadDeps,
  of: { courierId: string; fileId: string },
): Promise<CheckedDeliveryFile | undefined> {
  return bytesOf(deps, await findFileForCourier(deps.db, of, doorNoteKinds))
}

/** What the customer of a delivery left for their courier, for themselves. */
export async function readOwnDoorNote(
  deps: ReadDeps,
  key: DeliveryKey,
  fileId: string,
): Promise<CheckedDeliveryFile | undefined> {
  const found = await findStoredFile(deps.db, key, fileId)
  return found && (doorNoteKinds as readonly string[]).includes(found.kind) ? bytesOf(deps, found) : undefined
}

/**
 * The photo that a courier took of the place of a hand-over, for whoever may see it; undefined where there is
 * none.
 */
export async function readHandoverPhoto(
  deps: ReadDeps,
  key: DeliveryKey,
  fileId: string,
): Promise<CheckedDeliveryFile | undefined> {
  const found = isUuid(fileId) ? await findStoredFile(deps.db, key, fileId) : undefined
  return found?.kind === 'HANDOVER_PHOTO' ? bytesOf(deps, found) : undefined
}

async function bytesOf({ photoStorage }: ReadDeps, found: StoredFile | undefined) {
  const bytes = found && (await photoStorage.privateFiles.read(found.fileKey))
  return bytes && { contentType: found.contentType, bytes }
}
