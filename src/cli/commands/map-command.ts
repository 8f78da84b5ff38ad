import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { countryName } from '../../base/kernel/country-name.ts'
import { listText } from '../../base/kernel/list-text.ts'
import { defaultAttribution } from '../../domain/maps/city-map-facts.ts'
import { askMapFetch } from '../../domain/maps/fetching/ask-map-fetch.ts'
import { endMapFetches } from '../../domain/maps/fetching/end-map-fetches.ts'
import { fetchText } from '../../domain/maps/fetching/fetch-text.ts'
import { listMapFetches } from '../../domain/maps/fetching/map-fetch-store.ts'
import { importMap } from '../../domain/maps/import-map.ts'
import { readMapFacts } from '../../domain/maps/map-store.ts'
import { removeMap } from '../../domain/maps/remove-map.ts'
import { type FrancCountry, isFrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { maxPlaceNameLength } from '../../domain/zones/service-map.ts'
import { readMap } from '../../domain/zones/zone-store.ts'
import { type AddCommand, answer, type CommandContext, CommandRefused, pathFrom } from './command-context.ts'
import { countryOption, jsonOption, readText } from './option-values.ts'

type OneCity = { city: string; country?: FrancCountry; json?: boolean }

/** How many landmarks a search shows. */
const shownLandmarks = 10

/** `colis map import | list | find | remove | fetch | fetches`. */
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

  addFetchCommands(map, context)
}

function addFetchCommands(map: Command, context: CommandContext): void {
  map
    .command('fetch')
    .description(
      'have the service fetch the OpenStreetMap extract of a country, now and each month, and import it for its cities; without a country, of every one that has cities',
    )
    .option(...countryOption)
    .option('--stop', 'fetch it no more; the maps stay')
    .option(...jsonOption)
    .action(async ({ stop, ...options }: { country?: FrancCountry; stop?: boolean; json?: boolean }) => {
      const services = await context.services()
      const served = (await readMap(services.db)).cities.map(({ country }) => country).filter(isFrancCountry)
      const countries = options.country ? [options.country] : [...new Set(served)]
      if (countries.length === 0) throw new CommandRefused('There is no city yet: add one first.')
      const act = stop ? endMapFetches : askMapFetch
      for (const country of countries) await act(services, country)
      const names = listText(
        countries.map((country) => countryName(country, 'en')),
        'en',
      )
      const said = stop
        ? `The streets of ${names} are fetched no more; the maps stay.`
        : `The running service fetches the streets of ${names} now, and again each month.`
      const lines = stop ? [said] : [said, 'How far it is: colis map fetches']
      answer(context, options, { countries, isFetched: !stop }, lines)
    })

  map
    .command('fetches')
    .description('how far the extracts of countries are that the service fetches')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const fetches = await listMapFetches((await context.services()).db)
      const shown = fetches.map((fetch) => ({
        country: fetch.country,
        state: fetch.state,
        failure: fetch.failure,
        receivedMegabytes: fetch.received_megabytes,
        totalMegabytes: fetch.total_megabytes,
        fetchedAt: fetch.fetched_at?.toISOString() ?? null,
        nextAt: fetch.due_at.toISOString(),
      }))
      const lines = fetches.map(
        (fetch) => `${fetch.country}  ${fetchText(fetch, `at ${fetch.due_at.toISOString()}`, 'en')}`,
      )
      answer(
        context,
        options,
        { fetches: shown },
        lines.length > 0 ? lines : ['No streets are fetched yet: colis map fetch'],
      )
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
