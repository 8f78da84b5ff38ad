import type { Database } from '../../../../base/database/open-database.ts'
import { localDayText } from '../../../../base/kernel/local-time.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import { actReason } from '../../../audit/act-reason.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { lockAccounts } from '../../ledger/lock-accounts.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import {
  type CreditLine,
  creditedAccounts,
  creditedVat,
  creditNoteNumber,
  creditNotePosting,
  linesLeft,
  type NotedInvoice,
} from './credit-note.ts'
import {
  findLastCreditSerial,
  insertCreditNote,
  listCreditNotes,
  lockCreditNotes,
} from './credit-note-store.ts'
import { invoiceNumber } from './invoice.ts'
import { listInvoices } from './invoice-store.ts'

type NewCreditNote = {
  /** Of the form that was filled in: sent again, it issues nothing more. */
  id: string
  invoiceId: string
  /** What is taken off which lines, in FCFA with the tax; lines of 0 are left out. */
  lines: readonly CreditLine[]
  reason: string
}

/**
 * Takes something off an invoice: a credit note with the next number of its own series, and its posting, in
 * one transaction (decision 264). The same form sent again returns the note that it issued. Throws
 * INVOICE_NOT_FOUND, CREDIT_NOTE_INVALID for nothing or for more than is left of a line, REASON_REQUIRED,
 * ROLE_REQUIRED.
 */
export function issueCreditNote(
  deps: AuditedDeps & { db: Database; timeZone: string },
  { id, invoiceId, lines: asked, reason: typed }: NewCreditNote,
): Promise<NotedInvoice> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const reason = actReason(typed)
    await lockCreditNotes(trx)
    const [invoice] = await listInvoices(trx, { id: invoiceId }, 1)
    if (!invoice) throw new ApiError('INVOICE_NOT_FOUND')
    const notes = await listCreditNotes(trx, { invoiceIds: [invoice.id] })
    const before = notes.find((note) => note.id === id)
    if (before) return { note: before, invoice }
    const left = linesLeft(invoice, notes)
    const leftOf = (line: CreditLine) => left.find(({ service }) => service === line.service)?.amountFcfa ?? 0
    const lines = asked.filter(({ amountFcfa }) => amountFcfa !== 0)
    const isWrong = (line: CreditLine) =>
      !Number.isSafeInteger(line.amountFcfa) || line.amountFcfa < 1 || line.amountFcfa > leftOf(line)
    if (
      lines.length === 0 ||
      lines.some(isWrong) ||
      new Set(lines.map(({ service }) => service)).size < lines.length
    )
      throw new ApiError('CREDIT_NOTE_INVALID', {
        leftFcfa: left.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0),
      })
    const now = deps.clock.now()
    const issuedOn = localDayText(now, deps.timeZone)
    const year = Number(issuedOn.slice(0, 4))
    const totalFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
    const note = {
      ...{ id, invoiceId: invoice.id, year, issuedOn, reason, totalFcfa, lines },
      serial: (await findLastCreditSerial(trx, year)) + 1,
      issuedAt: now,
      seller: invoice.seller,
      buyer: invoice.buyer,
      vatFcfa: creditedVat(invoice, notes, totalFcfa),
    }
    await insertCreditNote(trx, note)
    const [owedFcfa = 0] = await lockAccounts({ db: trx, clock: deps.clock }, creditedAccounts(invoice))
    await postEntries({ db: trx, clock: deps.clock }, [creditNotePosting({ note, invoice }, owedFcfa)])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'issue-credit-note',
        subject: { type: 'SHOP', id: invoice.shopId },
        shopId: invoice.shopId,
        before: null,
        after: {
          creditNote: creditNoteNumber(note),
          invoice: invoiceNumber(invoice),
          amountFcfa: totalFcfa,
          reason,
        },
      },
    )
    return { note, invoice }
  })
}
