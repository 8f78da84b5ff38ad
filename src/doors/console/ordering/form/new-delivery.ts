import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { calledName } from '../../../../base/kernel/full-name.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError, type ErrorCode, type ErrorParams } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { findDelivery } from '../../../../domain/deliveries/delivery-store.ts'
import { findKnownCustomer } from '../../../../domain/deliveries/finding/find-known-customer.ts'
import { createDelivery } from '../../../../domain/deliveries/order/create-delivery.ts'
import type { Landmark } from '../../../../domain/maps/landmark.ts'
import { storePhoto } from '../../../../domain/photos/store-photo.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { sharedCookies, sharedText } from '../../sharing/shared-text.ts'
import { cellFaultText } from '../many/bulk-cells.ts'
import { closedNotice, type OrderPlace, readOrderPlace } from '../order-place.ts'
import { type MessageReading, readChatMessage } from '../pasting/chat-message.ts'
import { answered, readQuestions, stillOpen, writtenQuestions } from './open-questions.ts'
import {
  type OrderFaults,
  type OrderField,
  readOrderForm,
  type TypedOrder,
  typedOrder,
} from './order-form.ts'
import { quoteOrder } from './quoted-price.ts'
import { knownNote, shownOrderForm } from './shown-order-form.ts'
import {
  keptChoices,
  lastChoices,
  nameFromCustomer,
  repeatedOrder,
  typedFromCustomer,
  typedFromMessage,
} from './typed-order.ts'

/** A form with a photo of the largest size, and one that is too large, so that the form can say so. */
const formBytes = 2 * limits.photoBytes

/** The field beside which a refusal is shown. */
const fieldOfRefusal: Partial<Record<ErrorCode, OrderField>> = {
  PHONE_NUMBER_INVALID: 'phone',
  CUSTOMER_BLOCKED: 'phone',
  PROMO_CODE_REFUSED: 'promoCode',
  EXTERNAL_REF_TAKEN: 'externalRef',
  PAYMENT_AMOUNT_REFUSED: 'amount',
  DROPOFF_WINDOW_REFUSED: 'dropoffFrom',
  OUT_OF_ZONE: 'position',
  CITIES_DIFFER: 'position',
}

/** What the form is filled with, and what is said of it. */
type Filled = {
  typed: TypedOrder
  /** What is wrong with which field, in words. */
  faults?: Partial<Record<OrderField, string>>
  /** What was read in the message that was pasted. */
  reading?: MessageReading | null
  /** The landmark of the map that the message names. */
  landmark?: Landmark | null
  /** The name of a customer who was found by their phone. */
  known?: string | null
  /** Whether it was ordered before every question of the message was answered. */
  isUnanswered?: boolean
  notice?: WorkspaceNotice
}

type Again = { Querystring: { from?: unknown; shared?: unknown } }

