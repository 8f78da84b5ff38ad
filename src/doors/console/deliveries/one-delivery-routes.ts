import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { limits } from '../../../base/contract/limits.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readWhole } from '../../../base/kernel/written-number.ts'
import { chosenOf, fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { allowRepeat } from '../../../domain/deliveries/allow-repeat.ts'
import { confirmPayment } from '../../../domain/deliveries/confirm-payment.ts'
import type { ShareChannel } from '../../../domain/deliveries/deliveries-tables.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { denyPayment } from '../../../domain/deliveries/deny-payment.ts'
import { getDelivery } from '../../../domain/deliveries/get-delivery.ts'
import { recordLinkShare } from '../../../domain/deliveries/sharing/record-link-share.ts'
import { cancelDelivery } from '../../../domain/deliveries/transitions/cancel-delivery.ts'
import { returnParcel } from '../../../domain/deliveries/transitions/return-parcel.ts'
import { maxPaymentRequests } from '../../../domain/mobile-money/payment-request.ts'
import { requestPaymentAgain } from '../../../domain/mobile-money/request-payment-again.ts'
import { requestTripPayment } from '../../../domain/mobile-money/request-trip-payment.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../console-request.ts'
import { oneDeliveryPage } from './one-delivery-page.ts'
import { oneDeliveryDone, oneDeliveryShareNoted } from './one-delivery-wording.ts'
import { readShownDelivery } from './read-shown-delivery.ts'

type OneDelivery = { Params: { shopId: string; id: string } }

import { speak, speakEach } from '../console-words.ts'

/** What somebody of the shop can do to a delivery by a button, and how the page says that it is done. */
type Act = {
  done: string
  act: (deps: ConsoleDeps, key: DeliveryKey) => Promise<DeliveryRow>
  isDone: IsDone
}
type IsDone = (delivery: DeliveryRow) => boolean

const acts: Record<string, Act> = {
  'confirm-payment': {
    done: 'confirmed',
    act: confirmPayment,
    isDone: ({ payment_status }) => payment_status === 'PAID',
  },
  'deny-payment': {
    done: 'denied',
    act: denyPayment,
    isDone: ({ payment_status }) => payment_status === 'AWAITING_CUSTOMER',
  },
  'request-payment': {
    done: 'asked',
    act: (deps, key) => requestPaymentAgain(deps, key, { max: maxPaymentRequests }),
    isDone: ({ payment_status }) => payment_status === 'AWAITING_CUSTOMER' || payment_status === 'PAID',
  },
  'confirm-return': { done: 'returned', act: returnParcel, isDone: ({ status }) => status === 'RETURNED' },
}

const shareChannels: readonly ShareChannel[] = ['WHATSAPP', 'SMS', 'COPY']

/** One delivery: its page, and what can be done to it. */
export async function oneDeliveryRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/:id`
  const config = { needs: 'SELL' } as const

  app.get<OneDelivery>(path, { config }, async (request, reply) => {
    return sendDelivery(
      request,
      reply,
      200,
      doneNotice(request, speakEach(languageOf(request), oneDeliveryDone)),
    )
  })

  for (const [name, { done, act, isDone }] of Object.entries(acts))
    app.post<OneDelivery>(`${path}/${name}`, { config }, async (request, reply) => {
      const key = keyOf(request)
      return answered(request, reply, done, () =>
        allowRepeat(deps, key, () => act({ ...deps, actor: actorOf(request) }, key), isDone),
      )
    })

  app.post<OneDelivery>(`${path}/cancel`, { config }, async (request, reply) => {
    const { reason = '', fee = '' } = fieldsOf(request.body)
    const words = cleanedLine(reason).slice(0, limits.cancelReason.max)
    return answered(request, reply, 'cancelled', () =>
      cancelDelivery({ ...deps, actor: actorOf(request) }, keyOf(request), {
        reason: words || null,
        idempotencyKey: null,
        shownFeeFcfa: readWhole(fee, { max: 999_999_999 }) ?? 0,
      }),
    )
  })

  app.post<OneDelivery>(`${path}/pay-trip`, { config }, async (request, reply) => {
    const { phone = '' } = fieldsOf(request.body)
    return answered(request, reply, 'trip', () =>
      requestTripPayment({ ...deps, actor: actorOf(request) }, keyOf(request), phone.slice(0, 40)),
    )
  })

  app.post<OneDelivery>(`${path}/share`, { config }, async (request, reply) => {
    const key = keyOf(request)
    const { channel: sent } = fieldsOf(request.body)
    const channel = chosenOf('channel', sent, shareChannels) ?? 'COPY'
    const record = () => recordLinkShare({ ...deps, actor: actorOf(request) }, key, channel)
    if (request.headers.accept === 'application/json') {
      await record()
      return { said: speak(languageOf(request))(oneDeliveryShareNoted[channel]) }
    }
    return answered(request, reply, 'shared', async () => {
      await record()
      return { id: key.id, shop_id: key.shopId }
    })
  })

  async function answered(
    request: FastifyRequest<OneDelivery>,
    reply: FastifyReply,
    done: string,
    act: () => Promise<Pick<DeliveryRow, 'id' | 'shop_id'>>,
  ) {
    try {
      const { id, shop_id } = await act()
      return redirectAfter(reply, shopHref(shop_id, `/deliveries/${id}`), done)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendDelivery(request, reply, status, notice)
    }
  }

  async function sendDelivery(
    request: FastifyRequest<OneDelivery>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const row = await getDelivery(deps.db, keyOf(request))
    return deps.sendPage(
      request,
      reply,
      status,
      oneDeliveryPage(await readShownDelivery(deps, request, row), notice),
    )
  }
}

/** Which delivery a request is about, of the shop of whoever asks. Throws DELIVERY_NOT_FOUND. */
function keyOf(request: FastifyRequest<OneDelivery>): DeliveryKey {
  const { id } = request.params
  if (!isUuid(id)) throw new ApiError('DELIVERY_NOT_FOUND')
  return { shopId: memberOf(request).shop.id, id }
}
