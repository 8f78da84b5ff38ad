import type { Database } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { PhotoStorage } from '../../photos/photo-storage.ts'
import type { CheckedFile } from './document-rules.ts'
import { type DocumentOwner, findDocument } from './document-store.ts'

/**
 * The file of a document of this courier or of this applicant, for an operator. Throws ROLE_REQUIRED,
 * DOCUMENT_NOT_FOUND, also where the document is somebody else's.
 */
export async function readDocumentFile(
  {
    db,
    actor,
    photoStorage,
  }: { db: Database; actor: Actor; photoStorage: Pick<PhotoStorage, 'privateFiles'> },
  owner: DocumentOwner,
  id: string,
): Promise<CheckedFile> {
  await requireServiceRight({ db, actor }, 'MANAGE')
  const found = await findDocument(db, id)
  const isTheirs =
    'courierId' in owner ? found?.courierId === owner.courierId : found?.applicationId === owner.applicationId
  if (!found || !isTheirs || found.fileKey === null || found.contentType === null)
    throw new ApiError('DOCUMENT_NOT_FOUND')
  const bytes = await photoStorage.privateFiles.read(found.fileKey)
  if (!bytes) throw new ApiError('DOCUMENT_NOT_FOUND')
  return { contentType: found.contentType, bytes }
}
