import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import { readWhole } from '../../../base/kernel/written-number.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type FailureCode, failureCodes } from '../../../contract/vocabulary.ts'
import { cancelDelivery } from '../../../domain/deliveries/cancelling/cancel-delivery.ts'
import { extendDeadline } from '../../../domain/deliveries/changing/extend-deadline.ts'
import { unlockCode } from '../../../domain/deliveries/codes/unlock-code.ts'
import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { DeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { failureReason } from '../../../domain/deliveries/failure-reason.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import { confirmPayment } from '../../../domain/deliveries/payment/confirm-payment.ts'
import { denyPayment } from '../../../domain/deliveries/payment/deny-payment.ts'
import { arriveAtPickup } from '../../../domain/deliveries/transitions/arrive-at-pickup.ts'
import { declareBroughtBack } from '../../../domain/deliveries/transitions/declare-brought-back.ts'
import { expireDelivery } from '../../../domain/deliveries/transitions/expire-delivery.ts'
import { failDelivery } from '../../../domain/deliveries/transitions/fail-delivery.ts'
import { handOverWithoutCode } from '../../../domain/deliveries/transitions/hand-over-parcel.ts'
import type { DeliveryDeps } from '../../../domain/deliveries/transitions/move-delivery.ts'
import { pickUpWithoutCode } from '../../../domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../../../domain/deliveries/transitions/return-parcel.ts'
import { requestPaymentAgain } from '../../../domain/money/mobile-money/request-payment-again.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import {
  courierCard,
  customerCard,
  deliveryMap,
  parcelCard,
} from '../../../web/delivery/delivery-cards-page.ts'
import { moneyCard } from '../../../web/delivery/delivery-money-page.ts'
import { storyCards } from '../../../web/delivery/delivery-story-page.ts'
import { handoverCard } from '../../../web/delivery/handover-card-page.ts'
import { linkedTries, standingText } from '../../../web/delivery/linked-tries-page.ts'
import { askFromForm, secondTryCard } from '../../../web/delivery/second-try-card-page.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { statusMark } from '../../../web/status-mark.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { saidByCustomerCard } from '../problems/problem-parts.ts'
import { addressOfAct, fieldOfAct } from './act-address.ts'
import { actWords } from './act-wording.ts'
import { interventionForms } from './intervention-forms-page.ts'
import { codesCard, declaredCard, peopleCard, requestsCard, searchCard } from './operated-cards-page.ts'
import type { OperatedDelivery, PaymentAct, RefusedAct } from './operated-delivery.ts'
import { type OperatedRoute, operatedKey, operatedPath, operatedRow } from './operated-delivery-key.ts'
import { readOperatedDelivery } from './read-operated-delivery.ts'

type Sent = { deps: OperationsDeps & DeliveryDeps; key: DeliveryKey; reason: string; fields: Fields }
type Fields = Record<string, string>

/** What the form of each act does; a courier is chosen on a page of its own. */
const acts: Record<
  Exclude<InterventionAct, 'ASSIGN' | 'REASSIGN'> | PaymentAct,
  (sent: Sent) => Promise<unknown>
> = {
  CANCEL: ({ deps, key, reason, fields: { fee = '' } }) =>
    cancelDelivery(deps, key, {
      reason: null,
      interventionReason: reason,
      idempotencyKey: null,
      shownFeeFcfa: readWhole(fee, { max: 999_999_999 }) ?? 0,
    }),
  EXPIRE: ({ deps, key, reason }) => expireDelivery(deps, key, reason),
  EXTEND: ({ deps, key, reason, fields }) =>
    extendDeadline(deps, key, {
      minutes: Number(fields[fieldOfAct('EXTEND', 'minutes')]),
      reason,
      shownDueAt: new Date(fields.due ?? 0),
    }),
  FAIL: ({ deps, key, reason, fields }) =>
    failDelivery(deps, key, { code: codeOf(fields), words: null }, reason),
  UNLOCK_CODE: ({ deps, key, reason }) => unlockCode(deps, key, reason),
  ARRIVE: ({ deps, key, reason }) => arriveAtPickup(deps, key, reason),
  PICK_UP: ({ deps, key, reason }) => pickUpWithoutCode(deps, key, reason),
  HAND_OVER: ({ deps, key, reason }) => handOverWithoutCode(deps, key, reason),
  RETURN: ({ deps, key, reason }) => returnParcel(deps, key, reason),
  BRING_BACK: ({ deps, key, reason }) => declareBroughtBack(deps, key, reason),
  'confirm-payment': ({ deps, key, reason }) => confirmPayment(deps, key, reason),
  'deny-payment': ({ deps, key, reason }) => denyPayment(deps, key, reason),
  'request-payment': ({ deps, key, reason }) => requestPaymentAgain(deps, key, { reason }),
}

const config = { operates: 'DISPATCH' } as const

