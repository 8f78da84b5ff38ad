import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../../base/kernel/language.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { listBalances } from '../../../../domain/money/ledger/ledger-store.ts'
import { confirmProviderBalance } from '../../../../domain/money/statements/reconciling/confirm-provider-balance.ts'
import { settlementAccounts } from '../../../../domain/money/statements/reconciling/difference.ts'
import { getProviderStatement } from '../../../../domain/money/statements/reconciling/get-provider-statement.ts'
import { importProviderStatement } from '../../../../domain/money/statements/reconciling/import-provider-statement.ts'
import {
  type ColumnChoice,
  guessColumns,
  providerColumns,
} from '../../../../domain/money/statements/reconciling/provider-columns.ts'
import {
  type FileFault,
  maxProviderRows,
  type RowFault,
  readProviderRows,
  readSigned,
} from '../../../../domain/money/statements/reconciling/provider-file.ts'
import {
  compareStatement,
  floatAt,
  listProviderStatements,
} from '../../../../domain/money/statements/reconciling/provider-statement-store.ts'
import { removeProviderStatement } from '../../../../domain/money/statements/reconciling/remove-provider-statement.ts'
import { settleDifference } from '../../../../domain/money/statements/reconciling/settle-difference.ts'
import { readRemoval } from '../../../../domain/money/statements/reconciling/statement-removal-store.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { maxBulkBytes, readableTable, readTextRows } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import {
  allOutgoing,
  columnsPage,
  providerStatementsHref as path,
  providerStatementPage,
  providerStatementsPage,
  providerValue,
  type StatementListScreen,
} from './provider-statement-page.ts'

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

const doneNotices = {
  imported: 'The statement is imported.',
  known:
    'This file was imported before: nothing changed. To import it otherwise, first remove this import, at the bottom of this page.',
  removed: 'The import is removed: its rows are compared no more.',
  settled: 'The difference is settled.',
  confirmed: 'The balance is confirmed.',
} as const

type OneStatement = { Params: { statementId: string } }
/** A file of the largest size, in which every sign may take three bytes, and the fields beside it. */
const formBytes = 3 * maxBulkBytes + 64 * 1024
const listed = 50
const shownItems = 100

