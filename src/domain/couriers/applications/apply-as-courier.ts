import { violatedConstraint } from '../../../base/database/database-error.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { type Clock, newId } from '../../../base/kernel/clock.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { VehicleType } from '../../../contract/vocabulary.ts'
import { newPrivateKey, type PhotoStorage } from '../../photos/photo-storage.ts'
import { getCities } from '../../zones/get-cities.ts'
import { nameColumns } from '../courier-name.ts'
import { findCourierByPhone } from '../courier-store.ts'
import { checkedFile } from '../documents/checked-file.ts'
import { type DocumentRow, deleteDocuments, insertDocuments } from '../documents/document-store.ts'
import { deleteApplication, insertApplication, lockWaiting } from './application-store.ts'
import { applicationBounds, type VerifiedPhone } from './verified-phone.ts'

export type ApplyDeps = { db: Database; clock: Clock; photoStorage: Pick<PhotoStorage, 'privateFiles'> }

/** What somebody says and shows of themselves; their phone was verified before. */
type NewApplication = VerifiedPhone & {
  firstName: string
  /** Empty for somebody who has one name alone. */
  lastName: string
  vehicleType: VehicleType
  plateNumber: string | null
  language: Language
  photo: Uint8Array
  identity: Uint8Array
}

/**
 * Somebody applies to become a courier. The rows are there before the files, so that no file is ever without
 * one. Throws DOCUMENT_REFUSED, APPLICATION_OPEN, APPLICATIONS_FULL, COURIER_PHONE_TAKEN, CITY_NOT_FOUND.
 */
export async function applyAsCourier(deps: ApplyDeps, application: NewApplication): Promise<{ id: string }> {
  const now = deps.clock.now()
  const id = newId(now)
  const files = [
    { kind: 'PHOTO', ...checkedFile(application.photo, { isPicture: true }) },
    { kind: 'IDENTITY', ...checkedFile(application.identity, { isPicture: false }) },
  ] as const
  const documents = files.map(({ kind, contentType, bytes }) => ({
    row: {
      id: newId(now),
      applicationId: id,
      courierId: null,
      kind,
      fileKey: newPrivateKey(),
      contentType,
      sizeBytes: bytes.length,
      expiresOn: null,
      addedAt: now,
    } satisfies DocumentRow,
    bytes,
  }))
  await insertOnce(
    deps,
    id,
    application,
    documents.map(({ row }) => row),
    now,
  )
  const { privateFiles } = deps.photoStorage
  try {
    for (const { row, bytes } of documents) await privateFiles.save(row.fileKey, row.contentType, bytes)
  } catch (error) {
    await Promise.allSettled(documents.map(({ row }) => privateFiles.remove(row.fileKey)))
    await deps.db.transaction().execute(async (trx) => {
      await deleteDocuments(
        trx,
        documents.map(({ row }) => row.id),
      )
      await deleteApplication(trx, id)
    })
    throw error
  }
  return { id }
}

async function insertOnce(
  { db }: ApplyDeps,
  id: string,
  application: NewApplication,
  documents: readonly DocumentRow[],
  now: Date,
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      if ((await lockWaiting(trx)) >= applicationBounds.waiting) throw new ApiError('APPLICATIONS_FULL')
      await getCities(trx, [application.cityId])
      if (await findCourierByPhone(trx, application.phone)) throw new ApiError('COURIER_PHONE_TAKEN')
      await insertApplication(trx, {
        id,
        ...nameColumns(application),
        phone: application.phone,
        vehicle_type: application.vehicleType,
        plate_number: application.plateNumber,
        city_id: application.cityId,
        language: application.language,
        status: 'WAITING',
        created_at: now,
        decided_at: null,
        decided_by: null,
        reason: null,
        courier_id: null,
      })
      await insertDocuments(trx, documents)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'phone_has_one_open_application') throw error
    throw new ApiError('APPLICATION_OPEN')
  }
}
