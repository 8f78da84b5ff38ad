import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { mapLimits } from '../landmark.ts'
import type { LandmarkKind } from '../maps-tables.ts'

/** The tags of a thing in OpenStreetMap, as they come. */
export type OsmTags = Readonly<Record<string, string>>

/**
 * What is drawn of a thing: a road by its importance, 0 the greatest; a river; a lake; the shore of the sea.
 */
type DrawnAs = { road: 0 | 1 | 2 | 3 } | 'STREAM' | 'WATER' | 'COAST'

/** The keys that are read; the others are not even kept while a file is read. */
export const readKeys = [
  ...[
    'name',
    'name:fr',
    'alt_name',
    'old_name',
    'short_name',
    'official_name',
    'loc_name',
    'brand',
    'operator',
  ],
  ...[
    'amenity',
    'shop',
    'healthcare',
    'religion',
    'tourism',
    'leisure',
    'aeroway',
    'railway',
    'office',
    'historic',
  ],
  ...['highway', 'junction', 'place', 'natural', 'waterway', 'landuse', 'type', 'tunnel'],
]

const kindsByTag: Record<string, Record<string, LandmarkKind>> = {
  amenity: {
    marketplace: 'MARKET',
    pharmacy: 'PHARMACY',
    ...inKind('HEALTH', 'hospital clinic doctors dentist'),
    ...inKind('SCHOOL', 'school college university kindergarten'),
    fuel: 'FUEL',
    bank: 'BANK',
    ...inKind(
      'PUBLIC',
      'townhall police post_office bus_station ferry_terminal courthouse fire_station embassy cinema ' +
        'theatre library community_centre conference_centre public_building grave_yard',
    ),
  },
  shop: inKind('MARKET', 'mall supermarket department_store'),
  healthcare: inKind('HEALTH', 'hospital clinic centre laboratory'),
  tourism: {
    ...inKind('HOTEL', 'hotel guest_house motel hostel apartment'),
    ...inKind('PUBLIC', 'museum attraction artwork'),
  },
  leisure: inKind('PUBLIC', 'stadium sports_centre park'),
  aeroway: inKind('PUBLIC', 'aerodrome terminal'),
  railway: inKind('PUBLIC', 'station halt'),
  office: inKind('PUBLIC', 'government diplomatic'),
  historic: inKind('PUBLIC', 'monument memorial'),
  junction: inKind('JUNCTION', 'yes roundabout circular'),
  highway: inKind('JUNCTION', 'motorway_junction traffic_signals crossing mini_roundabout'),
  place: {
    square: 'JUNCTION',
    ...inKind('QUARTER', 'neighbourhood suburb quarter village hamlet town locality'),
  },
}

/** The kind of landmark that tags describe; undefined for everything else. */
export function landmarkKindOf(tags: OsmTags): LandmarkKind | undefined {
  if (tags.amenity === 'place_of_worship')
    return tags.religion === 'muslim' ? 'MOSQUE' : tags.religion === 'christian' ? 'CHURCH' : 'PUBLIC'
  for (const [key, kinds] of Object.entries(kindsByTag)) {
    const value = tags[key]
    const kind = value === undefined || !Object.hasOwn(kinds, value) ? undefined : kinds[value]
    if (kind) return kind
  }
  return undefined
}

/**
 * The names of a landmark, the one that people in French-speaking countries use first; none when it has none.
 */
export function namesOf(tags: OsmTags): string[] {
  const branded = ['fuel', 'bank'].includes(tags.amenity ?? '') ? [tags.brand, tags.operator] : []
  const given = [tags['name:fr'], tags.name, tags.short_name, tags.official_name, ...branded]
  const others = [tags.alt_name, tags.old_name, tags.loc_name].flatMap((names) => names?.split(';') ?? [])
  const cleaned = [...given, ...others]
    .map((name) =>
      cleanedLine(name ?? '')
        .slice(0, mapLimits.nameLength)
        .trim(),
    )
    .filter((name) => /\p{L}|\p{N}/u.test(name))
  return [...new Set(cleaned)]
}

const roadClasses: Record<string, 0 | 1 | 2 | 3> = {
  motorway: 0,
  motorway_link: 0,
  trunk: 0,
  trunk_link: 0,
  primary: 1,
  primary_link: 1,
  secondary: 2,
  secondary_link: 2,
  tertiary: 3,
}

/** What tags are drawn as; undefined when they are not. */
export function drawnAs(tags: OsmTags): DrawnAs | undefined {
  const { highway = '', natural, waterway = '', landuse } = tags
  const road = Object.hasOwn(roadClasses, highway) ? roadClasses[highway] : undefined
  if (road !== undefined) return { road }
  if (natural === 'coastline') return 'COAST'
  if (natural === 'water' || natural === 'bay' || waterway === 'riverbank' || waterway === 'dock')
    return 'WATER'
  if (landuse === 'reservoir' || landuse === 'basin') return 'WATER'
  return (waterway === 'river' || waterway === 'canal') && tags.tunnel === undefined ? 'STREAM' : undefined
}

function inKind(kind: LandmarkKind, values: string): Record<string, LandmarkKind> {
  return Object.fromEntries(values.split(' ').map((value) => [value, kind]))
}