/** `/operations/service/books/statements`: what providers say, compared with the books. */
export async function providerStatementRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  await acceptFiles(app, { fields: 20, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })
  const times = (request: FastifyRequest) => ({
    language: languageOf(request),
    timeZone: deps.timeZone,
    now: deps.clock.now(),
  })
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const done = (request: FastifyRequest) => doneNotice(request, speakEach(languageOf(request), doneNotices))

  app.get(path, { config }, async (request, reply) =>
    sendList(request, reply, 200, { notice: done(request) }),
  )

  app.post(
    `${path}/file`,
    {
      config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
      bodyLimit: formBytes,
      onRequest: refuseLargerForms(formBytes),
    },
    async (request, reply) => {
      const language = languageOf(request)
      const t = speak(language)
      const { fields, file } = await readSentForm(request, reply, 'file')
      const typed = { provider: fields.provider ?? '', closing: (fields.closing ?? '').slice(0, 40) }
      const refuse = (fault: keyof typeof fileFaults) =>
        sendList(request, reply, 422, { typed, faults: [t(fileFaults[fault])] })
      const floats = await readFloats()
      const float = floats.find((each) => providerValue(each) === typed.provider)
      if (!float) return refuse('NO_PROVIDER')
      const closing = typed.closing.trim() === '' ? null : readSigned(typed.closing)
      if (closing === undefined) return refuse('BALANCE')
      const sent = file ?? fields.table
      if (sent === undefined) return refuse('MISSING')
      const rows = readTextRows(sent, maxProviderRows + 2)
      if (typeof rows === 'string') return refuse(rows)
      const [header, ...below] = rows
      if (below.length > maxProviderRows) return refuse('TOO_MANY')
      if (!header || below.length === 0) return refuse('NO_ROW')
      const table = readableTable(sent) ?? ''
      const choosing = fields.act !== 'import'
      const choice = choosing ? guessColumns(header.cells) : chosenColumns(fields, header.cells.length)
      const choose = (status: number, faults: readonly string[]) =>
        deps.sendPage(
          request,
          reply,
          status,
          columnsPage({
            ...{ language, choice, faults, header: header.cells, rows: below.length },
            kept: { ...typed, table },
          }),
        )
      if (choosing) return choose(200, [])
      if (!isEnough(choice)) return choose(422, [t(fileFaults.COLUMNS)])
      const read = readProviderRows(below, choice, {
        ...{ timeZone: deps.timeZone, currency: float.currency, header: header.cells },
      })
      if ('faults' in read)
        return choose(
          422,
          read.faults.map((fault) => rowFaultText(fault, language)),
        )
      if (read.rows.length === 0) return choose(422, [t(fileFaults.NO_ROW)])
      const imported = await outsideDeadline(request, () =>
        importProviderStatement(acting(request), {
          provider: float.owner,
          currency: float.currency as Currency,
          fileSha256: sha256(table),
          rows: read.rows,
          closingFcfa: closing,
        }),
      )
      return redirectAfter(reply, `${path}/${imported.id}`, imported.isNew ? 'imported' : 'known')
    },
  )

  app.get<OneStatement>(
    `${path}/:statementId`,
    { config: { ...config, cost: workCost.form } },
    async (request, reply) => sendOne(request, reply, 200, done(request)),
  )

  app.post<OneStatement>(
    `${path}/:statementId/settle`,
    { config, bodyLimit: 8_192 },
    async (request, reply) => {
      const { subject = '', difference = '', into, reason = '' } = fieldsOf(request.body)
      const { statementId } = request.params
      const account = chosenOf('into', into, settlementAccounts) ?? 'SUSPENSE'
      return attempt(request, reply, 'settled', () =>
        settleDifference(acting(request), {
          ...{ statementId, subject, reason },
          expectedFcfa: readSigned(difference) ?? 0,
          into: account,
        }),
      )
    },
  )

  app.post<OneStatement>(
    `${path}/:statementId/confirm`,
    { config, bodyLimit: 4_096 },
    async (request, reply) =>
      attempt(request, reply, 'confirmed', () =>
        confirmProviderBalance(acting(request), request.params.statementId),
      ),
  )

  app.post<OneStatement>(
    `${path}/:statementId/remove`,
    { config, bodyLimit: 4_096 },
    async (request, reply) =>
      attempt(
        request,
        reply,
        'removed',
        () => removeProviderStatement(acting(request), request.params.statementId),
        path,
      ),
  )

  async function attempt(
    request: FastifyRequest<OneStatement>,
    reply: FastifyReply,
    outcome: string,
    work: () => Promise<void>,
    next = `${path}/${request.params.statementId}`,
  ) {
    try {
      await outsideDeadline(request, work)
      return redirectAfter(reply, next, outcome)
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code === 'STATEMENT_NOT_FOUND') throw error
      return sendOne(request, reply, status, notice)
    }
  }

  const readFloats = () => listBalances(deps.db, { kinds: ['PROVIDER_FLOAT'] })

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: Pick<StatementListScreen, 'typed' | 'faults' | 'notice'>,
  ) {
    const [floats, statements] = await Promise.all([
      readFloats(),
      listProviderStatements(deps.db, {}, listed),
    ])
    const page = providerStatementsPage({ ...times(request), floats, statements, ...shown })
    return deps.sendPage(request, reply, status, page)
  }

  async function sendOne(
    request: FastifyRequest<OneStatement>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const statement = await getProviderStatement(deps.db, request.params.statementId)
    const { provider, currency, lastAt } = statement
    const [items, floatFcfa, removal] = await outsideDeadline(request, () =>
      Promise.all([
        compareStatement(deps.database, statement, { limit: shownItems + 1 }),
        floatAt(deps.database, { provider, currency, at: lastAt }),
        readRemoval(deps.db, statement.id),
      ]),
    )
    const { compared = 0, open = 0, openFcfa = 0 } = items[0] ?? {}
    const differing = items.filter(({ subject }) => subject !== null)
    const page = providerStatementPage({
      ...times(request),
      ...{ statement, compared, open, openFcfa, floatFcfa, removal, notice },
      items: differing.slice(0, shownItems),
      hasMore: differing.length > shownItems,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** The columns that a form chose, each a number that the file has. */
function chosenColumns(fields: Record<string, string>, columns: number): ColumnChoice {
  const chosen = providerColumns.flatMap((column) => {
    const text = fields[column] ?? ''
    return /^\d{1,3}$/.test(text) && Number(text) < columns ? [[column, Number(text)] as const] : []
  })
  return { ...Object.fromEntries(chosen), ...(fields.type === allOutgoing && { isOutgoing: true as const }) }
}

/** Whether a date, an amount and a reference are told, and no column tells two things. */
function isEnough({ isOutgoing: _, ...columns }: ColumnChoice): boolean {
  const { date, amount, net, reference, otherReference } = columns
  const taken = Object.values(columns)
  return (
    date !== undefined &&
    (amount ?? net) !== undefined &&
    (reference ?? otherReference) !== undefined &&
    new Set(taken).size === taken.length
  )
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
