import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Language } from '../../../../base/kernel/language.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { AccountBalance } from '../../../../domain/money/ledger/ledger-store.ts'
import { importProviderStatement } from '../../../../domain/money/statements/reconciling/import-provider-statement.ts'
import { guessColumns } from '../../../../domain/money/statements/reconciling/provider-columns.ts'
import {
  type FileFault,
  maxProviderRows,
  type RowFault,
  readProviderRows,
  readSigned,
} from '../../../../domain/money/statements/reconciling/provider-file.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { maxBulkBytes, readableTable, readTextRows, type TextRow } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import {
  floatValue,
  providerStatementsHref,
  readFloats,
  sendStatementList,
} from './provider-statement-list.ts'
import { columnsPage, isEnough, readColumns } from './statement-columns.ts'

const fileFaults = {
  MISSING: 'Choose a file.',
  NO_PROVIDER: 'Choose a provider from the list.',
  BALANCE: 'The balance is a whole number of francs.',
  EMPTY: 'This file is empty.',
  TOO_LARGE: 'This file is too large: at most 1 MB.',
  NOT_TEXT: 'This file is no CSV file.',
  QUOTES_UNCLOSED: 'A quote is not closed in this file.',
  TOO_MANY: 'This file has more than 10,000 rows: import it in parts.',
  NO_ROW: 'This file has no row to import below its headers.',
  COLUMNS: 'The date, a reference and an amount are needed, each in a column of its own.',
} as const

const rowFaults: Record<RowFault, OperationsText> = {
  DATE: 'the date cannot be read',
  AMOUNT: 'the amount is no whole number of francs',
  FEE: 'the fee is no whole number of francs',
  TYPE: 'whether it came in or went out is not known',
  STATUS: 'this status is not known',
  REFERENCE: 'the reference is missing or too long',
  CURRENCY: 'this is another currency',
}

/** A file of the largest size, in which every sign may take three bytes, and the fields beside it. */
const formBytes = 3 * maxBulkBytes + 64 * 1024

/**
 * `/operations/service/books/statements/file`: takes the file of a statement, lets its columns be chosen, and
 * imports it. Between the two the file is in the page, and nothing of it is kept.
 */
export async function statementFilePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { timeZone } = deps
  await acceptFiles(app, { fields: 20, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  const options = {
    config: { operates: 'MANAGE', cost: workCost.file, hasOwnBodyDeadline: true } as const,
    bodyLimit: formBytes,
    onRequest: refuseLargerForms(formBytes),
  }
  app.post(`${providerStatementsHref}/file`, options, async (request, reply) => {
    const language = languageOf(request)
    const t = speak(language)
    const { fields, file } = await readSentForm(request, reply, 'file')
    const typed = { provider: fields.provider ?? '', closing: (fields.closing ?? '').slice(0, 40) }
    const sent = readStatement(typed, file ?? fields.table, await readFloats(deps))
    if (typeof sent === 'string')
      return sendStatementList(deps, request, reply, 422, { typed, faults: [t(fileFaults[sent])] })
    const { float, closingFcfa, header, below, table } = sent
    const isChosen = fields.act === 'import'
    const choice = isChosen ? readColumns(fields, header.length) : guessColumns(header)
    const choose = (status: number, faults: readonly string[]) => {
      const kept = { ...typed, table }
      const page = columnsPage({ choice, header, rows: below.length, kept, faults }, language)
      return deps.sendPage(request, reply, status, page)
    }
    if (!isChosen) return choose(200, [])
    if (!isEnough(choice)) return choose(422, [t(fileFaults.COLUMNS)])
    const read = readProviderRows(below, choice, { timeZone, currency: float.currency, header })
    if ('faults' in read) {
      const faults = read.faults.map((fault) => rowFaultText(fault, language))
      return choose(422, faults)
    }
    if (read.rows.length === 0) return choose(422, [t(fileFaults.NO_ROW)])
    const { id, isNew } = await outsideDeadline(request, () =>
      importProviderStatement(
        { ...deps, actor: actorOf(request) },
        {
          provider: float.owner,
          currency: float.currency as Currency,
          fileSha256: sha256(table),
          rows: read.rows,
          closingFcfa,
        },
      ),
    )
    return redirectAfter(reply, `${providerStatementsHref}/${id}`, isNew ? 'imported' : 'known')
  })
}

type SentStatement = {
  float: AccountBalance
  closingFcfa: number | null
  header: string[]
  below: TextRow[]
  table: string
}

/** What was sent: the file, whose statement it is and the balance that was typed; or what is wrong. */
function readStatement(
  { provider, closing }: { provider: string; closing: string },
  sent: Uint8Array | string | undefined,
  floats: readonly AccountBalance[],
): SentStatement | keyof typeof fileFaults {
  const float = floats.find((each) => floatValue(each) === provider)
  if (!float) return 'NO_PROVIDER'
  const closingFcfa = closing.trim() === '' ? null : readSigned(closing)
  if (closingFcfa === undefined) return 'BALANCE'
  if (sent === undefined) return 'MISSING'
  const rows = readTextRows(sent, maxProviderRows + 2)
  if (typeof rows === 'string') return rows
  const [header, ...below] = rows
  if (below.length > maxProviderRows) return 'TOO_MANY'
  if (!header || below.length === 0) return 'NO_ROW'
  return { float, closingFcfa, header: header.cells, below, table: readableTable(sent) ?? '' }
}

/** The same file gives the same, however it is encoded. */
const sha256 = (table: string): string =>
  createHash('sha256').update(table.replaceAll('\r\n', '\n')).digest('hex')

/** What is wrong with a row of a file, and what stands there. */
function rowFaultText({ row, fault, text }: FileFault, language: Language): string {
  const t = speak(language)
  const what = t(rowFaults[fault])
  return text === ''
    ? t('Row {row}: {what}', { row, what })
    : t('Row {row}: {what} (“{text}”)', { row, what, text })
}
