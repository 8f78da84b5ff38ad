import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { isMonth, localMonthText } from '../../../base/kernel/local-time.ts'
import { ApiError } from '../../../contract/errors.ts'
import { currencies } from '../../../contract/vocabulary.ts'
import { type AccountKind, accountKinds } from '../../../domain/money/ledger/ledger-account.ts'
import {
  isOfProvider,
  type MappedKind,
  proposedAccounts,
  readAccount,
} from '../../../domain/money/statements/journal/account-plan.ts'
import { changeJournalAccounts } from '../../../domain/money/statements/journal/change-journal-accounts.ts'
import {
  listMappedAccounts,
  listProviderAccounts,
} from '../../../domain/money/statements/journal/journal-store.ts'
import { readJournal } from '../../../domain/money/statements/journal/read-journal.ts'
import { monthsOver } from '../../../domain/money/statements/shop/statement-period.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, selectField, submitButton, textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { csvHeaders } from '../../../web/exports/csv-file.ts'
import { sentText } from '../../../web/exports/delivery-filter.ts'
import { chargedRows, workCost } from '../../../web/limit-work.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { monthName } from '../../../web/statements/invoice-pdf.ts'
import { journalCsv } from '../../../web/statements/journal-csv.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { serviceHref } from '../service/service-page.ts'
import { booksKinds } from './account-wording.ts'
import { booksPart, monthField } from './books-part-page.ts'

const path = `${serviceHref('books')}/journal`
const programNames = { SAGE: 'Sage 100', ODOO: 'Odoo' } as const
const programs = Object.keys(programNames) as (keyof typeof programNames)[]
const mappedKinds = Object.keys(proposedAccounts) as MappedKind[]

/** An account of the accountant's plan, as it stands in the form. */
type PlanField = { kind: MappedKind; owner: string; name: string; value: string }

/**
 * `/operations/service/books/journal`: the journal of a month for Sage or Odoo, and which account of the
 * accountant's plan each of ours is.
 */
export async function accountingJournalPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const done = { saved: speak(languageOf(request))('The accounts are saved.') }
    return show(request, reply, 200, await readPlan(), doneNotice(request, done))
  })

  app.get(`${path}.csv`, { config: { ...config, cost: workCost.file } }, async (request, reply) => {
    const month = sentText(request.query, 'month', 7)
    if (!isMonth(month)) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${path}.csv` })
    const asked = request.query as Record<string, unknown>
    const format = chosenOf('format', asked.format, programs) ?? 'SAGE'
    const currency = chosenOf('currency', asked.currency, currencies) ?? 'XOF'
    const rows = chargedRows(request, readJournal(deps, { month, currency }))
    return reply
      .headers(csvHeaders(`journal-${month}-${format.toLowerCase()}-${currency}`))
      .send(journalCsv(rows, { format, timeZone }))
  })

  app.post(`${path}/accounts`, { config, bodyLimit: 32_768 }, async (request, reply) => {
    const plan = await readPlan(fieldsOf(request.body))
    return attempt(
      request,
      async () => {
        const mapped = plan.map(({ kind, owner, value }) => ({ kind, owner, account: value }))
        await changeJournalAccounts({ ...deps, actor: actorOf(request) }, mapped)
        return redirectAfter(reply, path, 'saved')
      },
      ({ code, status, notice: { text } }, error) => {
        if (code !== 'JOURNAL_ACCOUNT_INVALID') throw error
        return show(request, reply, status, plan, { kind: 'warning', text })
      },
    )
  })

  /** A field for each kind, and one for each provider's account; as they are, or as they were typed. */
  async function readPlan(typed?: Record<string, string>): Promise<PlanField[]> {
    const providerKinds = (Object.keys(accountKinds) as AccountKind[]).filter(isOfProvider)
    const [mapped, owned] = await Promise.all([
      listMappedAccounts(db),
      listProviderAccounts(db, providerKinds),
    ])
    return [...mappedKinds.map((kind) => ({ kind, owner: '' })), ...owned].map(({ kind, owner }) => {
      const name = [kind, owner].filter(Boolean).join(' ')
      if (typed) return { kind, owner, name, value: (typed[name] ?? '').slice(0, 30) }
      const set = mapped.find((each) => each.kind === kind && each.owner === owner)
      return { kind, owner, name, value: set?.account ?? (owner === '' ? proposedAccounts[kind] : '') }
    })
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    plan: readonly PlanField[],
    notice: WorkspaceNotice | undefined,
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const now = clock.now()
    const lead = t(
      'The entries of a month for your accountant’s program, balanced to the franc. A month that is not closed may still change.',
    )
    const aboutPlan = t(
      'Set it once with your accountant. What is proposed is of the revised SYSCOHADA. Files that were downloaded do not change.',
    )
    const file = fileForm(monthsOver(now, timeZone), localMonthText(now, timeZone), language)
    const accounts = plan.map((field) => planField(field, language))
    const form = html`!${accounts}!${submitButton(t('Save the accounts'))}`
    const page = booksPart(language, t('Accounting journal'), {
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
<section class="card">!${file}</section>
<section class="card"><h2>${t('Plan of accounts')}</h2><p>${aboutPlan}</p>
!${postForm(`${path}/accounts`, form)}</section>`,
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** The file of a month that is over, the last one first, or of the one that is not. */
function fileForm(months: readonly string[], thisMonth: string, language: Language): string {
  const t = speak(language)
  const current = t('{month} (not over)', { month: monthName(thisMonth, language) })
  const month = monthField(months, language, [{ value: thisMonth, label: current }])
  const format = selectField({
    name: 'format',
    label: t('Program'),
    value: 'SAGE',
    options: programs.map((value) => ({ value, label: programNames[value] })),
  })
  const currency = selectField({
    name: 'currency',
    label: t('Currency'),
    value: 'XOF',
    options: currencies.map((value) => ({ value, label: value })),
  })
  return html`<form class="stack" action="${path}.csv"><div class="row">
!${month}!${format}!${currency}<button class="plain">${t('Download the CSV file')}</button></div></form>`
}

function planField({ kind, owner, name, value }: PlanField, language: Language): string {
  const t = speak(language)
  const label =
    kind === 'JOURNAL'
      ? t('Code of the journal')
      : [t(booksKinds[kind]), providerAccountText(owner, language)].filter(Boolean).join(' · ')
  const hint =
    owner === ''
      ? t('Proposed: {account}', { account: proposedAccounts[kind] })
      : t('Empty: as the other providers')
  const isWrong = value.trim() !== '' && readAccount(value) === undefined
  return textField({
    name,
    label,
    hint,
    value,
    error: isWrong ? t('Write 2 to 13 digits and letters.') : undefined,
    attributes: { maxlength: 20, autocomplete: 'off', autocapitalize: 'characters' },
  })
}
