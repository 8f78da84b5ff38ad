import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import {
  orderSettlements,
  rowSettlements,
} from '../../../domain/money/mobile-money/disagreements/disagreement.ts'
import {
  type ListedDisagreement,
  listDisagreements,
} from '../../../domain/money/mobile-money/disagreements/disagreement-store.ts'
import { settleRetoldRow } from '../../../domain/money/statements/reconciling/settle-retold-row.ts'
import { settleDisagreement } from '../../../domain/money/transfers/settle-disagreement.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { choiceField, hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { serviceHref, servicePage } from './service-page.ts'

const path = serviceHref('disagreements')
/** Whoever has more open than that mends the cause first; and the last that were settled. */
const [maxOpen, maxSettled] = [100, 30]

const stateNames = { PAID: 'it is paid', PENDING: 'it is under way', REFUSED: 'it is refused' } as const
const kindNames = {
  payment: 'Payment of a customer',
  transfer: 'Money that was sent',
  row: 'Row of a statement',
} as const
const settlementNames = {
  COUNTS: 'It is paid as asked; only the difference waits for an explanation',
  STAYS: 'It is not paid; the money waits for an explanation',
  REVERSED: 'It is not paid, and nothing lies with the operator any more (given back, or never came)',
  LATER: 'The new row counts, the old one does not',
  EARLIER: 'The old row counts, the new one does not',
  BOTH: 'These are two movements: both count',
  AGREED: 'the operator came back to what was asked',
} as const

type Times = { language: Language; timeZone: string; now: Date }
/** What was typed of a settlement that was refused. */
type Refused = { id: string; how: string; reason: string; fault: string }

