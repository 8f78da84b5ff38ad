import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../../base/contract/errors.ts'
import { limits } from '../../../../base/contract/limits.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { createDelivery } from '../../../../domain/deliveries/create-delivery.ts'
import { findDelivery } from '../../../../domain/deliveries/delivery-store.ts'
import { findKnownCustomer } from '../../../../domain/deliveries/finding/find-known-customer.ts'
import type { Landmark } from '../../../../domain/maps/landmark.ts'
import { storePhoto } from '../../../../domain/photos/store-photo.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { closedNotice } from '../closed-notice.ts'
import { type MessageReading, readChatMessage } from '../pasting/chat-message.ts'
import { type OrderPlace, readOrderPlace } from '../read-order-place.ts'
import { keptChoices, lastChoices } from './last-choices.ts'
import {
  type OrderFaults,
  type OrderField,
  readOrderForm,
  type TypedOrder,
  typedOrder,
} from './order-form.ts'
import { orderFormPage } from './order-form-page.ts'
import { quoteOrder } from './quote-order.ts'
import { repeatedOrder, typedFromCustomer, typedFromMessage } from './typed-order.ts'

/** A form with a photo of the largest size, and one that is too large, so that the form can say so. */
const formBytes = 2 * limits.photoBytes

/** The field beside which a refusal is shown. */
const fieldOfRefusal: Partial<Record<ErrorCode, OrderField>> = {
  PHONE_NUMBER_INVALID: 'phone',
  CUSTOMER_BLOCKED: 'phone',
  PROMO_CODE_REFUSED: 'promoCode',
  EXTERNAL_REF_TAKEN: 'externalRef',
  PAYMENT_AMOUNT_REFUSED: 'amount',
}

type Filled = {
  typed: TypedOrder
  faults?: OrderFaults
  reading?: MessageReading | null
  /** The landmark of the map that the message names. */
  landmark?: Landmark | null
  known?: string | null
  notice?: WorkspaceNotice
  /** What the service refused, in words, beside its field. */
  refused?: Partial<Record<OrderField, string>>
}

