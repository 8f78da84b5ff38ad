import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import type { Point } from '../../../base/kernel/point.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { addPickupAddress } from '../../../domain/shops/add-pickup-address.ts'
import { changePickupAddress } from '../../../domain/shops/change-pickup-address.ts'
import { removePickupAddress } from '../../../domain/shops/remove-pickup-address.ts'
import { listPickupAddresses, type PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../signed-in-request.ts'
import { speakEach } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import { type AddressFaults, readAddress, typedAddress, typedFrom } from './address-form.ts'
import { addressFormPage, addressListPage } from './address-page.ts'
import { addressDone } from './address-wording.ts'

type OneAddress = { Params: { shopId: string; id: string } }

type Filled = { typed: Record<string, string>; faults?: AddressFaults; notice?: WorkspaceNotice }

/** The places where couriers fetch the parcels of a shop, which everybody of the shop may change. */
export async function addressRoutes(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { shopHref } = deps
  const path = `${deps.shopPath}/settings/addresses`
  const config = deps.configFor('SELL')
  const options = { config, bodyLimit: 32 * 1024 }

  app.get(path, { config }, async (request, reply) => sendList(request, reply))

  app.get(`${path}/new`, { config }, async (request, reply) =>
    sendForm(request, reply, 200, undefined, { typed: {} }),
  )

  app.post(`${path}/new`, options, async (request, reply) => {
    const typed = typedAddress(fieldsOf(request.body))
    const read = readAddress(typed, isServed)
    if ('faults' in read) return sendForm(request, reply, 422, undefined, { typed, faults: read.faults })
    return attempt(request, reply, { typed }, undefined, 'added', () =>
      addPickupAddress(acting(request), {
        ...read.address,
        shopId: shopIdOf(request),
        ...(typed.isDefault === 'on' && { isDefault: true }),
      }),
    )
  })

  app.get<OneAddress>(`${path}/:id`, { config }, async (request, reply) => {
    const address = await addressOf(request)
    return sendForm(request, reply, 200, address, { typed: typedFrom(address) })
  })

  app.post<OneAddress>(`${path}/:id`, options, async (request, reply) => {
    const address = await addressOf(request)
    const typed = typedAddress(fieldsOf(request.body))
    const stays = (point: Point) => point.lat === address.lat && point.lng === address.lng
    const read = readAddress(typed, (point) => stays(point) || isServed(point))
    if ('faults' in read) return sendForm(request, reply, 422, address, { typed, faults: read.faults })
    return attempt(request, reply, { typed }, address, 'saved', () =>
      changePickupAddress(acting(request), keyOf(address), read.address),
    )
  })

  app.post<OneAddress>(`${path}/:id/main`, options, async (request, reply) => {
    const address = await addressOf(request)
    return attempt(request, reply, { typed: typedFrom(address) }, address, 'main', () =>
      changePickupAddress(acting(request), keyOf(address), { isDefault: true }),
    )
  })

  app.post<OneAddress>(`${path}/:id/remove`, options, async (request, reply) => {
    const address = await addressOf(request)
    return attempt(request, reply, { typed: typedFrom(address) }, address, 'removed', () =>
      removePickupAddress(acting(request), keyOf(address)),
    )
  })

  /** Calls the verb and leads back to the list; a refusal shows the form again as it was filled in. */
  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    filled: Filled,
    address: PickupAddressRow | undefined,
    done: string,
    act: () => Promise<unknown>,
  ) {
    try {
      await act()
      return redirectAfter(reply, shopHref(shopIdOf(request), '/settings/addresses'), done)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendForm(request, reply, status, address, { ...filled, notice })
    }
  }

  async function sendList(request: FastifyRequest, reply: FastifyReply) {
    const shopId = shopIdOf(request)
    const language = languageOf(request)
    const addresses = await listPickupAddresses(deps.db, shopId)
    const notice = doneNotice(request, speakEach(language, addressDone))
    const page = addressListPage({ language, href: shopHref(shopId, '/settings'), addresses, notice })
    return deps.sendKept(request, reply, 200, 'addresses', page)
  }

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    address: PickupAddressRow | undefined,
    { typed, faults = { fields: {}, hours: {} }, notice }: Filled,
  ) {
    const shop = deps.shopOf(request)
    const addresses = await listPickupAddresses(deps.db, shop.id)
    const map = deps.pricing.map.current()
    const near = address ?? addresses[0]
    const city =
      (near && map.locate(near)?.city) ?? map.cities.find(({ country }) => country === shop.country)
    const page = addressFormPage({
      language: languageOf(request),
      href: shopHref(shop.id, '/settings'),
      address,
      hasOthers: addresses.some(({ id }) => id !== address?.id),
      typed,
      faults,
      map: deps.cityMapOf(request, city),
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendKept(request, reply, status, 'addresses', page)
  }

  const isServed = (point: Point): boolean => deps.pricing.map.current().locate(point) !== undefined

  /** The address that a request is about. Throws PICKUP_ADDRESS_NOT_FOUND. */
  async function addressOf(request: FastifyRequest<OneAddress>): Promise<PickupAddressRow> {
    const { id } = request.params
    const addresses = isUuid(id) ? await listPickupAddresses(deps.db, shopIdOf(request)) : []
    const address = addresses.find((each) => each.id === id.toLowerCase())
    if (!address) throw new ApiError('PICKUP_ADDRESS_NOT_FOUND')
    return address
  }

  function shopIdOf(request: FastifyRequest): string {
    return deps.shopOf(request).id
  }

  const acting = (request: FastifyRequest) => ({ ...deps, actor: deps.actorOf(request) })
}

const keyOf = ({ shop_id, id }: PickupAddressRow) => ({ shopId: shop_id, id })
