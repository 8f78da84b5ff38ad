import { addCity } from '../../domain/zones/add-city.ts'
import { changeCity } from '../../domain/zones/change-city.ts'
import { hasHighDemand, isRaining } from '../../domain/zones/city-demand.ts'
import { type FrancCountry, francCountries } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import {
  type City,
  maxPlaceNameLength,
  servedRadiusMeters,
  tourMinutes,
} from '../../domain/zones/service-map.ts'
import { setCityTours } from '../../domain/zones/set-city-tours.ts'
import { readMap } from '../../domain/zones/zone-store.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import {
  countryOption,
  jsonOption,
  readChoice,
  readCountry,
  readInteger,
  readLat,
  readLng,
  readText,
} from './option-values.ts'

const radiusOption = [
  '--radius-meters <n>',
  'how far from the centre it is served',
  readInteger(servedRadiusMeters),
] as const

const readMinutes = readInteger(tourMinutes)
/** `none` is as much as the settings say. */
const readTourMinutes = (text: string): number | 'none' => (text === 'none' ? text : readMinutes(text))

type AddOptions = {
  name: string
  country: FrancCountry
  lat: number
  lng: number
  radiusMeters: number
  json?: boolean
}
type SetOptions = {
  city: string
  country?: FrancCountry
  radiusMeters?: number
  rain?: 'on' | 'off'
  highDemand?: 'on' | 'off'
  tourLaterMinutes?: number | 'none'
  tourRideMinutes?: number | 'none'
  json?: boolean
}

/** `colis cities add | set | list`. */
export const addCitiesCommand: AddCommand = (program, context) => {
  const cities = program.command('cities').description('where the service delivers')

  cities
    .command('add')
    .description('begin to serve a city; give it a tariff next')
    .requiredOption('--name <name>', 'its name', readText(maxPlaceNameLength))
    .requiredOption('--country <code>', 'its country (ISO 3166)', readCountry)
    .requiredOption('--lat <degrees>', 'its centre, degrees north', readLat)
    .requiredOption('--lng <degrees>', 'its centre, degrees east', readLng)
    .requiredOption(...radiusOption)
    .option(...jsonOption)
    .action(async (options: AddOptions) => {
      const cityId = await addCity(await context.services(), {
        name: options.name,
        country: options.country,
        center: { lat: options.lat, lng: options.lng },
        serviceRadiusMeters: options.radiusMeters,
        ...francCountries[options.country],
      })
      answer(context, options, { cityId }, [
        `City ${options.name}: ${cityId}`,
        `Next: colis tariffs set --city "${options.name}" --base …`,
      ])
    })

  cities
    .command('set')
    .description('change a city; rain and high demand switch their surcharges')
    .requiredOption('--city <name>', 'which city')
    .option(...countryOption)
    .option(...radiusOption)
    .option('--rain <on|off>', 'whether it rains', readChoice(['on', 'off']))
    .option('--high-demand <on|off>', 'whether demand is high', readChoice(['on', 'off']))
    .option('--tour-later-minutes <n|none>', 'how much later a tour may bring a parcel', readTourMinutes)
    .option('--tour-ride-minutes <n|none>', 'how much longer than straight it may ride', readTourMinutes)
    .option(...jsonOption)
    .action(async (options: SetOptions) => {
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      const { radiusMeters, rain, highDemand, tourLaterMinutes: later, tourRideMinutes: ride } = options
      const change = {
        ...(radiusMeters !== undefined && { serviceRadiusMeters: radiusMeters }),
        ...(rain !== undefined && { raining: rain === 'on' }),
        ...(highDemand !== undefined && { highDemand: highDemand === 'on' }),
      }
      const tours = {
        ...(later !== undefined && { laterMinutes: later === 'none' ? null : later }),
        ...(ride !== undefined && { rideMinutes: ride === 'none' ? null : ride }),
      }
      const [changes, setsTours] = [Object.keys(change).length > 0, Object.keys(tours).length > 0]
      if (!changes && !setsTours)
        throw new CommandRefused(
          'Say what to change: --radius-meters, --rain, --high-demand, --tour-later-minutes or --tour-ride-minutes.',
        )
      let after = setsTours ? await setCityTours(services, city.id, tours) : city
      if (changes) after = await changeCity(services, city.id, change)
      answer(context, options, cityAnswer(after, services.clock.now()), [
        cityLine(after, services.clock.now()),
      ])
    })

  cities
    .command('list')
    .description('every city')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { db, clock } = await context.services()
      const { cities: all } = await readMap(db)
      const now = clock.now()
      answer(
        context,
        options,
        { cities: all.map((city) => cityAnswer(city, now)) },
        linesOr(all, (city) => cityLine(city, now), 'No city yet.'),
      )
    })
}

const cityAnswer = (city: City, now: Date) => {
  const { id, center, rainingUntil: _, highDemandUntil: __, opening: ___, tours, ...others } = city
  const raining = isRaining(city, now)
  const highDemand = hasHighDemand(city, now)
  const { laterMinutes: tourLaterMinutes = null, rideMinutes: tourRideMinutes = null } = tours ?? {}
  return { cityId: id, ...others, raining, highDemand, tourLaterMinutes, tourRideMinutes, ...center }
}

function cityLine(city: City, now: Date): string {
  const demand = [isRaining(city, now) && 'rain', hasHighDemand(city, now) && 'high demand']
    .filter(Boolean)
    .join(', ')
  const { id, country, currency, center, serviceRadiusMeters, name } = city
  const where = [id, country, currency, `${center.lat},${center.lng}`, `${serviceRadiusMeters} m`, name]
  return [...where, ...(demand ? [`(${demand})`] : [])].join('  ')
}
