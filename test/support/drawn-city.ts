import { systemActor } from '../../src/base/kernel/actor.ts'
import { importMap } from '../../src/domain/maps/import-map.ts'
import { center, type TestService } from './open-service.ts'
import { writeBytes } from './osm-file.ts'

const { lat, lng } = center

/** A position `east` and `north` of the centre, in hundredths of a degree: about a kilometre each. */
const at = (east: number, north: number): [number, number] => [lng + east / 100, lat + north / 100]

const feature = (properties: Record<string, string>, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})

const steps = (from: number, to: number, by = 0.5): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, step) => from + step * by)

/** A city between the sea and a lagoon, with main roads and some landmarks, as GeoJSON. */
export const drawnCity = (): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature(
        { natural: 'coastline' },
        'LineString',
        steps(-40, 40).map((east) => at(east, -2.5 + Math.sin(east) / 5)),
      ),
      feature({ natural: 'water', name: 'Lac' }, 'Polygon', [
        [
          ...steps(-8, 8).map((east) => at(east, 3 + Math.cos(east) / 3)),
          at(8, 9),
          at(-8, 9),
          at(-8, 3 + Math.cos(8) / 3),
        ],
      ]),
      feature(
        { highway: 'trunk' },
        'LineString',
        steps(-12, 12).map((east) => at(east, Math.sin(east / 2) / 2)),
      ),
      ...[-4, -2, 0, 2, 4].map((east) =>
        feature({ highway: 'secondary' }, 'LineString', [at(east, -2), at(east + 0.4, 0), at(east, 2.5)]),
      ),
      ...[-1.5, -0.8, 0.8, 1.5].map((north) =>
        feature(
          { highway: 'tertiary' },
          'LineString',
          steps(-5, 5).map((east) => at(east, north)),
        ),
      ),
      feature({ amenity: 'pharmacy', name: 'Pharmacie Camp Guézo' }, 'Point', at(0.5, 0.3)),
      feature({ amenity: 'marketplace', name: 'Marché Dantokpa' }, 'Point', at(1.6, 0.9)),
      feature({ junction: 'yes', name: 'Étoile Rouge' }, 'Point', at(-0.6, -0.2)),
      feature(
        { amenity: 'place_of_worship', religion: 'christian', name: 'Église Saint-Michel' },
        'Point',
        at(-0.3, 0.9),
      ),
    ],
  })

/** Gives the city around `center` its map, as an operator does. */
export async function importDrawnCity(service: TestService): Promise<string> {
  const { services } = service
  const cityId = services.pricing.map.current().locate(center)?.city.id ?? ''
  await importMap(
    { ...services, actor: systemActor },
    {
      cityId,
      path: writeBytes('cotonou.geojson', drawnCity()),
      fileName: 'cotonou.geojson',
      attribution: '© OpenStreetMap',
    },
  )
  await services.maps.copy.reload()
  return cityId
}
