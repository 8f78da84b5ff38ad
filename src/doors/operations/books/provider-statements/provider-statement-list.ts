import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { type AccountBalance, listBalances } from '../../../../domain/money/ledger/ledger-store.ts'
import {
  listProviderStatements,
  type ProviderStatement,
} from '../../../../domain/money/statements/reconciling/provider-statement-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fileForm, selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import { rowsOr } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { doneNotice } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref } from '../../service/service-page.ts'
import { booksPart } from '../books-part-page.ts'

export const providerStatementsHref = `${serviceHref('books')}/statements`
const listed = 50

/** How pages of statements write times. */
export type StatementTimes = { language: Language; timeZone: string; now: Date }

type Typed = { provider: string; closing: string }
type Shown = { notice?: WorkspaceNotice | undefined; typed?: Typed; faults?: readonly string[] }

/** `/operations/service/books/statements`: the statements that were imported, and the form for another. */
export async function providerStatementListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get(providerStatementsHref, { config: { operates: 'MANAGE' } }, (request, reply) => {
    const done = {
      removed: speak(languageOf(request))('The import is removed: its rows are compared no more.'),
    }
    return sendStatementList(deps, request, reply, 200, { notice: doneNotice(request, done) })
  })
}

/** What lies with each provider by the books, in each currency. */
export const readFloats = ({ db }: Pick<OperationsDeps, 'db'>): Promise<AccountBalance[]> =>
  listBalances(db, { kinds: ['PROVIDER_FLOAT'] })

/** A provider in a currency, as the form names it. */
export const floatValue = ({ owner, currency }: AccountBalance): string => `${owner} ${currency}`

/** Sends the list, with what was typed into its form and refused. */
export async function sendStatementList(
  deps: OperationsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { notice, typed, faults = [] }: Shown,
) {
  const [floats, statements] = await Promise.all([
    readFloats(deps),
    listProviderStatements(deps.db, {}, listed),
  ])
  const language = languageOf(request)
  const t = speak(language)
  const times = { language, timeZone: deps.timeZone, now: deps.clock.now() }
  const lead = t(
    'Import the statement of a mobile-money provider: each row is compared with the books, and each difference is settled by a posting that says why.',
  )
  const rows = statements.map((statement) => statementRow(statement, times))
  const none = {
    text: t('No provider is set, so there is no statement.'),
    next: { href: serviceHref('providers'), label: t('Mobile money') },
  }
  const page = booksPart(language, t('Statements of providers'), {
    notice,
    isFormPage: faults.length > 0,
    main: html`<p>${lead}</p>!${faultList(faults)}!${floatCard(floats, language)}
!${floats.length === 0 ? '' : importForm(floats, typed, language)}
!${rowsOr(rows, floats.length === 0 ? none : t('No statement was imported.'))}`,
  })
  return deps.sendPage(request, reply, status, page)
}

export const faultList = (faults: readonly string[]): string =>
  faults.length === 0
    ? ''
    : html`<div class="notice refused" role="alert">
<ul>!${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`

const floatName = ({ owner, currency }: AccountBalance, language: Language): string =>
  `${providerAccountText(owner, language)} · ${currency}`

function floatCard(floats: readonly AccountBalance[], language: Language): string {
  const t = speak(language)
  const lines = floats.map((float) => {
    const amount = amountText(float.balanceFcfa, language)
    return html`<div><dt>${floatName(float, language)}</dt><dd>${amount}</dd></div>`
  })
  const none = html`<p class="soft">${t('Nothing lies with a provider by the books yet.')}</p>`
  return html`<section class="card"><h2>${t('What lies with each provider by the books')}</h2>
!${floats.length === 0 ? none : html`<dl>!${lines}</dl>`}</section>`
}

function importForm(floats: readonly AccountBalance[], typed: Typed | undefined, language: Language): string {
  const t = speak(language)
  const provider = selectField({
    name: 'provider',
    label: t('Provider'),
    value: typed?.provider,
    options: floats.map((float) => ({ value: floatValue(float), label: floatName(float, language) })),
  })
  const closing = textField({
    name: 'closing',
    label: t('Balance after the last row'),
    hint: t('Optional, in FCFA. It is compared with the books.'),
    value: typed?.closing,
    attributes: { inputmode: 'numeric', maxlength: 30, autocomplete: 'off' },
  })
  const file = html`<div class="field">
<label for="file">${t('CSV file, at most 1 MB and 10,000 rows')}</label>
<input id="file" type="file" name="file" accept=".csv,text/csv,text/plain" required></div>`
  const fields = html`!${provider}!${closing}!${file}!${submitButton(t('Choose the columns'))}`
  return html`<section class="card"><h2>${t('Import a statement')}</h2>
!${fileForm(`${providerStatementsHref}/file`, fields)}</section>`
}

function statementRow(statement: ProviderStatement, times: StatementTimes): string {
  const { language } = times
  const t = speak(language)
  const name = `${providerAccountText(statement.provider, language)} · ${statement.currency}`
  const badge = statement.confirmedAt ? html`<span class="badge">${t('Balance confirmed')}</span>` : ''
  return html`<li><a href="${providerStatementsHref}/${statement.id}">
<span><strong>${name}</strong><br>
<span class="soft">${statementSpan(statement, times)}</span></span>!${badge}</a></li>`
}

/** When a statement begins and ends, and how many rows it has. */
export const statementSpan = (
  { firstAt, lastAt, fileRows }: ProviderStatement,
  times: StatementTimes,
): string =>
  speak(times.language)('From {from} to {to} · rows: {rows}', {
    from: momentText(firstAt, times, times.language),
    to: momentText(lastAt, times, times.language),
    rows: fileRows.toLocaleString(times.language),
  })
