import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readWhole } from '../../../base/kernel/written-number.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { cancelDelivery } from '../../../domain/deliveries/cancelling/cancel-delivery.ts'
import type { ShareChannel } from '../../../domain/deliveries/deliveries-tables.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { failureReason } from '../../../domain/deliveries/failure-reason.ts'
import { getDelivery } from '../../../domain/deliveries/get-delivery.ts'
import { allowRepeat } from '../../../domain/deliveries/order/allow-repeat.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import { confirmPayment } from '../../../domain/deliveries/payment/confirm-payment.ts'
import { denyPayment } from '../../../domain/deliveries/payment/deny-payment.ts'
import { recordLinkShare } from '../../../domain/deliveries/sharing/record-link-share.ts'
import { returnParcel } from '../../../domain/deliveries/transitions/return-parcel.ts'
import { maxPaymentRequests } from '../../../domain/money/mobile-money/payment-request.ts'
import { requestPaymentAgain } from '../../../domain/money/mobile-money/request-payment-again.ts'
import { requestTripPayment } from '../../../domain/money/mobile-money/request-trip-payment.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
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
import { askFromForm } from '../../../web/delivery/second-try-card-page.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { statusMark } from '../../../web/status-mark.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../console-request.ts'
import { type ConsoleText, speak, speakEach } from '../console-words.ts'
import { labelForm } from '../ordering/labels/label-form.ts'
import { actCards, cancelForm } from './delivery-act-cards.ts'
import { readShownDelivery } from './shown-delivery.ts'

type OneDelivery = { Params: { shopId: string; id: string } }

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
const shareNoted = {
  WHATSAPP: 'Noted: sent by WhatsApp.',
  SMS: 'Noted: sent by SMS.',
  COPY: 'Noted: sent.',
} as const

const done: Record<string, ConsoleText> = {
  created: 'The delivery is ordered.',
  cancelled: 'The delivery is cancelled.',
  confirmed: 'Payment confirmed: the courier may hand over the parcel.',
  denied: 'The customer is told that nothing arrived.',
  returned: 'Noted: you have the parcel back.',
  asked: 'The customer is asked to pay once more.',
  shared: 'Noted: the link was sent.',
  trip: 'The request to pay is on its way to the phone.',
  again: 'The parcel is brought once more, by this delivery.',
}

/** `/deliveries/ID`: what to do about a delivery now, then everything about it. */
export async function oneDeliveryPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/:id`
  const config = { needs: 'SELL' } as const

  app.get<OneDelivery>(path, { config }, async (request, reply) =>
    show(request, reply, 200, doneNotice(request, speakEach(languageOf(request), done))),
  )

  for (const [name, { done: word, act, isDone }] of Object.entries(acts))
    app.post<OneDelivery>(`${path}/${name}`, { config }, async (request, reply) => {
      const key = keyOf(request)
      return answered(request, reply, word, () =>
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

  app.post<OneDelivery>(`${path}/second-try`, { config }, async (request, reply) =>
    answered(request, reply, 'again', () =>
      askFromForm({ ...deps, actor: actorOf(request) }, keyOf(request), fieldsOf(request.body)),
    ),
  )

  app.post<OneDelivery>(`${path}/share`, { config }, async (request, reply) => {
    const key = keyOf(request)
    const { channel: sent } = fieldsOf(request.body)
    const channel = chosenOf('channel', sent, shareChannels) ?? 'COPY'
    const record = () => recordLinkShare({ ...deps, actor: actorOf(request) }, key, channel)
    if (request.headers.accept === 'application/json') {
      await record()
      return { said: speak(languageOf(request))(shareNoted[channel]) }
    }
    return answered(request, reply, 'shared', async () => {
      await record()
      return { id: key.id, shop_id: key.shopId }
    })
  })

  /** Does an act and leads back to the page; a refusal stands above it. */
  const answered = (
    request: FastifyRequest<OneDelivery>,
    reply: FastifyReply,
    word: string,
    act: () => Promise<Pick<DeliveryRow, 'id' | 'shop_id'>>,
  ) =>
    attempt(
      request,
      async () => {
        const { id, shop_id } = await act()
        return redirectAfter(reply, shopHref(shop_id, `/deliveries/${id}`), word)
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )

  async function show(
    request: FastifyRequest<OneDelivery>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const row = await getDelivery(deps.db, keyOf(request))
    const facts = await readShownDelivery(deps, request, row)
    const { language, shopHref: home, now, timeZone, map } = facts
    const t = speak(language)
    const about = [
      `${customerName(row)} · ${momentText(row.created_at, { timeZone, now }, language)}`,
      failureReason(row.failure_code, row.failure_note, language),
    ].filter((each) => each !== null)
    const labels = labelForm(`${home}/deliveries/labels`, [row.id], {
      cookie: request.headers.cookie,
      language,
      kind: 'plain',
    })
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      isWide: true,
      title: row.reference,
      back: { href: `${home}/deliveries`, label: t('Deliveries') },
      notice,
      isFormPage: notice?.kind === 'refused',
      live: `${home}/live?delivery=${row.id}`,
      scripts: [
        ...(map ? (['workspace-map.js'] as const) : []),
        'workspace-live.js',
        ...(facts.sharing ? (['console-share.js'] as const) : []),
      ],
      acts: statusMark(row.status, standingText(facts)),
      main: html`
<p class="soft">!${about.map((each, at) => html`!${at > 0 ? '<br>' : ''}${each}`)}</p>
!${linkedTries(facts, (id) => `${home}/deliveries/${id}`)}
<div class="columns"><div>
!${actCards(facts)}
!${handoverCard(facts, `${facts.href}/photos`)}
!${deliveryMap(facts)}
!${courierCard(facts)}
!${customerCard(facts)}
</div><div>
!${moneyCard(facts)}
!${parcelCard(facts)}
<div class="acts">
<a class="button plain" href="${home}/deliveries/new?from=${row.id}">${t('Order it again')}</a></div>
!${labels}
!${cancelForm(facts)}
!${storyCards(facts)}
</div></div>`,
    })
  }
}

/** Which delivery a request is about, of the shop of whoever asks. Throws DELIVERY_NOT_FOUND. */
function keyOf(request: FastifyRequest<OneDelivery>): DeliveryKey {
  const { id } = request.params
  if (!isUuid(id)) throw new ApiError('DELIVERY_NOT_FOUND')
  return { shopId: memberOf(request).shop.id, id }
}
