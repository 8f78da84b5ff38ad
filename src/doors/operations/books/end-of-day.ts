import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { newId } from '../../../base/kernel/clock.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { dayAfter, isDay, localDayText, localMoment } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { shownBalance } from '../../../domain/money/ledger/ledger-account.ts'
import type { PostingKind } from '../../../domain/money/ledger/ledger-posting.ts'
import { countTill } from '../../../domain/money/settlement/count-till.ts'
import type { MoneyMove } from '../../../domain/money/settlement/money-move.ts'
import { listFloatAccounts, moveMoney } from '../../../domain/money/settlement/move-money.ts'
import type { DayAccount } from '../../../domain/money/statements/service/money-day.ts'
import { maxDaysBack, readMoneyDay } from '../../../domain/money/statements/service/read-money-day.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { sentText } from '../../../web/exports/delivery-filter.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { dayOf } from '../../../web/statements/shop-statement-page.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { dayAccountName, placeName } from './account-wording.ts'
import { booksPart } from './books-part-page.ts'
import { gapsCard } from './day-gaps.ts'
import { countForm, moveForm, readCount, readMove } from './noted-money.ts'

const path = `${serviceHref('books')}/day`

const kindNames: Partial<Record<PostingKind, OperationsText>> = {
  PAYMENT_RECEIVED: 'Payments by customers',
  TRIP_PREPAID: 'Trips paid first',
  PAYOUT_FEE_CHARGED: 'Payout fees charged',
  REFUND_RECORDED: 'Refunds noted',
  SURPLUS_SETTLED: 'Received too much, settled with customers',
  TRANSFER_BEGUN: 'Transfers begun',
  TRANSFER_PAID: 'Transfers that arrived',
  TRANSFER_REFUSED: 'Transfers refused',
  PAYOUT_RECORDED: 'Payouts noted',
  SHOP_PAYMENT_RECORDED: 'Payments by shops noted',
  DIFFERENCE_SETTLED: 'Differences settled',
  MONEY_MOVED: 'Money moved',
  MONEY_COUNTED: 'Till counted',
}

type Typed = Record<string, string>
type Shown = {
  day: string
  dayFault?: string
  notice?: WorkspaceNotice | undefined
  /** What was typed into a form that was refused, and by which `act`. */
  typed?: Typed
}

/**
 * `/operations/service/books/day`: what lay where as a day began and ended, what moved, what is missing, and
 * the forms that note the rest.
 */
export async function endOfDayPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 8_192 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const idOf = ({ form = '' }: Typed) => (isUuid(form) ? form : newId(clock.now()))
  const today = () => localDayText(clock.now(), timeZone)

  app.get(path, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const asked = sentText(request.query, 'day', 10)
    const isKept = (day: string) => day <= today() && dayAfter(day, maxDaysBack) >= today()
    if (asked !== '' && !(isDay(asked) && isKept(asked)))
      return show(request, reply, 422, {
        day: today(),
        dayFault: t('Choose a day that has begun, no more than {days} days ago.', { days: maxDaysBack }),
      })
    const done = { moved: t('It is noted.'), counted: t('The count is noted.') }
    return show(request, reply, 200, { day: asked || today(), notice: doneNotice(request, done) })
  })

  app.post(`${path}/move`, options, async (request, reply) => {
    const typed: Typed = { ...fieldsOf(request.body), act: 'move' }
    const movedAt = localMoment(typed.movedAt ?? '', timeZone)
    if (!movedAt) {
      const text = speak(languageOf(request))('This moment cannot be read.')
      return show(request, reply, 422, { day: today(), notice: { kind: 'warning', text }, typed })
    }
    return attempt(
      request,
      async () => {
        await moveMoney(acting(request), readMove(typed, idOf(typed), movedAt))
        return redirectAfter(reply, path, 'moved')
      },
      ({ status, notice }) => show(request, reply, status, { day: today(), notice, typed }),
    )
  })

  app.post(`${path}/count`, options, async (request, reply) => {
    const typed: Typed = { ...fieldsOf(request.body), act: 'count' }
    return attempt(
      request,
      async () => {
        await countTill(acting(request), readCount(typed, idOf(typed)))
        return redirectAfter(reply, path, 'counted')
      },
      ({ status, notice }) => show(request, reply, status, { day: today(), notice, typed }),
    )
  })

  async function show(request: FastifyRequest, reply: FastifyReply, status: number, shown: Shown) {
    const { day, dayFault, notice, typed = {} } = shown
    const [{ accounts, gaps, moves }, floats] = await outsideDeadline(request, () =>
      Promise.all([readMoneyDay(deps, day), listFloatAccounts(db, deps)]),
    )
    const language = languageOf(request)
    const t = speak(language)
    const times = { language, timeZone, now: clock.now() }
    const form = { ...times, href: path, formId: idOf(typed), typed }
    const lead = t(
      'What lay there in the morning, what moved, and what lies there in the evening, account by account, by the company’s clock.',
    )
    const none = html`<p class="empty">${t('No money is booked yet.')}</p>`
    const main = html`<p>${lead}</p>!${dayPicker(day, today(), dayFault, language)}!${gapsCard(gaps, times)}
!${accounts.length === 0 ? none : accountsTable(accounts, language)}!${movesCard(moves, times)}
!${moveForm(form, floats)}!${countForm(form)}`
    const title = `${t('End of the day')} · ${dayOf(day, language)}`
    const isFormPage = request.method === 'POST'
    return deps.sendPage(request, reply, status, booksPart(language, title, { notice, isFormPage, main }))
  }
}

