import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { isErased } from '../../../../domain/deliveries/erasing/erased-customer.ts'
import { customerName } from '../../../../domain/deliveries/order/customer-name.ts'
import { recordRefund } from '../../../../domain/money/mobile-money/record-refund.ts'
import { type DueRefund, listDueRefunds } from '../../../../domain/money/mobile-money/refund-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { payoutReasons } from '../payout-wording.ts'
import { serviceHref, servicePage } from '../service-page.ts'

const path = serviceHref('refunds')
/** Whoever has more than that mends the cause first. */
const maxRows = 100

/** What was typed into the form that was refused, and why. */
type Refused = { requestId: string; note: string; fault: string }

/** `/operations/service/refunds`: money that is to be given back, each with a form to note that it was. */
export async function dueRefundsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }

  app.get(path, { config }, (request, reply) => {
    const done = { refunded: speak(languageOf(request))('The refund is noted.') }
    return show(request, reply, 200, doneNotice(request, done))
  })

  app.post<{ Params: { id: string } }>(`${path}/:id`, options, async (request, reply) => {
    const { shopId = '', note = '' } = fieldsOf(request.body)
    const { id: requestId } = request.params
    return attempt(
      request,
      async () => {
        if (!isUuid(requestId) || !isUuid(shopId)) throw new ApiError('REFUND_NOT_FOUND')
        await recordRefund({ ...deps, actor: actorOf(request) }, { shopId, requestId, note })
        return redirectAfter(reply, path, 'refunded')
      },
      ({ status, notice }) =>
        show(request, reply, status, notice, { requestId, note: note.slice(0, 200), fault: notice.text }),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: Refused,
  ) {
    const refunds = await listDueRefunds(db, maxRows)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'Customers paid when nothing was expected, or for a parcel that was not handed over. The service gives back by itself what the mobile money operator lets it; give the rest back, then note how.',
    )
    const cards = refunds.map((refund) => {
      const dueAt = momentText(refund.refundDueAt, { timeZone, now: clock.now() }, language)
      return refundCard(refund, dueAt, refused, language)
    })
    const none = html`<p class="empty">${t('Nothing is to be given back.')}</p>`
    const main = html`<p>${lead}</p>
!${cards.length === 0 ? none : html`<div class="cards">!${cards}</div>`}`
    return deps.sendPage(request, reply, status, servicePage(language, 'refunds', { notice, main }))
  }
}

function refundCard(
  refund: DueRefund,
  dueAt: string,
  refused: Refused | undefined,
  language: Language,
): string {
  const t = speak(language)
  const { requestId, deliveryId, reference } = refund
  const mine = refused?.requestId === requestId ? refused : undefined
  const note = textField({
    name: 'note',
    label: t('How (number of the transfer, handed over by…)'),
    value: mine?.note,
    error: mine?.fault,
    attributes: { required: true, minlength: 3, maxlength: 200, id: `note-${requestId}` },
  }).replace('for="note"', `for="note-${requestId}"`)
  const form = html`!${hiddenField('shopId', refund.shopId)}!${note}!${submitButton(t('It is given back'))}`
  const act = refund.isSent
    ? html`<p class="notice">${t('The service is giving it back.')}</p>`
    : html`!${refusalLine(refund, language)}!${postForm(`${path}/${requestId}`, form)}`
  return html`<section class="card"><h2>${amountText(refund.amountFcfa, language)}</h2>
<p>!${payerOf(refund)}<a href="/operations/deliveries/${deliveryId}">${reference}</a> · ${refund.shopName}<br>
<span class="soft">${dueAt}</span></p>!${act}</section>`
}

/** Who is to get it; nothing where they were erased. */
function payerOf(refund: DueRefund): string {
  if (isErased(refund)) return ''
  const { customer_phone: phone } = refund
  const call = html`<a href="tel:${phone}">${spacedPhone(phone)}</a>`
  return html`<strong>${customerName(refund)}</strong> · !${call}<br>`
}

/** Why it did not go by itself, and where it can be sent again. */
function refusalLine({ refusal }: DueRefund, language: Language): string {
  if (refusal === null) return ''
  const t = speak(language)
  const why = t('The operator did not give it back: {reason}.', { reason: t(payoutReasons[refusal]) })
  return html`<p>${why} <a href="${serviceHref('payouts')}">${t('Send it again, from the payouts')}</a></p>`
}
