import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { defaultAttribution } from '../../domain/maps/city-map-facts.ts'
import { importMap } from '../../domain/maps/import-map.ts'
import { readMapFacts } from '../../domain/maps/map-store.ts'
import { removeMap } from '../../domain/maps/remove-map.ts'
import type { FrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { maxPlaceNameLength } from '../../domain/zones/service-map.ts'
import { readMap } from '../../domain/zones/zone-store.ts'
import { type AddCommand, answer, CommandRefused, pathFrom } from './command-context.ts'
import { countryOption, jsonOption, readText } from './option-values.ts'

type OneCity = { city: string; country?: FrancCountry; json?: boolean }

/** How many landmarks a search shows. */
const shownLandmarks = 10

/** `colis map import | list | find | remove`. */
export const addMapCommand: AddCommand = (program, context) => {
  const map = program.command('map').description('the map of a city: its landmarks, water and main roads')

  map
    .command('import')
    .description(
      'read the map of a city from an OpenStreetMap extract (.osm.pbf, also of a whole country) or from GeoJSON, in the place of the one before',
    )
    .argument('<file>', 'the file')
    .requiredOption('--city <name>', 'whose map it is', readText(maxPlaceNameLength))
    .option(...countryOption)
    .option('--attribution <text>', 'whom the map must name', readText(200), defaultAttribution)
    .option(...jsonOption)
    .action(async (file: string, options: OneCity & { attribution: string }) => {
      const path = pathFrom(context, file)
      refuseMissing(path)
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      const { landmarkCount, lineCount, attribution } = await importMap(services, {
        cityId: city.id,
        path,
        fileName: basename(path),
        attribution: options.attribution,
      })
      answer(context, options, { city: city.name, landmarks: landmarkCount, lines: lineCount, attribution }, [
        `The map of ${city.name}: ${landmarkCount} landmarks, ${lineCount} roads and waters (${attribution})`,
      ])
    })

  map
    .command('list')
    .description('which cities have a map')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { db } = await context.services()
      const names = new Map((await readMap(db)).cities.map(({ id, name }) => [id, name]))
      const maps = (await readMapFacts(db)).map((facts) => ({
        city: names.get(facts.cityId) ?? '',
        landmarks: facts.landmarkCount,
        lines: facts.lineCount,
        file: facts.fileName,
        attribution: facts.attribution,
        importedAt: facts.importedAt.toISOString(),
      }))
      const lines = maps.map(({ city, landmarks, lines, file, importedAt, attribution }) => {
        const drawn = `${landmarks} landmarks, ${lines} roads and waters`
        return [city, drawn, file, importedAt, attribution].join('  ')
      })
      answer(context, options, { maps }, lines.length > 0 ? lines : ['No city has a map yet.'])
    })

  map
    .command('find')
    .description('the landmarks that resemble a name, as customers find them')
    .argument('<name>', 'the name, or the beginning of it')
    .requiredOption('--city <name>', 'where')
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (name: string, options: OneCity) => {
      const { db, maps } = await context.services()
      const city = await getCity(db, options.city, options.country)
      const found = (await maps.landmarksOf(city.id))?.search(name, shownLandmarks) ?? []
      const lines = found.map(
        (each) => `${each.name}  ${each.kind}  ${each.lat.toFixed(5)}, ${each.lng.toFixed(5)}`,
      )
      answer(context, options, { landmarks: found }, lines.length > 0 ? lines : ['No landmark resembles it.'])
    })

  map
    .command('remove')
    .description('remove the map of a city with its landmarks')
    .requiredOption('--city <name>', 'whose')
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (options: OneCity) => {
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      await removeMap(services, city.id)
      answer(context, options, { city: city.name, removed: true }, [`The map of ${city.name} is removed.`])
    })
}

function refuseMissing(path: string): void {
  try {
    if (statSync(path).isFile()) return
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  throw new CommandRefused(`${path} is not a file.`)
}
