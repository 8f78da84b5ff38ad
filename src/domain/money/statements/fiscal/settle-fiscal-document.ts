import type { Database } from '../../../../base/database/open-database.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import type { FiscalKind } from './fiscal-device.ts'
import { lockFiscalDocument, setSettled } from './fiscal-store.ts'

/**
 * Settles a document that the device refused, or of which nobody knows whether it was signed: with a code,
 * what the tax office shows of it is noted; without, it is sent again. Nothing happens to one that is signed
 * or under way. Throws INVOICE_NOT_FOUND, ROLE_REQUIRED.
 */
export function settleFiscalDocument(
  deps: AuditedDeps & { db: Database },
  { kind, id, code: typed, qr }: { kind: FiscalKind; id: string; code: string; qr: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const row = await lockFiscalDocument(trx, kind, id)
    if (!row) throw new ApiError('INVOICE_NOT_FOUND')
    if (row.state !== 'REFUSED' && row.state !== 'UNCERTAIN') return
    const code = cleanedLine(typed).slice(0, 60)
    const stamp =
      code === '' ? null : { device: 'PERSON' as const, code, qr: cleanedLine(qr).slice(0, 500) || code }
    await setSettled(trx, row, stamp, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'settle-fiscal-document',
        subject: { type: 'LEDGER', id: `${kind} ${id}` },
        before: { state: row.state, failure: row.fault },
        after: { state: stamp ? 'SIGNED' : 'DUE', fiscalCode: code || null },
      },
    )
  })
}
