import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isMonth, localMonthText } from '../../../../base/kernel/local-time.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { currencies } from '../../../../contract/vocabulary.ts'
import { accountKinds } from '../../../../domain/money/ledger/ledger-account.ts'
import {
  isOfProvider,
  type MappedKind,
  proposedAccounts,
} from '../../../../domain/money/statements/journal/account-plan.ts'
import { changeJournalAccounts } from '../../../../domain/money/statements/journal/change-journal-accounts.ts'
import {
  listMappedAccounts,
  listProviderAccounts,
} from '../../../../domain/money/statements/journal/journal-store.ts'
import { readJournal } from '../../../../domain/money/statements/journal/read-journal.ts'
import { monthsOver } from '../../../../domain/money/statements/shop/statement-period.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import { csvHeaders } from '../../../../web/exports/csv-file.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import { chargedRows, workCost } from '../../../../web/limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import { journalCsv } from '../../../../web/statements/journal-csv.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { type JournalField, journalPage } from './journal-page.ts'

const doneNotices = {
  saved: 'The accounts are saved.',
} as const

const kinds = Object.keys(proposedAccounts) as MappedKind[]

/**
 * `/operations/service/books/journal`: the journal of a month for Sage or Odoo, and the accounts that it
 * names.
 */
export async function journalRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${serviceHref('books')}/journal`
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => send(request, reply, 200))

  app.get(`${path}.csv`, { config: { ...config, cost: workCost.file } }, async (request, reply) => {
    const month = sentText(request.query, 'month', 7)
    if (!isMonth(month)) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${path}.csv` })
    const asked = request.query as Record<string, unknown>
    const format = chosenOf('format', asked.format, ['SAGE', 'ODOO']) ?? 'SAGE'
    const currency = chosenOf('currency', asked.currency, currencies) ?? 'XOF'
    return reply.headers(csvHeaders(`journal-${month}-${format.toLowerCase()}-${currency}`)).send(
      journalCsv(chargedRows(request, readJournal(deps, { month, currency })), {
        format,
        timeZone: deps.timeZone,
      }),
    )
  })

  app.post(`${path}/accounts`, { config, bodyLimit: 32_768 }, async (request, reply) => {
    const sent = fieldsOf(request.body)
    const fields = await readFields(sent)
    try {
      const mapped = fields.map(({ kind, owner, value }) => ({ kind, owner, account: value }))
      await changeJournalAccounts({ ...deps, actor: actorOf(request) }, mapped)
      return redirectAfter(reply, path, 'saved')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'JOURNAL_ACCOUNT_INVALID') throw error
      return send(request, reply, status, { fields, fault: notice.text })
    }
  })

  /** A field for each kind, and one for each provider's account; as they are, or as they were typed. */
  async function readFields(typed?: Record<string, string>): Promise<JournalField[]> {
    const [mapped, owned] = await Promise.all([
      listMappedAccounts(deps.db),
      listProviderAccounts(
        deps.db,
        (Object.keys(accountKinds) as (keyof typeof accountKinds)[]).filter(isOfProvider),
      ),
    ])
    const named = [...kinds.map((kind) => ({ kind, owner: '' })), ...owned]
    return named.map(({ kind, owner }) => {
      const name = [kind, owner].filter(Boolean).join(' ')
      const set = mapped.find((each) => each.kind === kind && each.owner === owner)?.account
      const value = typed
        ? (typed[name] ?? '').slice(0, 30)
        : (set ?? (owner === '' ? proposedAccounts[kind] : ''))
      return { kind, owner, name, value }
    })
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    refused?: { fields: JournalField[]; fault: string },
  ) {
    const language = languageOf(request)
    const now = deps.clock.now()
    const page = journalPage({
      language,
      href: path,
      months: monthsOver(now, deps.timeZone),
      thisMonth: localMonthText(now, deps.timeZone),
      fields: refused?.fields ?? (await readFields()),
      notice: refused
        ? { kind: 'warning', text: refused.fault }
        : doneNotice(request, speakEach(language, doneNotices)),
    })
    return deps.sendPage(request, reply, status, { ...page, isFormPage: request.method === 'POST' })
  }
}