/** `/deliveries/new`: orders a delivery; its price as one types, and what a message or a phone fills in. */
export async function newDeliveryPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/new`
  const config = { needs: 'SELL' } as const
  await acceptFiles(app, { fields: 40, fieldBytes: 8 * 1024, fileBytes: limits.photoBytes })

  app.get<Again>(path, { config }, async (request, reply) => {
    const message = request.query.shared === undefined ? '' : sharedText(request.headers.cookie)
    const typed = await firstTyped(request)
    const filled = message === '' ? { typed } : await fill(request, { ...typed, message }, 'read')
    return show(request, reply, 200, filled)
  })

  const options = {
    config: { ...config, cost: workCost.form, hasOwnBodyDeadline: true },
    bodyLimit: formBytes,
    onRequest: refuseLargerForms(formBytes),
  }
  app.post(path, options, async (request, reply) => {
    const { fields, file } = await readSentForm(request, reply, 'photo')
    const filled = await fill(request, answeredOrder(typedOrder(fields), fields.answer), fields.act)
    return attempt(
      request,
      async () => {
        if (file) {
          const photo = { shopId: shopIdOf(request), bytes: file }
          filled.typed.photoKey = await storePhoto(asMember(request), photo)
        }
        const isOrdered = fields.act === 'order' && fields.answer === undefined
        return isOrdered ? order(request, reply, filled) : show(request, reply, 200, filled)
      },
      ({ code, status, notice }, error) => {
        const field = isOfPickup(error) ? undefined : fieldOfRefusal[code]
        const said = field ? { faults: { [field]: notice.text } } : { notice }
        return show(request, reply, status, { ...filled, ...said })
      },
    )
  })

  app.post(`${path}/price`, { config }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(await priceOf(request, typedOrder(fieldsOf(request.body)))),
  )

  app.post(`${path}/customer`, { config }, async (request) => {
    const { phone = '' } = fieldsOf(request.body)
    const { country } = await placeOf(request, {})
    const known = await findKnownCustomer(deps.db, shopIdOf(request), { phone, country })
    if (!known) return { name: null }
    const name = calledName(known.firstName, known.lastName)
    return { name, note: knownNote(name, languageOf(request)), typed: typedFromCustomer(known) }
  })

  async function order(request: FastifyRequest, reply: FastifyReply, filled: Filled) {
    const { typed } = filled
    const place = await placeOf(request, typed)
    const { order: input, faults } = readOrderForm(typed, place)
    const open = readQuestions(typed.open)
    if (open.money === 'TYPE') faults.amount ??= 'MISSING'
    if (Object.keys(faults).length > 0 || Object.keys(open).length > 0)
      return show(request, reply, 422, {
        ...filled,
        isUnanswered: true,
        faults: inWords(faults, typed, { country: place.country, language: languageOf(request) }),
      })
    const shopId = shopIdOf(request)
    const idempotencyKey = keyOf(typed)
    const { delivery } = await createDelivery(asMember(request), { shopId, idempotencyKey, input })
    reply.header('set-cookie', [
      keptChoices(typed, request.headers.cookie, deps.isSecure),
      ...sharedCookies('', deps.isSecure),
    ])
    return redirectAfter(reply, shopHref(shopId, `/deliveries/${delivery.id}`), 'created')
  }

  /** Completes what was typed: by the message that was pasted, and by what is known of the customer. */
  async function fill(request: FastifyRequest, sent: TypedOrder, act: string | undefined): Promise<Filled> {
    const usual = lastChoices(request.headers.cookie)
    const typed = withPayer(sent, usual)
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
    const read = reading ? withPayer({ ...typed, ...typedFromMessage(reading) }, usual) : typed
    if (read.firstName || !read.phone) return { typed: read, reading, landmark }
    const known = await findKnownCustomer(deps.db, shopIdOf(request), {
      phone: read.phone,
      country: place.country,
    })
    if (!known) return { typed: read, reading, landmark }
    return {
      typed: withBlanksFilled(read, saysPlace(reading) ? nameFromCustomer(known) : typedFromCustomer(known)),
      reading,
      landmark,
      known: calledName(known.firstName, known.lastName),
    }
  }

  /** The landmark of the city's map that a message names, where it has no position that says more. */
  async function landmarkOf({ fields, leftOver }: MessageReading, { city }: OrderPlace) {
    if (fields.position) return null
    const texts = [fields.landmark?.value ?? '', ...leftOver.map(({ value }) => value)]
    const index = await deps.maps.landmarksOf(city?.id)
    return index?.namedIn(texts.join(' ')) ?? null
  }

  async function firstTyped(request: FastifyRequest<Again>): Promise<TypedOrder> {
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

  async function show(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const { reading = null, known = null } = filled
    const language = languageOf(request)
    const t = speak(language)
    const href = shopHref(shopIdOf(request))
    const place = await placeOf(request, filled.typed)
    const isSameOrder = status === 200 || status === 422
    const typed = { ...filled.typed, key: isSameOrder ? keyOf(filled.typed) : randomUUID() }
    return deps.sendPage(request, reply, status, {
      section: 'order',
      title: t('New delivery'),
      notice: filled.notice ?? closedNotice(place.city, deps.clock.now(), language),
      isFormPage: request.method === 'POST',
      scripts: ['workspace-map.js', 'console-order.js'],
      acts: html`<a href="${href}/deliveries/new/many">${t('Several at once')}</a>`,
      main: shownOrderForm({
        language,
        href,
        typed,
        faults: filled.faults ?? {},
        place,
        map: deps.cityMapOf(request, place.city),
        price: place.addresses.length > 0 ? await priceOf(request, typed) : '',
        reading,
        landmark: typed.position ? null : (filled.landmark ?? null),
        known,
        isUnanswered: filled.isUnanswered ?? false,
      }),
    })
  }

  const placeOf = (request: FastifyRequest, { pickupAddressId }: TypedOrder) =>
    readOrderPlace(deps, shopIdOf(request), pickupAddressId)

  const asMember = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
}

/** Whether what nobody comes to is where the shop's parcels are fetched. */
const isOfPickup = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'OUT_OF_ZONE' &&
  (error.params as ErrorParams<'OUT_OF_ZONE'>).point === 'pickup'

const shopIdOf = (request: FastifyRequest): string => memberOf(request).shop.id

/** What is wrong with which field, as its page says it. */
const inWords = (
  faults: OrderFaults,
  typed: TypedOrder,
  reader: { country: string; language: Language },
): Partial<Record<OrderField, string>> =>
  Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      cellFaultText(fault, typed[name as OrderField] ?? '', reader),
    ]),
  )

/** Whether a message says where the parcel goes. */
const saysPlace = (reading: MessageReading | null): boolean =>
  Object.keys({ ...reading?.fields, ...reading?.choices }).some((field) =>
    ['zone', 'landmark', 'position'].includes(field),
  )

/** What was typed, with the answer to one of the questions of the message. */
function answeredOrder(typed: TypedOrder, answer: string | undefined): TypedOrder {
  const open = stillOpen(readQuestions(typed.open), typed)
  if (answer === undefined) return { ...typed, open: writtenQuestions(open) }
  const after = answered(open, answer)
  return { ...typed, ...after.typed, open: writtenQuestions(after.open) }
}

/** Where no answer says who pays for the trip, it is who mostly does. */
const withPayer = (typed: TypedOrder, { feePayer = '' }: TypedOrder): TypedOrder =>
  typed.feePayer === '' ? { ...typed, feePayer } : typed

const keyOf = ({ key = '' }: TypedOrder): string => (isUuid(key) ? key : randomUUID())

/** What was typed counts; the rest is filled in. */
const withBlanksFilled = (typed: TypedOrder, known: TypedOrder): TypedOrder => ({
  ...known,
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
})
