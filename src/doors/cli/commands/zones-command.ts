import { readFileSync } from 'node:fs'
import { distanceMeters } from '../../../base/kernel/point.ts'
import { setPairBase } from '../../../domain/pricing/tariff-store.ts'
import { type FrancCountry, francCountries } from '../../../domain/zones/franc-countries.ts'
import { importZones } from '../../../domain/zones/import-zones.ts'
import type { Zone } from '../../../domain/zones/service-map.ts'
import { readZoneFile, type ZoneDraft, type ZoneFault } from '../../../domain/zones/zone-file.ts'
import { faultOfNewCity, zonesFarFromCity } from '../../../domain/zones/zone-place.ts'
import { boundsOf } from '../../../domain/zones/zone-shape.ts'
import { findCities, readMap } from '../../../domain/zones/zone-store.ts'
import type { Services } from '../../../services.ts'
import { beginCity } from './begin-city.ts'
import { type AddCommand, answer, type CommandContext, CommandRefused, pathFrom } from './command-context.ts'
import { findCity } from './find-city.ts'
import { readCountry, readInteger, readText } from './option-values.ts'

type ImportOptions = {
  city: string
  country?: FrancCountry
  nameProperty: string
  priority: number
  replace?: boolean
  dryRun?: boolean
  json?: boolean
}
type PriceOptions = {
  city: string
  country?: FrancCountry
  from: string
  to: string
  base?: number
  remove?: boolean
  json?: boolean
}

/** `colis zones import | set-price | list`. */
export const addZonesCommand: AddCommand = (program, context) => {
  const zones = program.command('zones').description('the zones of a city, and prices between two of them')

  zones
    .command('import')
    .description('read zones from a GeoJSON file (Polygon and MultiPolygon, WGS84 longitude and latitude)')
    .argument('<file>', 'the file')
    .requiredOption('--city <name>', 'the city they lie in; begun when it is new', readText(60))
    .option('--country <code>', 'its country (ISO 3166); needed for a new city', readCountry)
    .option('--name-property <name>', 'the property that holds the name of a zone', 'name')
    .option('--priority <n>', 'where zones overlap the highest holds', readInteger(-1000, 1000), 0)
    .option('--replace', 'retire the zones of the city that the file does not name')
    .option('--dry-run', 'say what would be done and change nothing')
    .option('--json', 'answer with one JSON object')
    .action(async (path: string, options: ImportOptions) => {
      const drafts = readDrafts(context, path, options)
      const parts = await context.parts()
      const isDryRun = options.dryRun ?? false
      const { cityId, isNew } = await cityForZones(parts, path, options, drafts.zones, isDryRun)
      const report = await importZones(parts, {
        cityId,
        drafts: drafts.zones,
        priority: options.priority,
        replaceOthers: options.replace ?? false,
        isDryRun,
      })
      const lacksTariff = !parts.pricing.priceList.current().tariffOf(cityId)
      answer(
        context,
        options,
        { city: options.city, dryRun: isDryRun, newCity: isNew, ...report, notes: drafts.notes },
        [
          ...drafts.notes,
          `${isDryRun ? 'Would be done' : 'Done'} in ${options.city}${isNew ? ' (a new city)' : ''}:`,
          ...Object.entries(report).map(
            ([what, names]) => `  ${what}: ${names.length}${names.length ? ` (${names.join(', ')})` : ''}`,
          ),
          ...(lacksTariff
            ? [
                `${options.city} has no tariff yet, so nothing there has a price: colis tariffs set --city "${options.city}" --base …`,
              ]
            : []),
        ],
      )
    })

  zones
    .command('set-price')
    .description('give trips from one zone to another their own base price')
    .requiredOption('--city <name>', 'the city of both')
    .option('--country <code>', 'where the name is not enough', readCountry)
    .requiredOption('--from <zone>', 'zone of the pickup')
    .requiredOption('--to <zone>', 'zone of the drop-off')
    .option('--base <fcfa>', 'the base in FCFA', readInteger(0, 1_000_000))
    .option('--remove', 'go back to the price by distance')
    .option('--json', 'answer with one JSON object')
    .action(async (options: PriceOptions) => {
      if ((options.base === undefined) === !options.remove)
        throw new CommandRefused('Say either --base or --remove.')
      const { db } = await context.parts()
      const city = await findCity(db, options.city, options.country)
      const ofCity = (await readMap(db)).zones.filter((zone) => zone.cityId === city.id)
      const pair = {
        fromZoneId: zoneNamed(ofCity, options.from).id,
        toZoneId: zoneNamed(ofCity, options.to).id,
      }
      const baseFcfa = options.base ?? null
      await setPairBase(db, { ...pair, baseFcfa })
      answer(context, options, { ...pair, baseFcfa }, [
        `${options.from} to ${options.to}: ${baseFcfa === null ? 'by distance' : `${baseFcfa} FCFA`}`,
      ])
    })

  zones
    .command('list')
    .description('every zone, or those of one city')
    .option('--city <name>', 'only this city')
    .option('--country <code>', 'where the name is not enough', readCountry)
    .option('--json', 'answer with one JSON object')
    .action(async (options: { city?: string; country?: FrancCountry; json?: boolean }) => {
      const { db } = await context.parts()
      const only = options.city === undefined ? undefined : await findCity(db, options.city, options.country)
      const map = await readMap(db)
      const cityName = new Map(map.cities.map((city) => [city.id, city.name]))
      const listed = map.zones
        .filter((zone) => !only || zone.cityId === only.id)
        .map(({ id, cityId, name, priority, areaSquareMeters }) => ({
          zoneId: id,
          city: cityName.get(cityId) ?? '',
          name,
          priority,
          areaSquareKm: Number((areaSquareMeters / 1e6).toFixed(3)),
        }))
      const lines = listed.map(
        (zone) =>
          `${zone.zoneId}  ${zone.city}  ${zone.areaSquareKm} km²  priority ${zone.priority}  ${zone.name}`,
      )
      answer(context, options, { zones: listed }, lines.length ? lines : ['No zone yet.'])
    })
}

