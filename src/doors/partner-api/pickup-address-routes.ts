import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '../../base/http/authenticate.ts'
import { operation } from '../../base/http/operation.ts'
import { Flag, Nullable, Strict, Uuid } from '../../base/kernel/json-types.ts'
import type { ShopCache } from '../../domain/shops/cache-shops.ts'
import type { PickupAddressRow } from '../../domain/shops/shop-store.ts'

/** Spec 2.13. */
export const PickupAddressView = Strict(
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
  { description: 'A place of the shop where couriers fetch parcels.' },
)

/** GET /pickup-addresses (spec 4.3). */
export async function pickupAddressRoutes(
  app: FastifyInstance,
  { shops }: { shops: ShopCache },
): Promise<void> {
  app.get(
    '/pickup-addresses',
    operation({
      operationId: 'listPickupAddresses',
      summary: 'The shop’s pickup addresses',
      description: 'The main address first.',
      tag: 'Pickup addresses',
      scopes: ['quotes:read', 'deliveries:read', 'deliveries:write'],
      success: { 200: Type.Array(PickupAddressView, { description: 'The addresses.' }) },
    }),
    async (request) => {
      const { pickupAddresses } = await shops.shop(callerOf(request).shopId)
      return pickupAddresses.map(pickupAddressView)
    },
  )
}

function pickupAddressView(row: PickupAddressRow): Static<typeof PickupAddressView> {
  const { id, label, landmark, formatted, is_default: isDefault, lat, lng } = row
  return { id, label, landmark, formatted, isDefault, lat, lng }
}