/** `/operations/deliveries/ID`: whom to call about a delivery of any shop, what to do, then all about it. */
export async function operatedDeliveryPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get<OperatedRoute>(operatedPath, { config }, (request, reply) =>
    show(request, reply, 200, doneNotice(request, doneWords(request))),
  )

  for (const [act, run] of Object.entries(acts) as [keyof typeof acts, (sent: Sent) => Promise<unknown>][])
    app.post<OperatedRoute>(
      `${operatedPath}/acts/${addressOfAct(act)}`,
      { config },
      async (request, reply) => {
        const fields = fieldsOf(request.body)
        const reason = fields[fieldOfAct(act, 'reason')] ?? ''
        const key = await operatedKey(deps.db, request.params.deliveryId)
        const word = addressOfAct(act)
        return attempt(
          request,
          async () => {
            await run({ deps: { ...deps, actor: actorOf(request) }, key, reason, fields })
            return redirectAfter(reply, `/operations/deliveries/${key.id}`, word)
          },
          ({ code, status, notice }, error) => {
            if (code === 'ROLE_REQUIRED') throw error
            const about = code === 'REASON_REQUIRED' ? notice.text : undefined
            return show(request, reply, status, notice, { act: word, typed: fields, error: about })
          },
        )
      },
    )

  app.post<OperatedRoute>(`${operatedPath}/second-try`, { config }, async (request, reply) => {
    const key = await operatedKey(deps.db, request.params.deliveryId)
    const ask = async () => {
      const made = await askFromForm({ ...deps, actor: actorOf(request) }, key, fieldsOf(request.body))
      return redirectAfter(reply, `/operations/deliveries/${made.id}`, 'second-try')
    }
    return attempt(request, ask, ({ code, status, notice }, error) => {
      if (code === 'ROLE_REQUIRED') throw error
      return show(request, reply, status, notice)
    })
  })

  async function show(
    request: FastifyRequest<OperatedRoute>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: RefusedAct,
  ) {
    const found = await operatedRow(deps.db, request.params.deliveryId)
    const shown = await readOperatedDelivery(deps, request, found, refused)
    const { row, map, language } = shown
    const t = speak(language)
    const isAtShop = row.status === 'ASSIGNED' && row.arrived_at_pickup_at !== null
    const state = isAtShop ? t('Courier at the shop') : standingText(shown)
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      isWide: true,
      title: row.reference,
      back: { href: '/operations/deliveries', label: t('Deliveries') },
      notice,
      isFormPage: notice?.kind === 'refused',
      live: `${shown.href}/live`,
      scripts: [...(map ? (['workspace-map.js'] as const) : []), 'workspace-live.js'],
      acts: statusMark(row.status, state, isAtShop),
      main: html`!${summary(shown)}
!${linkedTries(shown, (id) => `/operations/deliveries/${id}`)}
<div class="columns"><div>
!${declaredCard(shown)}
!${saidByCustomerCard(shown.said, shown)}
!${peopleCard(shown)}
!${interventionForms(shown)}
!${tryAgainCard(shown)}
!${handoverCard(shown, `${shown.href}/photos`)}
!${deliveryMap(shown)}
!${codesCard(shown)}
!${searchCard(shown)}
</div><div>
!${moneyCard(shown)}
!${requestsCard(shown)}
!${courierCard(shown)}
!${customerCard(shown)}
!${parcelCard(shown)}
!${storyCards(shown)}
</div></div>`,
    })
  }
}

/** Whose it is, since when, and what is to be known of it first. */
function summary({ row, shop, acts: open, ...times }: OperatedDelivery): string {
  const { language } = times
  const t = speak(language)
  const when = (at: Date) => momentText(at, times, language)
  const pay = row.courier_pay_fcfa
  const earns = pay !== null && t('earns {amount}', { amount: amountText(pay, language) })
  const facts = [
    failureReason(row.failure_code, row.failure_note, language),
    row.due_at && t('Expires on {when}', { when: when(row.due_at) }),
    open.includes('BRING_BACK') ? t('The parcel was called back and is not at the shop again yet.') : null,
    earns ? `${row.courier_first_name ?? ''} ${earns}` : null,
  ].filter((each) => each !== null)
  return html`<p class="soft">${shop.name} · ${customerName(row)} · ${when(row.created_at)}
!${facts.map((each) => html`<br>${each}`)}</p>`
}

/** A failed parcel is brought once more, at the shop's expense. */
function tryAgainCard(shown: OperatedDelivery): string {
  const lead = speak(shown.language)(
    'Instead of the return, or after it: a new delivery brings the parcel once more, today or tomorrow. The shop pays its trip; what the customer still owes is collected by it.',
  )
  return secondTryCard(shown, lead)
}

/** Throws REQUEST_MALFORMED for a code that the form does not have. */
function codeOf(fields: Fields): FailureCode {
  const sent = fields[fieldOfAct('FAIL', 'code')]
  const code = failureCodes.find((each) => each === sent)
  if (!code) throw new ApiError('REQUEST_MALFORMED')
  return code
}

/** What the redirect after each act says. */
function doneWords(request: FastifyRequest): Record<string, string> {
  const t = speak(languageOf(request))
  const asked = ['second-try', t('The parcel is brought once more, by this delivery.')] as const
  return Object.fromEntries([
    asked,
    ...Object.entries(actWords).map(([act, { done }]) => [
      addressOfAct(act as InterventionAct | PaymentAct),
      t(done),
    ]),
  ])
}
