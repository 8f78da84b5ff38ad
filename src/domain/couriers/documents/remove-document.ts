import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { DocumentDeps } from './add-document.ts'
import { deleteDocuments, findDocument } from './document-store.ts'
import { documentValues } from './document-values.ts'

/**
 * Removes a courier's document, its file first: a row whose file could not be removed stays. Throws
 * ROLE_REQUIRED, DOCUMENT_NOT_FOUND.
 */
export async function removeDocument(
  deps: DocumentDeps,
  { courierId, id }: { courierId: string; id: string },
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const found = await findDocument(deps.db, id)
  if (found?.courierId !== courierId) throw new ApiError('DOCUMENT_NOT_FOUND')
  if (found.fileKey !== null) await deps.photoStorage.privateFiles.remove(found.fileKey)
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    if (!(await findDocument(trx, id))) throw new ApiError('DOCUMENT_NOT_FOUND')
    await deleteDocuments(trx, [id])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-document',
        subject: { type: 'COURIER_DOCUMENT', id },
        before: documentValues(found),
        after: null,
      },
    )
  })
}
