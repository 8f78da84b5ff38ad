import type { Database } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newPrivateKey, type PhotoStorage } from '../../photos/photo-storage.ts'
import { lockCourier } from '../courier-store.ts'
import type { DocumentKind } from '../couriers-tables.ts'
import { checkedFile } from './checked-file.ts'
import { documentBounds } from './document-rules.ts'
import { type DocumentRow, deleteDocuments, insertDocuments, listDocuments } from './document-store.ts'
import { documentValues } from './document-values.ts'

/** What files are kept with. */
export type DocumentDeps = AuditedDeps & { db: Database; photoStorage: Pick<PhotoStorage, 'privateFiles'> }

type NewDocument = {
  courierId: string
  kind: DocumentKind
  /** A day like `2026-11-21`; null for what never expires. */
  expiresOn: string | null
  /** Undefined where the operator has only seen the paper. */
  file: Uint8Array | undefined
}

/**
 * Adds a document to a courier. Its row is there before its file, so that no file is ever without one. Throws
 * ROLE_REQUIRED, COURIER_NOT_FOUND, DOCUMENT_REFUSED, TOO_MANY_DOCUMENTS.
 */
export async function addDocument(deps: DocumentDeps, document: NewDocument): Promise<{ id: string }> {
  const { kind, expiresOn, courierId } = document
  const file = document.file && checkedFile(document.file, { isPicture: kind === 'PHOTO' })
  const now = deps.clock.now()
  const row: DocumentRow = {
    id: newId(now),
    applicationId: null,
    courierId,
    kind,
    fileKey: file ? newPrivateKey() : null,
    contentType: file?.contentType ?? null,
    sizeBytes: file?.bytes.length ?? null,
    expiresOn,
    addedAt: now,
  }
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const courier = await lockCourier(trx, courierId)
    if (!courier || courier.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    if ((await listDocuments(trx, { courierId })).length >= documentBounds.perCourier)
      throw new ApiError('TOO_MANY_DOCUMENTS', { max: documentBounds.perCourier })
    await insertDocuments(trx, [row])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-document',
        subject: { type: 'COURIER_DOCUMENT', id: row.id },
        before: null,
        after: documentValues(row),
      },
    )
  })
  if (!file || row.fileKey === null) return { id: row.id }
  try {
    await deps.photoStorage.privateFiles.save(row.fileKey, file.contentType, file.bytes)
  } catch (error) {
    await deleteDocuments(deps.db, [row.id])
    throw error
  }
  return { id: row.id }
}
