import { readFileSync } from 'node:fs'
import { speak } from '../../domain/domain-words.ts'
import { maxPairFcfa } from '../../domain/pricing/pairs/pair-matrix.ts'
import { removeZonePairPrice } from '../../domain/pricing/remove-zone-pair-price.ts'
import { setZonePairPrice } from '../../domain/pricing/set-zone-pair-price.ts'
import { computeZoneCheck } from '../../domain/zones/checking/compute-zones.ts'
import { readZoneSource } from '../../domain/zones/checking/zone-source.ts'
import type { FrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { importCityZones } from '../../domain/zones/import-city-zones.ts'
import { retireZones } from '../../domain/zones/retire-zones.ts'
import { maxPlaceNameLength, zonePriorities } from '../../domain/zones/service-map.ts'
import { readZoneFile, type ZoneFault } from '../../domain/zones/zone-file.ts'
import { readMap } from '../../domain/zones/zone-store.ts'
import { zonesByName } from '../../domain/zones/zones-by-name.ts'
import { type AddCommand, answer, type CommandContext, CommandRefused, pathFrom } from './command-context.ts'
import {
  countryOption,
  jsonOption,
  readAmount,
  readCountry,
  readInteger,
  readNames,
  readText,
} from './option-values.ts'

type ImportOptions = {
  city: string
  country?: FrancCountry
  nameProperty: string
  priority: number
  replace?: boolean
  dryRun?: boolean
  json?: boolean
}
type RetireOptions = { city: string; country?: FrancCountry; zones: string[]; json?: boolean }
type PriceOptions = {
  city: string
  country?: FrancCountry
  from: string
  to: string
  base?: number
  remove?: boolean
  json?: boolean
}

/** `colis zones import | retire | set-price | list`. */
export const addZonesCommand: AddCommand = (program, context) => {
  const zones = program.command('zones').description('the zones of a city, and prices between two of them')

  zones
    .command('import')
    .description('read zones from a GeoJSON, KML or KMZ file (polygons in WGS84 longitude and latitude)')
    .argument('<file>', 'the file')
    .requiredOption(
      '--city <name>',
      'the city they lie in; begun when it is new',
      readText(maxPlaceNameLength),
    )
    .option('--country <code>', 'its country (ISO 3166); needed for a new city', readCountry)
    .option('--name-property <name>', 'the property that holds the name of a zone', 'name')
    .option('--priority <n>', 'where zones overlap the highest holds', readInteger(zonePriorities), 0)
    .option('--replace', 'retire the zones of the city that the file does not name')
    .option('--dry-run', 'say what would be done and change nothing')
    .option(...jsonOption)
    .action(async (path: string, options: ImportOptions) => {
      const drafts = readDrafts(context, path, options)
      const services = await context.services()
      const isDryRun = options.dryRun ?? false
      const {
        cityId,
        isNew,
        report,
        zones: after,
      } = await importCityZones(services, {
        city: options.city,
        country: options.country,
        drafts: drafts.zones,
        priority: options.priority,
        replaceOthers: options.replace ?? false,
        isDryRun,
      })
      const checked = await computeZoneCheck(after)
      const overlaps = 'result' in checked ? checked.result.overlaps : null
      const lacksTariff =
        cityId === null || !services.pricing.priceList.current().tariffOf(cityId, services.clock.now())
      answer(
        context,
        options,
        {
          city: options.city,
          dryRun: isDryRun,
          newCity: isNew,
          ...report,
          overlaps: overlaps?.map(({ zones, areaSquareMeters }) => ({ zones, areaSquareMeters })) ?? null,
          notes: drafts.notes,
        },
        [
          ...drafts.notes,
          `${isDryRun ? 'Would be done' : 'Done'} in ${options.city}${isNew ? ' (a new city)' : ''}:`,
          ...Object.entries(report).map(
            ([what, names]) => `  ${what}: ${names.length}${names.length ? ` (${names.join(', ')})` : ''}`,
          ),
          ...(overlaps?.map(({ zones: [one, other], areaSquareMeters }) => {
            const area = `${Math.round(areaSquareMeters)} m²`
            const rule = 'the higher priority holds there, or the smaller zone.'
            return `  ${one} and ${other} overlap on ${area}: ${rule}`
          }) ?? ['  The outlines are too detailed to look for overlaps: simplify them.']),
          ...(lacksTariff
            ? [
                [
                  `${options.city} has no tariff yet, so nothing there has a price:`,
                  `colis tariffs set --city "${options.city}" --base …`,
                ].join(' '),
              ]
            : []),
        ],
      )
    })

  zones
    .command('retire')
    .description('end zones of a city; what lies there is priced by distance or by another zone')
    .requiredOption('--city <name>', 'the city of the zones')
    .option(...countryOption)
    .requiredOption('--zones <names>', 'which, comma-separated', readNames)
    .option(...jsonOption)
    .action(async (options: RetireOptions) => {
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      const retired = await retireZones(services, city.id, options.zones)
      answer(context, options, { city: city.name, retired }, [
        `Retired in ${city.name}: ${retired.join(', ')}`,
      ])
    })

  zones
    .command('set-price')
    .description('give trips from one zone to another their own base price')
    .requiredOption('--city <name>', 'the city of both')
    .option(...countryOption)
    .requiredOption('--from <zone>', 'zone of the pickup')
    .requiredOption('--to <zone>', 'zone of the drop-off')
    .option('--base <fcfa>', 'the base in FCFA', readAmount({ min: 0, max: maxPairFcfa }))
    .option('--remove', 'go back to the price by distance')
    .option(...jsonOption)
    .action(async (options: PriceOptions) => {
      if ((options.base === undefined) === !options.remove)
        throw new CommandRefused('Say either --base or --remove.')
      const services = await context.services()
      const { id: cityId } = await getCity(services.db, options.city, options.country)
      const pair = { cityId, from: options.from, to: options.to }
      const priced =
        options.base === undefined
          ? await removeZonePairPrice(services, pair)
          : await setZonePairPrice(services, pair, options.base)
      const price = priced.baseFcfa === null ? 'by distance' : `${priced.baseFcfa} FCFA`
      answer(context, options, priced, [`${options.from} to ${options.to}: ${price}`])
    })

  zones
    .command('list')
    .description('every zone, or those of one city')
    .option('--city <name>', 'only this city')
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (options: { city?: string; country?: FrancCountry; json?: boolean }) => {
      const { db } = await context.services()
      const only = options.city === undefined ? undefined : await getCity(db, options.city, options.country)
      const map = await readMap(db)
      const cityName = new Map(map.cities.map((city) => [city.id, city.name]))
      const listed = zonesByName(map.zones)
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
  const source = readZoneSource(contentOf(pathFrom(context, path)), speak('en'))
  if ('fault' in source) throw new CommandRefused(`${path}: ${source.fault}`)
  const file = readZoneFile(source.json, { nameProperty: options.nameProperty })
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

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
