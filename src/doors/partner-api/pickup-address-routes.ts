import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { Flag, Nullable, Open, Strict, Uuid } from '../../base/kernel/json-types.ts'
import { validationFailed } from '../../contract/validation-fault.ts'
import { addPickupAddress } from '../../domain/shops/add-pickup-address.ts'
import type { ShopCache } from '../../domain/shops/cache-shops.ts'
import { changePickupAddress } from '../../domain/shops/change-pickup-address.ts'
import { removePickupAddress } from '../../domain/shops/remove-pickup-address.ts'
import type { PickupAddressKey, PickupAddressRow } from '../../domain/shops/shop-store.ts'
import { actorOf, callerOf } from '../../http/authenticate.ts'
import { operation, refusalsOfBodies } from '../../http/operation.ts'
import { pairedCoordinates } from './paired-coordinates.ts'
import { PickupAddressChange, PickupAddressInput } from './pickup-address-input.ts'
import { shopKeyOf } from './shop-key.ts'

/** Spec 2.13. */
const PickupAddressView = Open(
  {
    id: Uuid({ description: 'Identifier of the address.' }),
    label: Nullable(Type.String({ description: 'Short name.', examples: ['Boutique Ganhi'] })),
    landmark: Nullable(
      Type.String({
        description: 'A reference point for the courier.',
        examples: ['En face de la pharmacie'],
      }),
    ),
    formatted: Nullable(
      Type.String({ description: 'The address on one line.', examples: ['Avenue Clozel, Ganhi, Cotonou'] }),
    ),
    isDefault: Flag({ description: 'True for the main address.', examples: [true] }),
    lat: Type.Number({ description: 'Degrees north.', examples: [6.3654] }),
    lng: Type.Number({ description: 'Degrees east.', examples: [2.4183] }),
  },
  { name: 'PickupAddress', description: 'A place of the shop where couriers fetch parcels.' },
)

/** The identifier of an address: one that is no UUID is an unknown one. */
const PickupAddressParams = Strict({ id: Uuid({ description: 'Identifier of the address.' }) })

const addressChange = {
  tag: 'Pickup addresses',
  scopes: ['pickup-addresses:write'],
  isShopChange: true,
} as const

/**
 * GET /pickup-addresses (spec 4.3), and extensions of ours (decision 120) by which a shop changes them. After
 * a change the shop is read again, so that this process shows it at once; others learn of it within a second.
 */
export async function pickupAddressRoutes(
  app: FastifyInstance,
  { shops, db, clock }: { shops: ShopCache; db: Database; clock: Clock },
): Promise<void> {
  const as = (request: FastifyRequest) => ({ db, clock, actor: actorOf(request) })

  app.get(
    '/pickup-addresses',
    operation({
      operationId: 'listPickupAddresses',
      summary: 'The shop’s pickup addresses',
      description: 'The main address first.',
      tag: 'Pickup addresses',
      scopes: ['quotes:read', 'deliveries:read', 'deliveries:write', 'pickup-addresses:write'],
      success: { 200: Type.Array(PickupAddressView, { description: 'The addresses.' }) },
    }),
    async (request) => {
      const { pickupAddresses } = await shops.shop(callerOf(request).shopId)
      return pickupAddresses.map(pickupAddressView)
    },
  )

  app.post<{ Body: PickupAddressInput }>(
    '/pickup-addresses',
    operation({
      ...addressChange,
      operationId: 'createPickupAddress',
      summary: 'Register a pickup address',
      description:
        'An extension of Colis. A shop’s first address is its main one. One that says the same as another is not added again: the answer is that one, so the call can be repeated.',
      body: PickupAddressInput,
      success: { 201: PickupAddressView },
      refuses: ['TOO_MANY_PICKUP_ADDRESSES'],
    }),
    async (request, reply) => {
      const { lat, lng, label = null, landmark = null, formatted = null, isDefault } = request.body
      const { shopId } = callerOf(request)
      const place = { lat, lng, label, landmark, formatted }
      const added = await addPickupAddress(as(request), { shopId, ...place, isDefault })
      await shops.reloadShop(shopId)
      return reply.code(201).send(pickupAddressView(added))
    },
  )

  app.patch<{ Params: { id: string }; Body: PickupAddressChange }>(
    '/pickup-addresses/:id',
    operation({
      ...addressChange,
      operationId: 'changePickupAddress',
      summary: 'Change a pickup address, or make it the main one',
      description: 'An extension of Colis. What is left out stays. Existing deliveries keep theirs.',
      params: PickupAddressParams,
      body: PickupAddressChange,
      success: { 200: PickupAddressView },
      refuses: ['PICKUP_ADDRESS_NOT_FOUND'],
    }),
    async (request) => {
      const faults = pairedCoordinates('', request.body)
      if (faults.length > 0) throw validationFailed(faults)
      const changed = await changePickupAddress(as(request), addressKeyOf(request), request.body)
      await shops.reloadShop(changed.shop_id)
      return pickupAddressView(changed)
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/pickup-addresses/:id',
    operation({
      ...addressChange,
      operationId: 'removePickupAddress',
      summary: 'Remove a pickup address',
      description: 'An extension of Colis. Existing deliveries keep it. The main one is removed last.',
      params: PickupAddressParams,
      success: { 204: Type.Null({ description: 'It is removed.' }) },
      refuses: ['PICKUP_ADDRESS_NOT_FOUND', 'PICKUP_ADDRESS_IS_MAIN', ...refusalsOfBodies],
    }),
    async (request, reply) => {
      const key = addressKeyOf(request)
      await removePickupAddress(as(request), key)
      await shops.reloadShop(key.shopId)
      return reply.code(204).send()
    },
  )
}

/**
 * The address a request names, in the caller's own shop. Throws PICKUP_ADDRESS_NOT_FOUND for what is no
 * identifier.
 */
const addressKeyOf = (request: FastifyRequest<{ Params: { id: string } }>): PickupAddressKey =>
  shopKeyOf(request, 'PICKUP_ADDRESS_NOT_FOUND')

function pickupAddressView(row: PickupAddressRow): Static<typeof PickupAddressView> {
  const { id, label, landmark, formatted, is_default: isDefault, lat, lng } = row
  return { id, label, landmark, formatted, isDefault, lat, lng }
}