function dayPicker(day: string, today: string, fault: string | undefined, language: Language): string {
  const t = speak(language)
  const link = (to: string, label: string) =>
    html`<a class="button plain" href="${path}?day=${to}">${label}</a>`
  const field = textField({
    name: 'day',
    label: t('Day'),
    value: day,
    error: fault,
    attributes: { type: 'date', required: true, max: today },
  })
  return html`<form class="stack" action="${path}"><div class="row">
!${field}<button class="plain">${t('Show#day')}</button></div></form>
<p class="acts">
!${link(dayAfter(day, -1), t('Day before'))}!${day < today ? link(dayAfter(day, 1), t('Day after')) : ''}</p>`
}

function accountsTable(accounts: readonly DayAccount[], language: Language): string {
  const t = speak(language)
  const heads = [t('Morning'), t('In'), t('Out'), t('Evening')]
  const lines = accounts
    .filter(isNotEmpty)
    .map(asShown)
    .map((account) => {
      const { openingFcfa, inFcfa, outFcfa, closingFcfa } = account
      const moved = account.moved.map((flow) => {
        const name = t((flow.postingKind && kindNames[flow.postingKind]) || 'Other')
        const count = flow.count.toLocaleString(language)
        const amount = amountText(flow.inFcfa - flow.outFcfa, language)
        return html`<br><span class="soft">${name} (${count}) · ${amount}</span>`
      })
      const cells = [openingFcfa, inFcfa, outFcfa, closingFcfa].map(
        (fcfa, at) => html`<td class="number" data-label="${heads[at]}">${amountText(fcfa, language)}</td>`,
      )
      const name = dayAccountName(account, language)
      return html`<tr>
<td class="wide"><strong>${name}</strong> <span class="soft">${account.currency}</span>!${moved}</td>
!${cells}</tr>`
    })
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t('End of the day')}">
<table><thead><tr><th scope="col">${t('Account')}</th>
!${heads.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>!${lines}</tbody></table></div>`
}

const isNotEmpty = ({ openingFcfa, inFcfa, outFcfa, closingFcfa }: DayAccount): boolean =>
  [openingFcfa, inFcfa, outFcfa, closingFcfa].some((fcfa) => fcfa !== 0)

/**
 * What is being sent is owed until it arrives; people read it as money that lies on its way, as on the page
 * of the books.
 */
function asShown(account: DayAccount): DayAccount {
  if (account.kind !== 'MONEY_SENT') return account
  const turned = <Flow extends { inFcfa: Fcfa; outFcfa: Fcfa }>(flow: Flow): Flow => ({
    ...flow,
    inFcfa: flow.outFcfa,
    outFcfa: flow.inFcfa,
  })
  return {
    ...turned(account),
    openingFcfa: shownBalance('MONEY_SENT', account.openingFcfa),
    closingFcfa: shownBalance('MONEY_SENT', account.closingFcfa),
    moved: account.moved.map(turned),
  }
}

function movesCard(
  moves: readonly MoneyMove[],
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
): string {
  if (moves.length === 0) return ''
  const t = speak(language)
  const lines = moves.map(({ from, to, amountFcfa, feeFcfa, currency, reference, note, movedAt }) => {
    const about = [
      momentText(movedAt, { timeZone, now }, language),
      reference,
      feeFcfa > 0 ? t('fee {fee}', { fee: amountText(feeFcfa, language) }) : '',
      currency,
      note,
    ]
    const places = { from: placeName(from, language), to: placeName(to, language) }
    return html`<li><div class="line">
<span>${t('From “{from}” to “{to}”', places)}<br>
<span class="soft">${about.filter(Boolean).join(' · ')}</span></span>
<span>${amountText(amountFcfa, language)}</span></div></li>`
  })
  return html`<section><h2>${t('Money moved on this day')}</h2><ul class="rows">!${lines}</ul></section>`
}
