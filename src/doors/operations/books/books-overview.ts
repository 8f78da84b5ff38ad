import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type AccountKind, shownBalance } from '../../../domain/money/ledger/ledger-account.ts'
import type { LedgerRule } from '../../../domain/money/ledger/ledger-check-store.ts'
import { type KindTotal, sumBalances } from '../../../domain/money/ledger/ledger-store.ts'
import { checkLedger, type LedgerCheck } from '../../../domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../../../domain/money/settlement/close-month.ts'
import { monthsOver } from '../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton } from '../../../pages/form-parts.ts'
import { emptyPart } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { serviceHref, servicePage } from '../service/service-page.ts'
import { booksKinds } from './account-wording.ts'
import { monthField } from './books-part-page.ts'

const path = serviceHref('books')

const partNames = {
  day: [
    'End of the day',
    'Till and accounts of providers, what moved, what is missing; note money that was moved',
  ],
  owed: ['What is owed', 'To each shop and each courier'],
  statements: ['Statements of providers', 'Compare what they say with these books'],
  invoices: ['Invoices to shops', 'Issue and read them'],
  fiscal: ['Fiscal device', 'e-MECeF or FNE: what is not signed yet'],
  journal: ['Accounting journal', 'For Sage or Odoo, with your plan of accounts'],
} as const

const groupNames = {
  held: 'What the service holds, and for whom',
  owed: 'What is owed',
  earned: 'What the company earned and gave',
} as const

const groups = {
  held: ['PROVIDER_FLOAT', 'CASH', 'BANK', 'MONEY_SENT', 'CUSTOMER_MONEY', 'SUSPENSE', 'COMPANY_FUNDS'],
  owed: ['SHOP_SALES', 'SHOP_FEES', 'COURIER_EARNINGS', 'VAT_COLLECTED'],
  earned: [
    'TRIP_REVENUE',
    'COLLECTION_REVENUE',
    'CANCELLATION_REVENUE',
    'RETURN_REVENUE',
    'WAITING_REVENUE',
    'DISCOUNTS',
    'PROVIDER_FEES',
    'COURIER_PAY',
  ],
} as const satisfies Record<keyof typeof groupNames, readonly AccountKind[]>

const ruleNames: Record<LedgerRule, OperationsText> = {
  ONE_CURRENCY: 'One currency for each posting',
  SUMS_TO_ZERO: 'Each posting sums to 0',
  BALANCES: 'Each balance is the sum of its entries',
  SHOP_SETTLED: 'Each ended delivery is settled with its shop',
  COURIER_SETTLED: 'Each ended delivery is settled with its courier',
  COMPANY_SETTLED: 'Each ended delivery is earned by the company',
  TAX_BOOKED: 'The tax that earnings include stands on its own account',
  WAITS: 'Each wait that a courier is paid for is owed by its shop',
  CHARGES: 'A customer who was charged twice, or for nothing, is given the surplus back',
  PAID_TWICE: 'Nobody has received more than was due to them',
  TRANSFERS: 'Money that is sent is owed no more, and again when it is refused',
  OWNERS: 'What is booked is of the right shop, courier and operator',
  HOLDINGS: 'Customers’ money is held until it is settled or given back',
  MOVES: 'Money that was moved or counted is booked as it was noted',
  TRIPS_PREPAID: 'What a shop pays first is on its account',
  PROVIDER_STATEMENTS: 'Each provider holds what its last statement says, and what was booked since',
}

type Shown = { checked?: LedgerCheck; notice?: WorkspaceNotice | undefined }

