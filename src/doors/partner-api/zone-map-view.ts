import { type Static, Type } from 'typebox'
import { Open, Uuid } from '../../base/kernel/json-types.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { boundsOf, publicOutline } from '../../domain/zones/zone-shape.ts'

/** Spec 2.12. */
export const ZoneMapView = Open(
  {
    bbox: Type.Unsafe<[number, number, number, number] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
      description: 'Extent [west, south, east, north] in degrees; null when there is no active zone.',
      examples: [[2.3431, 6.3415, 2.4902, 6.4293]],
    }),
    zones: Type.Array(
      Open(
        {
          id: Uuid({ description: 'Identifier of the zone.' }),
          name: Type.String({ description: 'Name of the zone.', examples: ['Cadjèhoun'] }),
          city: Type.String({ description: 'Name of the city it lies in.', examples: ['Cotonou'] }),
          shape: Type.Unsafe<number[][][][]>({
            type: 'array',
            items: {
              type: 'array',
              items: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
            },
            description:
              'Simplified outline: GeoJSON MultiPolygon coordinates, [lng, lat] pairs with at most 5 decimals.',
            examples: [
              [
                [
                  [
                    [2.3431, 6.3415],
                    [2.4902, 6.3415],
                    [2.4902, 6.4293],
                    [2.3431, 6.3415],
                  ],
                ],
              ],
            ],
          }),
        },
        { name: 'Zone', description: 'A part of a city that has prices of its own.' },
      ),
      { description: 'The active zones.' },
    ),
  },
  { name: 'ZoneMap', description: 'The served zones.' },
)
export type ZoneMapView = Static<typeof ZoneMapView>

/** What GET /zones returns: outlines simplified for drawing, never used for pricing. */
export function zoneMapView(map: ServiceMap): ZoneMapView {
  const cityName = new Map(map.cities.map((city) => [city.id, city.name]))
  const zones = map.zones.map((zone) => ({
    id: zone.id,
    name: zone.name,
    city: cityName.get(zone.cityId) ?? '',
    shape: publicOutline(zone.shape),
  }))
  return { bbox: extent(zones.map(({ shape }) => boundsOf(shape))), zones }
}

function extent(boxes: [number, number, number, number][]): [number, number, number, number] | null {
  if (boxes.length === 0) return null
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ]
}
