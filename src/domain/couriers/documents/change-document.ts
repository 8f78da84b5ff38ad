import { inTransaction } from '../../../base/database/in-transaction.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findDocument, setExpiry } from './document-store.ts'
import { documentValues } from './document-values.ts'

/**
 * Sets until which day a courier's document counts; null for ever. Throws ROLE_REQUIRED, DOCUMENT_NOT_FOUND.
 */
export async function changeDocument(
  deps: AuditedDeps,
  { courierId, id }: { courierId: string; id: string },
  expiresOn: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await findDocument(trx, id)
    if (before?.courierId !== courierId) throw new ApiError('DOCUMENT_NOT_FOUND')
    await setExpiry(trx, id, expiresOn)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-document',
        subject: { type: 'COURIER_DOCUMENT', id },
        before: documentValues(before),
        after: documentValues({ ...before, expiresOn }),
      },
    )
  })
}