/** `/operations/service/books`: the totals of the books, their proof, and the closing of a month. */
export async function booksOverviewPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  let running: Promise<LedgerCheck> | undefined

  app.get(path, { config }, (request, reply) => {
    const done = { closed: speak(languageOf(request))('The month is closed.') }
    return show(request, reply, 200, { notice: doneNotice(request, done) })
  })

  app.post(`${path}/check`, options, async (request, reply) =>
    show(request, reply, 200, { checked: await outsideDeadline(request, check) }),
  )

  app.post(`${path}/close`, options, async (request, reply) => {
    const { month = '' } = fieldsOf(request.body)
    const acting = { ...deps, actor: actorOf(request) }
    return attempt(
      request,
      async () => {
        await outsideDeadline(request, () => closeMonth(acting, month.slice(0, 7)))
        return redirectAfter(reply, path, 'closed')
      },
      ({ status, notice }) => show(request, reply, status, { notice }),
    )
  })

  /** Whoever asks while it is being proven waits for that proof: it reads all that is booked. */
  function check(): Promise<LedgerCheck> {
    running ??= checkLedger(deps).finally(() => {
      running = undefined
    })
    return running
  }

  async function show(request: FastifyRequest, reply: FastifyReply, status: number, shown: Shown) {
    const totals = await sumBalances(db)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'Every franc that customers pay, that you owe or that you earn is here, since these books began.',
    )
    const cards = (Object.keys(groups) as (keyof typeof groups)[]).map((group) =>
      totalsCard(group, totals, language),
    )
    const none = emptyPart({
      text: t('Nothing is booked yet: it begins with the first delivery that ends.'),
      next: { href: '/operations', label: t('Under way') },
    })
    const aboutProof = t(
      'Everything is computed again from the deliveries and compared with what is booked. It may take a minute.',
    )
    const aboutClosing = t(
      'Nothing is booked in it any more, nor in the months before. This cannot be undone.',
    )
    const main = html`<p>${lead}</p><ul class="rows">!${partRows(language)}</ul>
!${totals.length === 0 ? none : cards}
<section class="card"><h2>${t('Prove')}</h2>!${proofText(shown.checked, language)}<p>${aboutProof}</p>
!${buttonForm(`${path}/check`, t('Prove the books'), 'plain')}</section>
<details class="card"><summary>${t('Close a month')}</summary><p>${aboutClosing}</p>
!${closingForm(monthsOver(clock.now(), timeZone), language)}</details>`
    const isFormPage = request.method === 'POST'
    const page = servicePage(language, 'books', { notice: shown.notice, isFormPage, main })
    return deps.sendPage(request, reply, status, page)
  }
}

/** The pages below this one, each with what it is for. */
function partRows(language: Language): string[] {
  const t = speak(language)
  return Object.entries(partNames).map(
    ([part, [name, lead]]) => html`<li><a class="go" href="${path}/${part}">
<span><strong>${t(name)}</strong><br><span class="soft">${t(lead)}</span></span>
<span aria-hidden="true">›</span></a></li>`,
  )
}

function closingForm(months: readonly string[], language: Language): string {
  const t = speak(language)
  const close = submitButton(t('Close this month'), 'danger')
  return postForm(`${path}/close`, html`!${monthField(months, language)}!${close}`)
}

function totalsCard(group: keyof typeof groups, totals: readonly KindTotal[], language: Language): string {
  const t = speak(language)
  const shown = groups[group].flatMap((kind) => totals.filter((total) => total.kind === kind))
  if (shown.length === 0) return ''
  const lines = shown.map(({ kind, owner, currency, balanceFcfa, accounts }) => {
    const about = [
      providerAccountText(owner, language),
      accounts > 1 ? t('{count, plural, one {1 account} other {# accounts}}', { count: accounts }) : '',
      currency,
    ]
    const amount = amountText(shownBalance(kind, balanceFcfa), language)
    return html`<div><dt>${t(booksKinds[kind])}<br>
<span class="soft">${about.filter(Boolean).join(' · ')}</span></dt><dd>${amount}</dd></div>`
  })
  return html`<section class="card"><h2>${t(groupNames[group])}</h2><dl>!${lines}</dl></section>`
}

/** What a proof found; nothing where none was asked for. */
function proofText(checked: LedgerCheck | undefined, language: Language): string {
  if (!checked) return ''
  const t = speak(language)
  const figure = (value: number) => amountText(value, language)
  const { postings } = checked
  if (checked.faults.length === 0) {
    const proven = t(
      '{postings, plural, one {The books are without fault: 1 posting proven.} other {The books are without fault: # postings proven.}}',
      { postings },
    )
    return html`<p class="notice" role="status">${proven}</p>`
  }
  const faults = checked.faults.map(({ rule, subject, expectedFcfa, foundFcfa }) => {
    const [expected, found] = [figure(expectedFcfa), figure(foundFcfa)]
    const says = t('{subject}: {expected} expected, {found} found', { subject, expected, found })
    return html`<li><strong>${t(ruleNames[rule])}</strong><br>${says}</li>`
  })
  const lead = t('There are faults. Close no month, and have whoever maintains the service look at them:')
  return html`<p class="notice warning" role="alert">${lead}</p><ul>!${faults}</ul>`
}
