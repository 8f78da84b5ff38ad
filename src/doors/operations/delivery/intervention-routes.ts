import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { type FailureCode, failureCodes } from '../../../base/contract/vocabulary.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { readWhole } from '../../../base/kernel/written-number.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { confirmPayment } from '../../../domain/deliveries/confirm-payment.ts'
import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import type { DeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { denyPayment } from '../../../domain/deliveries/deny-payment.ts'
import { arriveAtPickup } from '../../../domain/deliveries/transitions/arrive-at-pickup.ts'
import { cancelDelivery } from '../../../domain/deliveries/transitions/cancel-delivery.ts'
import { declareBroughtBack } from '../../../domain/deliveries/transitions/declare-brought-back.ts'
import { expireDelivery } from '../../../domain/deliveries/transitions/expire-delivery.ts'
import { extendDeadline } from '../../../domain/deliveries/transitions/extend-deadline.ts'
import { failDelivery } from '../../../domain/deliveries/transitions/fail-delivery.ts'
import { handOverWithoutCode } from '../../../domain/deliveries/transitions/hand-over-parcel.ts'
import type { DeliveryDeps } from '../../../domain/deliveries/transitions/move-delivery.ts'
import { pickUpWithoutCode } from '../../../domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../../../domain/deliveries/transitions/return-parcel.ts'
import { unlockCode } from '../../../domain/deliveries/unlock-code.ts'
import { requestPaymentAgain } from '../../../domain/mobile-money/request-payment-again.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { addressOfAct, fieldOfAct } from './act-address.ts'
import { actWords } from './act-wording.ts'
import type { PaymentAct, RefusedAct } from './operated-delivery.ts'
import { type OperatedRoute, operatedKey, operatedPath, operatedRow } from './operated-delivery-key.ts'
import { operatedDeliveryPage } from './operated-delivery-page.ts'
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

/** The page of one delivery of any shop, and what those who run the service do to it. */
export async function interventionRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get<OperatedRoute>(operatedPath, { config }, (request, reply) =>
    sendDelivery(request, reply, 200, doneNotice(request, doneWords(request))),
  )

  for (const [act, run] of Object.entries(acts) as [keyof typeof acts, (sent: Sent) => Promise<unknown>][])
    app.post<OperatedRoute>(
      `${operatedPath}/acts/${addressOfAct(act)}`,
      { config },
      async (request, reply) => {
        const fields = fieldsOf(request.body)
        const reason = fields[fieldOfAct(act, 'reason')] ?? ''
        const key = await operatedKey(deps.db, request.params.deliveryId)
        try {
          await run({ deps: { ...deps, actor: actorOf(request) }, key, reason, fields })
        } catch (error) {
          return sendRefusal(request, reply, error, { act: addressOfAct(act), typed: fields })
        }
        return redirectAfter(reply, `/operations/deliveries/${key.id}`, addressOfAct(act))
      },
    )

  async function sendRefusal(
    request: FastifyRequest<OperatedRoute>,
    reply: FastifyReply,
    error: unknown,
    sent: Omit<RefusedAct, 'error'>,
  ) {
    const { code, status, notice } = refusalOf(error, request)
    if (code === 'ROLE_REQUIRED') throw error
    const refused = { ...sent, error: code === 'REASON_REQUIRED' ? notice.text : undefined }
    return sendDelivery(request, reply, status, notice, refused)
  }

  async function sendDelivery(
    request: FastifyRequest<OperatedRoute>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: RefusedAct,
  ) {
    const row = await operatedRow(deps.db, request.params.deliveryId)
    const shown = await readOperatedDelivery(deps, request, row, refused)
    return deps.sendPage(request, reply, status, operatedDeliveryPage(shown, notice))
  }
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
  return Object.fromEntries(
    Object.entries(actWords).map(([act, { done }]) => [
      addressOfAct(act as InterventionAct | PaymentAct),
      t(done),
    ]),
  )
}