/** Reads the file whole, or refuses it with every fault, each with its feature named. */
function readDrafts(context: CommandContext, path: string, options: ImportOptions) {
  const file = readZoneFile(readJson(pathFrom(context, path)), { nameProperty: options.nameProperty })
  refuseFaults(path, file.faults)
  return file
}

function refuseFaults(path: string, faults: readonly ZoneFault[]): void {
  if (faults.length === 0) return
  const lines = faults.map(({ feature, fault }) => `  - ${feature}: ${fault}`)
  throw new CommandRefused(
    [`Nothing was imported; ${path} has ${faults.length === 1 ? 'a fault' : 'faults'}:`, ...lines].join('\n'),
  )
}

/** Some programs begin their files with a byte order mark. */
function readJson(path: string): unknown {
  const text = contentOf(path).replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read as JSON: ${(error as Error).message}`)
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The city of the zones; a new one is laid around them. */
async function cityForZones(
  parts: Services,
  path: string,
  options: ImportOptions,
  drafts: ZoneDraft[],
  isDryRun: boolean,
) {
  const [city] = await findCities(parts.db, options.city, options.country)
  if (city) {
    const { id } = await findCity(parts.db, options.city, options.country)
    refuseFaults(path, zonesFarFromCity(drafts, city))
    return { cityId: id, isNew: false }
  }
  if (!options.country)
    throw new CommandRefused(`${options.city} is not served yet: say its --country to begin there.`)
  const circle = circleAround(drafts)
  const fault = faultOfNewCity(drafts, circle, options.country)
  if (fault) throw new CommandRefused(`Nothing was imported. ${fault}`)
  if (isDryRun) return { cityId: '00000000-0000-0000-0000-000000000000', isNew: true }
  const cityId = await beginCity(parts, {
    name: options.city,
    country: options.country,
    ...circle,
    ...francCountries[options.country],
  })
  return { cityId, isNew: true }
}

/** The middle of the zones' extent, and how far its corners are, in hundreds of metres. */
function circleAround(drafts: ZoneDraft[]) {
  const boxes = drafts.map(({ shape }) => boundsOf(shape))
  const west = Math.min(...boxes.map(([edge]) => edge))
  const south = Math.min(...boxes.map(([, edge]) => edge))
  const east = Math.max(...boxes.map(([, , edge]) => edge))
  const north = Math.max(...boxes.map(([, , , edge]) => edge))
  const center = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const reach = distanceMeters(center, { lat: south, lng: west })
  return { center, serviceRadiusMeters: Math.ceil(reach / 100) * 100 }
}

function zoneNamed(zones: Zone[], name: string): Zone {
  const zone = zones.find((each) => each.name.toLowerCase() === name.trim().toLowerCase())
  if (!zone)
    throw new CommandRefused(
      `There is no zone ${name}; there ${zones.length ? `are ${zones.map((each) => each.name).join(', ')}` : 'is none yet'}.`,
    )
  return zone
}
