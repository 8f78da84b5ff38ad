import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { Point } from '../../../base/kernel/point.ts'
import { pointInText } from '../../../base/kernel/position-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { addPickupAddress } from '../../../domain/shops/add-pickup-address.ts'
import { changePickupAddress } from '../../../domain/shops/change-pickup-address.ts'
import type { OpeningHours } from '../../../domain/shops/opening/opening-hours.ts'
import { removePickupAddress } from '../../../domain/shops/remove-pickup-address.ts'
import { listPickupAddresses, type PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import {
  checkbox,
  type FormFaults,
  formFields,
  lineField,
  optional,
  readForm,
  typedField,
} from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { hoursFields } from '../../hours/hours-page.ts'
import { type HoursFaults, readTypedHours, typedHours } from '../../hours/typed-hours.ts'
import { mapPlace } from '../../map-place.ts'
import { attempt, redirectAfter } from '../../signed-in-request.ts'
import { unreadPositionText } from '../../unread-position-text.ts'
import { speak } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'

type OneAddress = { Params: { shopId: string; id: string } }
type Typed = Record<string, string>

/** The fields of an address but its hours; `isServed` says whether a courier comes to a point at all. */
const addressForm = (language: Language, isServed: (point: Point) => boolean) => {
  const t = speak(language)
  const line = (max: number) => ({ max, wrong: t('This is too long.') })
  return {
    label: lineField({
      ...line(limits.placeLabel.max),
      label: t('Name of the place'),
      hint: t('For example: Shop, Depot, Home.'),
      wrong: (text) => (text === '' ? t('Please fill this in.') : t('This is too long.')),
    }),
    landmark: optional(
      lineField({
        ...line(limits.placeLandmark.max),
        label: t('Landmark (optional)'),
        hint: t('What helps the courier to find it: “opposite the pharmacy”, “blue gate”.'),
        attributes: { required: false },
      }),
    ),
    position: typedField({
      label: t('Position'),
      hint: t('Tap the place on the map, or paste a Google Maps link or coordinates.'),
      attributes: { required: true, maxlength: 2_000 },
      read: (text) => {
        const point = pointInText(text)
        return point && isServed(point) ? point : undefined
      },
      wrong: (text) => {
        if (text === '') return t('Please fill this in.')
        if (pointInText(text)) return t('No courier comes to this place yet. Check the position.')
        return unreadPositionText(text, language)
      },
    }),
    formatted: optional(
      lineField({
        ...line(limits.placeFormatted.max),
        label: t('Written address (optional)'),
        hint: t('Street and neighbourhood, if you know them.'),
        attributes: { required: false },
      }),
    ),
  }
}

type Faults = { fields: FormFaults<ReturnType<typeof addressForm>>; hours: HoursFaults }
type Filled = { typed: Typed; faults?: Faults; notice?: WorkspaceNotice }

/** A registered address as its form shows it. */
const typedFrom = (row: PickupAddressRow): Typed => ({
  label: row.label ?? '',
  landmark: row.landmark ?? '',
  formatted: row.formatted ?? '',
  position: `${row.lat}, ${row.lng}`,
  ...typedHours(row.opening_hours as OpeningHours | null),
})

/**
 * `/settings/addresses/new` and `/settings/addresses/ID`: an address, which everybody of the shop may change.
 */
export async function oneAddressPage(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { db, shopOf, shopHref } = deps
  const path = `${deps.shopPath}/settings/addresses`
  const config = deps.configFor('SELL')
  const options = { config, bodyLimit: 32 * 1024 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: deps.actorOf(request) })
  const isServed = (point: Point) => deps.pricing.map.current().locate(point) !== undefined

  app.get(`${path}/new`, { config }, async (request, reply) =>
    show(request, reply, 200, undefined, { typed: {} }),
  )

  app.post(`${path}/new`, options, async (request, reply) => {
    const typed = typedIn(request)
    const read = readAddress(typed, isServed, request)
    if ('faults' in read) return show(request, reply, 422, undefined, { typed, ...read })
    return act(request, reply, { typed }, undefined, 'added', () =>
      addPickupAddress(acting(request), {
        ...read.address,
        shopId: shopOf(request).id,
        ...(typed.isDefault === 'on' && { isDefault: true }),
      }),
    )
  })

  app.get<OneAddress>(`${path}/:id`, { config }, async (request, reply) => {
    const address = await addressOf(request)
    return show(request, reply, 200, address, { typed: typedFrom(address) })
  })

  app.post<OneAddress>(`${path}/:id`, options, async (request, reply) => {
    const address = await addressOf(request)
    const typed = typedIn(request)
    const stays = (point: Point) => point.lat === address.lat && point.lng === address.lng
    const read = readAddress(typed, (point) => stays(point) || isServed(point), request)
    if ('faults' in read) return show(request, reply, 422, address, { typed, ...read })
    return act(request, reply, { typed }, address, 'saved', () =>
      changePickupAddress(acting(request), keyOf(address), read.address),
    )
  })

  app.post<OneAddress>(`${path}/:id/main`, options, async (request, reply) => {
    const address = await addressOf(request)
    return act(request, reply, { typed: typedFrom(address) }, address, 'main', () =>
      changePickupAddress(acting(request), keyOf(address), { isDefault: true }),
    )
  })

  app.post<OneAddress>(`${path}/:id/remove`, options, async (request, reply) => {
    const address = await addressOf(request)
    return act(request, reply, { typed: typedFrom(address) }, address, 'removed', () =>
      removePickupAddress(acting(request), keyOf(address)),
    )
  })

  /** Calls the verb and leads back to the list; a refusal shows the form again as it was filled in. */
  const act = (
    request: FastifyRequest,
    reply: FastifyReply,
    filled: Filled,
    address: PickupAddressRow | undefined,
    done: string,
    verb: () => Promise<unknown>,
  ) =>
    attempt(
      request,
      async () => {
        await verb()
        return redirectAfter(reply, shopHref(shopOf(request).id, '/settings/addresses'), done)
      },
      ({ status, notice }) => show(request, reply, status, address, { ...filled, notice }),
    )

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    address: PickupAddressRow | undefined,
    { typed, faults = { fields: {}, hours: {} }, notice }: Filled,
  ) {
    const shop = shopOf(request)
    const addresses = await listPickupAddresses(db, shop.id)
    const hasOthers = addresses.some(({ id }) => id !== address?.id)
    const map = deps.pricing.map.current()
    const near = address ?? addresses[0]
    const city =
      (near && map.locate(near)?.city) ?? map.cities.find(({ country }) => country === shop.country)

    const language = languageOf(request)
    const t = speak(language)
    const href = shopHref(shop.id, '/settings/addresses')
    const { formatted, ...place } = addressForm(language, isServed)
    const isMain = { isDefault: checkbox({ label: t('Make it the main address') }) }
    const hours = {
      summary: t('Opening hours#hours'),
      lead: t(
        'The courier sees them before coming. A day without hours is a closed day; if everything stays empty, no hours are given.',
      ),
    }
    const placeMap = deps.cityMapOf(request, city)
    const fields = html`!${formFields(place, typed, faults.fields)}
!${mapPlace(placeMap, t('Map: tap the place where parcels are fetched'), 'position')}
!${formFields({ formatted }, typed, faults.fields)}
!${hoursFields({ language, typed, faults: faults.hours, ...hours })}
!${!address && hasOthers ? formFields(isMain, typed, {}) : ''}
!${submitButton(t('Save'))}`
    return deps.sendKept(request, reply, status, 'addresses', {
      title: address ? (address.label ?? t('Address without a name')) : t('New address'),
      back: { href, label: t('Pickup addresses') },
      notice,
      isFormPage: request.method === 'POST',
      scripts: ['workspace-map.js'],
      acts: address?.is_default ? html`<span class="badge">${t('Main')}</span>` : '',
      main: html`!${postForm(`${href}/${address ? address.id : 'new'}`, fields)}
!${address ? otherActs(href, address, hasOthers, language) : ''}`,
    })
  }

  /** The address that a request is about. Throws PICKUP_ADDRESS_NOT_FOUND. */
  async function addressOf(request: FastifyRequest<OneAddress>): Promise<PickupAddressRow> {
    const { id } = request.params
    const addresses = isUuid(id) ? await listPickupAddresses(db, shopOf(request).id) : []
    const address = addresses.find((each) => each.id === id.toLowerCase())
    if (!address) throw new ApiError('PICKUP_ADDRESS_NOT_FOUND')
    return address
  }
}

