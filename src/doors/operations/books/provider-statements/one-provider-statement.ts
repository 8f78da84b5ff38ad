import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import { confirmProviderBalance } from '../../../../domain/money/statements/reconciling/confirm-provider-balance.ts'
import { settlementAccounts } from '../../../../domain/money/statements/reconciling/difference.ts'
import { getProviderStatement } from '../../../../domain/money/statements/reconciling/get-provider-statement.ts'
import { readSigned } from '../../../../domain/money/statements/reconciling/provider-file.ts'
import {
  compareStatement,
  floatAt,
  type ProviderStatement,
} from '../../../../domain/money/statements/reconciling/provider-statement-store.ts'
import { removeProviderStatement } from '../../../../domain/money/statements/reconciling/remove-provider-statement.ts'
import { settleDifference } from '../../../../domain/money/statements/reconciling/settle-difference.ts'
import {
  readRemoval,
  type StatementRemoval,
} from '../../../../domain/money/statements/reconciling/statement-removal-store.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { booksPart } from '../books-part-page.ts'
import { comparedItemCard } from './compared-item.ts'
import { providerStatementsHref, type StatementTimes, statementSpan } from './provider-statement-list.ts'

const shownItems = 100

const doneNotices = {
  imported: 'The statement is imported.',
  known:
    'This file was imported before: nothing changed. To import it otherwise, first remove this import, at the bottom of this page.',
  settled: 'The difference is settled.',
  confirmed: 'The balance is confirmed.',
} as const

const removalRefusals = {
  CONFIRMED: 'This import cannot be removed any more: its balance is confirmed.',
  SETTLED: 'This import cannot be removed any more: a difference of one of its rows is settled.',
  SHARED: 'A file that was imported after this one has rows in common with it: remove that one first.',
} as const

type OneStatement = { Params: { statementId: string } }

/** A statement beside the books at its last row. */
type Compared = {
  statement: ProviderStatement
  /** How many operations were compared, how many of them differ, and by how much in all. */
  compared: number
  open: number
  openFcfa: number
  floatFcfa: number
}

/** `/operations/service/books/statements/ID`: a statement beside the books, and what is to be settled. */
export async function oneProviderStatementPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, database, clock, timeZone } = deps
  const one = `${providerStatementsHref}/:statementId`
  const config = { operates: 'MANAGE' } as const
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get<OneStatement>(one, { config: { ...config, cost: workCost.form } }, (request, reply) =>
    show(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
  )

  app.post<OneStatement>(`${one}/settle`, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const { subject = '', difference = '', into: typed, reason = '' } = fieldsOf(request.body)
    const { statementId } = request.params
    const into = chosenOf('into', typed, settlementAccounts) ?? 'SUSPENSE'
    const expectedFcfa = readSigned(difference) ?? 0
    return act(request, reply, 'settled', () =>
      settleDifference(acting(request), { statementId, subject, reason, expectedFcfa, into }),
    )
  })

  app.post<OneStatement>(`${one}/confirm`, { config, bodyLimit: 4_096 }, (request, reply) =>
    act(request, reply, 'confirmed', () =>
      confirmProviderBalance(acting(request), request.params.statementId),
    ),
  )

  app.post<OneStatement>(`${one}/remove`, { config, bodyLimit: 4_096 }, (request, reply) =>
    act(request, reply, 'removed', () =>
      removeProviderStatement(acting(request), request.params.statementId),
    ),
  )

  /** Does an act and leads to its statement, or to the list where that is removed. */
  function act(
    request: FastifyRequest<OneStatement>,
    reply: FastifyReply,
    done: 'settled' | 'confirmed' | 'removed',
    work: () => Promise<void>,
  ) {
    return attempt(
      request,
      async () => {
        await outsideDeadline(request, work)
        const ofStatement = done === 'removed' ? '' : `/${request.params.statementId}`
        return redirectAfter(reply, `${providerStatementsHref}${ofStatement}`, done)
      },
      ({ code, status, notice }, error) => {
        if (code === 'STATEMENT_NOT_FOUND') throw error
        return show(request, reply, status, notice)
      },
    )
  }

  async function show(
    request: FastifyRequest<OneStatement>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const statement = await getProviderStatement(db, request.params.statementId)
    const { id, provider, currency, lastAt } = statement
    const [items, floatFcfa, removal] = await outsideDeadline(request, () =>
      Promise.all([
        compareStatement(database, statement, { limit: shownItems + 1 }),
        floatAt(database, { provider, currency, at: lastAt }),
        readRemoval(db, id),
      ]),
    )
    const { compared = 0, open = 0, openFcfa = 0 } = items[0] ?? {}
    const beside: Compared = { statement, compared, open, openFcfa, floatFcfa }
    const differing = items.filter(({ subject }) => subject !== null)

    const language = languageOf(request)
    const t = speak(language)
    const times = { language, timeZone, now: clock.now() }
    const cards = differing.slice(0, shownItems).map((item) => comparedItemCard(item, statement, times))
    const more = t('Only {shown} are here: settle these to see the next.', { shown: cards.length })
    const main = html`<p class="soft">${statementSpan(statement, times)}</p>
!${futureNotice(statement, times)}!${outcomeNotice(beside, times)}!${balanceCard(beside, times)}!${cards}
!${differing.length > shownItems ? html`<p class="hint">${more}</p>` : ''}
!${removalCard(statement, removal, times)}`
    const page = booksPart(language, `${providerAccountText(provider, language)} · ${currency}`, {
      back: { href: providerStatementsHref, label: t('Statements of providers') },
      notice,
      isFormPage: request.method === 'POST',
      main,
    })
    return deps.sendPage(request, reply, status, page)
  }
}