/** `/operations/service/disagreements`: what providers say otherwise than we know it, to be settled. */
export async function moneyDisagreementsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }

  app.get(path, { config }, (request, reply) =>
    show(request, reply, 200, doneNotice(request, { settled: speak(languageOf(request))('It is settled.') })),
  )

  app.post<{ Params: { id: string } }>(`${path}/:id`, options, async (request, reply) => {
    const { id } = request.params
    const { how = '', reason = '', words = '' } = fieldsOf(request.body)
    const typed = { id, how, reason: reason.slice(0, 200) }
    const asOrder = orderSettlements.find((each) => each === how)
    const asRow = rowSettlements.find((each) => each === how)
    if (!asOrder && !asRow) {
      const fault = speak(languageOf(request))('Say what is true.')
      return show(request, reply, 400, { kind: 'refused', text: fault }, { ...typed, fault })
    }
    const acting = { ...deps, actor: actorOf(request) }
    return attempt(
      request,
      async () => {
        if (!isUuid(id)) throw new ApiError('DISAGREEMENT_NOT_OPEN')
        const seen = { id, words: /^\d{1,6}$/.test(words) ? Number(words) : -1, reason }
        if (asOrder) await settleDisagreement(acting, { ...seen, how: asOrder })
        if (asRow) await settleRetoldRow(acting, { ...seen, how: asRow })
        return redirectAfter(reply, path, 'settled')
      },
      ({ status, notice }) => show(request, reply, status, notice, { ...typed, fault: notice.text }),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: Refused,
  ) {
    const open = await listDisagreements(db, 'OPEN', maxOpen)
    const settled = await listDisagreements(db, 'SETTLED', maxSettled)
    const language = languageOf(request)
    const t = speak(language)
    const times = { language, timeZone, now: clock.now() }
    const lead = t(
      'What a mobile money operator says otherwise than we do: another amount, another currency, another reference, or the same reference in another statement with other figures. None of it counts until you settle it. Money that moved is in the account “Waiting for an explanation”.',
    )
    const cards = open.map((each) => openCard(each, times, refused?.id === each.id ? refused : undefined))
    const rows = settled.map((each) => settledRow(each, times))
    const none = html`<p class="empty">${t('No disagreement waits.')}</p>`
    const past = html`<section class="card"><h2>${t('Settled')}</h2><ol class="rows">!${rows}</ol></section>`
    const main = html`<p>${lead}</p>
!${cards.length === 0 ? none : cards}
!${rows.length === 0 ? '' : past}`
    return deps.sendPage(request, reply, status, servicePage(language, 'disagreements', { notice, main }))
  }
}

function openCard(each: ListedDisagreement, times: Times, refused: Refused | undefined): string {
  const { language } = times
  const t = speak(language)
  const kind = kindOf(each)
  const settlements = kind === 'row' ? rowSettlements : orderSettlements
  const how = choiceField({
    name: 'how',
    label: t('What is true'),
    value: refused?.how ?? '',
    options: settlements.map((value) => ({ value, label: t(settlementNames[value]) })),
  })
  const reason = textField({
    name: 'reason',
    id: `reason-${each.id}`,
    label: t('Why (number at the operator, who said so…)'),
    value: refused?.reason,
    error: refused?.fault,
    attributes: { required: true, minlength: 3, maxlength: 200 },
  })
  const words = hiddenField('words', String(each.words))
  const form = html`!${words}!${how}!${reason}!${submitButton(t('Settle'))}`
  const account = providerAccountText(each.provider, language)
  const again = html`<p>${t('Where it is not paid, it is sent again by itself within an hour.')}</p>`
  return html`<section class="card">
<h2>${t(kindNames[kind])} · ${amountIn(each.amountFcfa, each.currency, language)}</h2>
<p>!${nameOf(each)}<span class="soft">${account}</span></p>
!${askedAndTold(each, times)}
!${kind === 'row' ? '' : html`<p>${standingText(each, language) || t('Nothing of it is booked.')}</p>`}
!${kind === 'transfer' ? again : ''}
!${postForm(`${path}/${each.id}`, form)}</section>`
}

const kindOf = ({ subject }: ListedDisagreement): keyof typeof kindNames =>
  subject.startsWith('payment:') ? 'payment' : subject.startsWith('transfer:') ? 'transfer' : 'row'

/** An amount, with its currency where that is not the franc of West Africa. */
const amountIn = (fcfa: number, currency: string, language: Language): string =>
  `${amountText(fcfa, language)}${currency === 'XAF' ? ' XAF' : ''}`

function nameOf({ deliveryId, reference }: ListedDisagreement): string {
  if (reference === null) return ''
  return deliveryId === null
    ? html`<span class="code">${reference}</span> · `
    : html`<a class="inline" href="/operations/deliveries/${deliveryId}">${reference}</a> · `
}

/** What of it waits in the books; empty where nothing does. */
function standingText({ standingFcfa, standingCurrency }: ListedDisagreement, language: Language): string {
  if (standingFcfa === 0) return ''
  const amount = amountIn(standingFcfa, standingCurrency ?? '', language)
  return speak(language)('Waiting for an explanation: {amount}', { amount })
}

function askedAndTold(each: ListedDisagreement, times: Times): string {
  const { language } = times
  const t = speak(language)
  const lines = each.told.map(({ state, amount, currency, reference, toldAt, times: count }) => {
    const figures = [amount, currency].filter(Boolean).join(' ')
    const said = [t(stateNames[state]), figures, reference || t('no reference')].filter(Boolean)
    const often = t('{times, plural, one {} other {# times}}', { times: count })
    const when = [momentText(new Date(toldAt), times, language), often].filter(Boolean)
    return html`<li><div class="line"><span>
<strong>${t('Told by the operator:')}</strong> ${said.join(' · ')}<br>
<span class="soft">${when.join(' · ')}</span></span></div></li>`
  })
  const first = kindOf(each) === 'row' ? t('Told first:') : t('Asked:')
  const asked = amountIn(each.amountFcfa, each.currency, language)
  return html`<ul class="rows">
<li><div class="line"><span><strong>${first}</strong> ${asked}</span></div></li>!${lines}</ul>`
}

function settledRow(each: ListedDisagreement, times: Times): string {
  const { language } = times
  const t = speak(language)
  const about = [
    each.settlement && t(settlementNames[each.settlement]),
    each.settledBecause,
    standingText(each, language),
  ].filter(Boolean)
  const last = each.told.at(-1)
  const told = last ? [last.amount, last.currency].filter(Boolean).join(' ') : ''
  const amounts = `${amountIn(each.amountFcfa, each.currency, language)} → ${told}`
  const account = providerAccountText(each.provider, language)
  const when = each.settledAt ? momentText(each.settledAt, times, language) : ''
  return html`<li><div class="line"><span>
<strong>${t(kindNames[kindOf(each)])}</strong> · ${amounts} · !${nameOf(each)}${account}<br>
${about.join(' · ')}<br>
<span class="soft">${when}</span></span></div></li>`
}