const keyOf = ({ shop_id, id }: PickupAddressRow) => ({ shopId: shop_id, id })

/** What was sent, bounded; what the form does not have is never looked at. */
const typedIn = ({ body }: FastifyRequest): Typed =>
  Object.fromEntries(Object.entries(fieldsOf(body)).map(([name, value]) => [name, value.slice(0, 2_000)]))

/** Reads the form, or says what is wrong with it. */
function readAddress(typed: Typed, isServed: (point: Point) => boolean, request: FastifyRequest) {
  const { values, faults } = readForm(addressForm(languageOf(request), isServed), typed)
  const hours = readTypedHours(typed)
  if (!values || 'faults' in hours)
    return { faults: { fields: faults ?? {}, hours: 'faults' in hours ? hours.faults : {} } }
  const { position, ...address } = values
  return { address: { ...address, openingHours: hours.hours, ...position } }
}

/** Making an address the main one, and removing it. */
function otherActs(
  href: string,
  { id, is_default }: PickupAddressRow,
  hasOthers: boolean,
  language: Language,
): string {
  const t = speak(language)
  if (is_default && hasOthers)
    return html`<p class="hint">
${t('This is your main address. To remove it, choose another main address first.')}</p>`
  const main = html`<p>!${buttonForm(`${href}/${id}/main`, t('Make it the main address'))}</p>`
  return html`!${is_default ? '' : main}
<details class="card" id="remove"><summary>${t('Remove this address')}</summary>
<p>${t('Deliveries that were ordered before keep it.')}</p>
!${postForm(`${href}/${id}/remove`, submitButton(t('Remove the address'), 'danger'))}</details>`
}