const statusLine = (text: string, isWarning: boolean): string =>
  html`<p class="notice!${isWarning ? ' warning' : ''}" role="status">${text}</p>`

/** Whether a row is dated after now: a mistake, or a clock that is ahead. */
const isOfFuture = ({ lastAt }: ProviderStatement, { now }: StatementTimes): boolean => lastAt > now

function futureNotice(statement: ProviderStatement, times: StatementTimes): string {
  if (!isOfFuture(statement, times)) return ''
  const { language } = times
  const last = momentText(statement.lastAt, times, language)
  const text = speak(language)(
    'The last row of this file is dated {last}. If that is a mistake, remove this import, correct the file and import it anew.',
    { last },
  )
  return statusLine(text, true)
}

/** Whether the provider tells another balance than the books, though each operation agrees. */
const isBalanceOther = ({ statement: { closingFcfa }, open, floatFcfa }: Compared): boolean =>
  open === 0 && closingFcfa !== null && closingFcfa !== floatFcfa

function outcomeNotice(beside: Compared, { language }: StatementTimes): string {
  const t = speak(language)
  const compared = beside.compared.toLocaleString(language)
  const open = beside.open.toLocaleString(language)
  if (beside.open > 0)
    return statusLine(
      t('Differences to settle: {open}. Operations compared: {compared}.', { open, compared }),
      true,
    )
  if (isBalanceOther(beside))
    return statusLine(
      t('The operations agree, but not the balance. Operations compared: {compared}.', { compared }),
      true,
    )
  return statusLine(t('Everything agrees. Operations compared: {compared}.', { compared }), false)
}

function balanceCard(beside: Compared, times: StatementTimes): string {
  const { language } = times
  const t = speak(language)
  const { statement, floatFcfa, open, openFcfa } = beside
  const { closingFcfa, confirmedAt, id } = statement
  const line = (name: string, fcfa: number) =>
    html`<div><dt>${name}</dt><dd>${amountText(fcfa, language)}</dd></div>`
  const byBooks = line(t('Balance by the books, at that moment'), floatFcfa)
  const toSettle = openFcfa === 0 ? '' : line(t('Differences to settle'), openFcfa)
  if (closingFcfa === null)
    return html`<section class="card"><dl>!${byBooks}!${toSettle}</dl>
<p class="hint">${t('No balance was given with this file.')}</p></section>`
  const gapFcfa = closingFcfa - floatFcfa
  const gap = gapFcfa === 0 ? '' : line(t('Difference'), gapFcfa)
  const lacking = t(
    'The books lack a statement from before this one, or what the provider held before them. Import that statement, or a file with a single row of this amount, dated before, and settle it.',
  )
  const mayConfirm = confirmedAt === null && open === 0 && gapFcfa === 0 && !isOfFuture(statement, times)
  const confirm = `${providerStatementsHref}/${id}/confirm`
  const confirming = html`!${buttonForm(confirm, t('Confirm this balance'), 'primary')}
<p class="hint">${t('From then on the proof of the books begins with this balance.')}</p>`
  return html`<section class="card">
<dl>!${line(t('Balance by the provider'), closingFcfa)}!${byBooks}!${toSettle}!${gap}</dl>
!${isBalanceOther(beside) && !confirmedAt ? html`<p class="hint">${lacking}</p>` : ''}
!${confirmedAt ? html`<p><span class="badge">${t('Balance confirmed')}</span></p>` : ''}
!${mayConfirm ? confirming : ''}</section>`
}

/** How an import that was wrong is removed, or why it stays. */
function removalCard(
  { firstAt, lastAt, fileRows, id }: ProviderStatement,
  { keptRows, refusal }: StatementRemoval,
  times: StatementTimes,
): string {
  const { language } = times
  const t = speak(language)
  const moment = (at: Date) => momentText(at, times, language)
  const lead = t(
    'Rows to remove: {rows}, from {from} to {to}. They are compared no more; the books do not change, and the same file can be imported anew.',
    { rows: keptRows.toLocaleString(language), from: moment(firstAt), to: moment(lastAt) },
  )
  const others = keptRows < fileRows ? t('Its other rows are in an earlier import too, and stay.') : ''
  const says = refusal ? t(removalRefusals[refusal]) : [lead, others].filter(Boolean).join(' ')
  const form = buttonForm(`${providerStatementsHref}/${id}/remove`, t('Remove these rows'), 'danger')
  return html`<details class="card"><summary>${t('Remove this import')}</summary>
<p>${says}</p>!${refusal ? '' : form}</details>`
}