/** Ordering one delivery: the form, its price as one types, and what a message or a phone fills in. */
export async function orderRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/new`
  const config = { needs: 'SELL' } as const
  await acceptFiles(app, { fields: 40, fieldBytes: 8 * 1024, fileBytes: limits.photoBytes })

  app.get<{ Querystring: { from?: unknown } }>(path, { config }, async (request, reply) =>
    sendForm(request, reply, 200, { typed: await firstTyped(request) }),
  )

  app.post(
    path,
    {
      config: { ...config, cost: workCost.form, hasOwnBodyDeadline: true },
      bodyLimit: formBytes,
      onRequest: refuseLargerForms(formBytes),
    },
    async (request, reply) => {
      const { fields, file } = await readSentForm(request, reply, 'photo')
      const filled = await fill(request, typedOrder(fields), fields.act)
      try {
        if (file)
          filled.typed.photoKey = await storePhoto(asMember(request), {
            shopId: shopIdOf(request),
            bytes: file,
          })
        return fields.act === 'order'
          ? await order(request, reply, filled)
          : await sendForm(request, reply, 200, filled)
      } catch (error) {
        const { code, status, notice } = refusalOf(error, request)
        const field = fieldOfRefusal[code]
        return sendForm(request, reply, status, {
          ...filled,
          ...(field ? { refused: { [field]: notice.text } } : { notice }),
        })
      }
    },
  )

  app.post(`${path}/price`, { config }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(await priceOf(request, typedOrder(fieldsOf(request.body)))),
  )

  app.post(`${path}/customer`, { config }, async (request) => {
    const { phone = '' } = fieldsOf(request.body)
    const { country } = await placeOf(request, {})
    const known = await findKnownCustomer(deps.db, shopIdOf(request), { phone, country })
    if (!known) return { name: null }
    const { firstName: name } = known
    return {
      name,
      note: speak(languageOf(request))(
        '{name} has had a parcel from you before: their details are filled in.',
        { name },
      ),
      typed: typedFromCustomer(known),
    }
  })

  async function order(request: FastifyRequest, reply: FastifyReply, filled: Filled) {
    const { typed } = filled
    const place = await placeOf(request, typed)
    const { order: input, faults } = readOrderForm(typed, place)
    if (Object.keys(faults).length > 0) return sendForm(request, reply, 422, { ...filled, faults })
    const shopId = shopIdOf(request)
    const { delivery } = await createDelivery(asMember(request), {
      shopId,
      idempotencyKey: keyOf(typed),
      input,
    })
    reply.header('set-cookie', keptChoices(typed, deps.isSecure))
    return redirectAfter(reply, shopHref(shopId, `/deliveries/${delivery.id}`), 'created')
  }

  /** Completes what was typed: by the message that was pasted, and by what is known of the customer. */
  async function fill(request: FastifyRequest, typed: TypedOrder, act: string | undefined): Promise<Filled> {
    const place = await placeOf(request, typed)
    const reading =
      (act === 'read' || act === 'near') && typed.message
        ? readChatMessage(typed.message, {
            country: place.country,
            zones: place.zones,
            pointInText: (text) => pointInText(text, place.city?.center),
          })
        : null
    const landmark = reading && (await landmarkOf(reading, place))
    if (act === 'near') {
      const position = landmark ? { position: `${landmark.lat}, ${landmark.lng}` } : {}
      return { typed: { ...typed, ...position }, reading }
    }
    const read = reading ? { ...typed, ...typedFromMessage(reading) } : typed
    if (read.firstName || !read.phone) return { typed: read, reading, landmark }
    const known = await findKnownCustomer(deps.db, shopIdOf(request), {
      phone: read.phone,
      country: place.country,
    })
    if (!known) return { typed: read, reading, landmark }
    return {
      typed: withBlanksFilled(read, typedFromCustomer(known)),
      reading,
      landmark,
      known: known.firstName,
    }
  }

  /** The landmark of the city's map that a message names, where it has no position that says more. */
  async function landmarkOf({ fields, leftOver }: MessageReading, { city }: OrderPlace) {
    if (fields.position) return null
    const texts = [fields.landmark?.value ?? '', ...leftOver.map(({ value }) => value)]
    const index = await deps.maps.landmarksOf(city?.id)
    return index?.namedIn(texts.join(' ')) ?? null
  }

  async function firstTyped(
    request: FastifyRequest<{ Querystring: { from?: unknown } }>,
  ): Promise<TypedOrder> {
    const { from } = request.query
    const repeated =
      typeof from === 'string' && isUuid(from)
        ? await findDelivery(deps.db, { shopId: shopIdOf(request), id: from })
        : undefined
    return repeated ? repeatedOrder(repeated) : lastChoices(request.headers.cookie)
  }

  async function priceOf(request: FastifyRequest, typed: TypedOrder): Promise<string> {
    const place = await placeOf(request, typed)
    const { order: input } = readOrderForm(typed, place)
    return quoteOrder(deps, { shopId: shopIdOf(request), input, language: languageOf(request) })
  }

  async function sendForm(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const place = await placeOf(request, filled.typed)
    const typed = {
      ...filled.typed,
      key: status === 200 || status === 422 ? keyOf(filled.typed) : randomUUID(),
    }
    const content = orderFormPage({
      language: languageOf(request),
      shopHref: shopHref(shopIdOf(request)),
      typed,
      faults: filled.faults ?? {},
      refused: filled.refused ?? {},
      addresses: place.addresses,
      zones: place.zones,
      hasNumber: place.hasNumber,
      secureBounds: place.secureBounds,
      map: deps.cityMapOf(request, place.city),
      price: place.addresses.length > 0 ? await priceOf(request, typed) : '',
      reading: filled.reading ?? null,
      landmark: typed.position ? null : (filled.landmark ?? null),
      known: filled.known ?? null,
      notice: filled.notice ?? closedNotice(place.city, deps.clock.now(), languageOf(request)),
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, content)
  }

  const placeOf = (request: FastifyRequest, { pickupAddressId }: TypedOrder) =>
    readOrderPlace(deps, shopIdOf(request), pickupAddressId)

  const asMember = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
}

const shopIdOf = (request: FastifyRequest): string => memberOf(request).shop.id

const keyOf = ({ key = '' }: TypedOrder): string => (isUuid(key) ? key : randomUUID())

/** What was typed counts; the rest is filled in. */
const withBlanksFilled = (typed: TypedOrder, known: TypedOrder): TypedOrder => ({
  ...known,
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
})
