import type { Point } from '../../base/kernel/point.ts'
import { type ParcelSize, parcelSizes } from '../../contract/vocabulary.ts'
import { type PricedTrip, priceTrip } from '../../domain/pricing/price-trip.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption, readChoice, readPoint, readUuid } from './option-values.ts'

type ExplainOptions = {
  from: Point
  to?: Point
  size: ParcelSize
  fragile?: boolean
  shop?: string
  json?: boolean
}

/** `colis quotes explain`. */
export const addQuotesCommand: AddCommand = (program, context) => {
  const quotes = program.command('quotes').description('why a trip costs what it costs')

  quotes
    .command('explain')
    .description('price a trip now and show the working')
    .requiredOption('--from <lat,lng>', 'pickup', readPoint)
    .option('--to <lat,lng>', 'drop-off; without it the price is an estimate', readPoint)
    .option('--size <size>', parcelSizes.join(', '), readChoice(parcelSizes), 'SMALL')
    .option('--fragile', 'a fragile parcel')
    .option('--shop <id>', 'with the discount agreed with this shop', readUuid)
    .option(...jsonOption)
    .action(async (options: ExplainOptions) => {
      const { db, pricing } = await context.services()
      const shop = options.shop === undefined ? undefined : await getShop(db, options.shop)
      const trip = await priceTrip(pricing, {
        pickup: options.from,
        dropoff: options.to,
        parcelSize: options.size,
        fragile: options.fragile ?? false,
        shopDiscountPercent: shop?.discount_percent ?? 0,
        shopCountry: shop?.country,
        promo: null,
        windows: { pickup: null, dropoff: null },
      })
      const { fromZone, toZone, isEstimate, priceFcfa, working } = trip
      const value = { city: trip.city.name, fromZone, toZone, isEstimate, priceFcfa, ...working }
      answer(context, options, value, workingLines(trip))
    })
}

const ruleWording = {
  DISTANCE: 'by distance',
  ZONE_PAIR: 'the pair of zones has its own base',
  ZONE_MEDIAN: 'estimate: the median over the zones of the city',
  HALF_RADIUS: 'estimate: half the radius of a city without zones',
}

function workingLines({ city, fromZone, toZone, isEstimate, priceFcfa, working }: PricedTrip): string[] {
  const amount = (fcfa: number) => `${String(fcfa).padStart(7)} FCFA`
  const measured = working.distanceSource === 'ROUTING_SERVER' ? 'by road' : 'great circle x 1.3'
  return [
    `${city.name}, tariff version ${working.tariffVersion}`,
    `from ${fromZone ?? 'no zone'} to ${toZone ?? (isEstimate ? 'an unknown place' : 'no zone')}`,
    `${(working.distanceMeters / 1000).toFixed(2)} km (${measured}); ${ruleWording[working.rule]}`,
    ...working.lines.map(
      ({ line, exactFcfa, amountFcfa }) =>
        `  ${line.padEnd(14)}${amount(amountFcfa)}  (${exactFcfa} before rounding)`,
    ),
    ...working.discounts.map(
      ({ source, amountFcfa }) => `  ${`-${source}`.padEnd(14)}${amount(-amountFcfa)}`,
    ),
    `  ${'PRICE'.padEnd(14)}${amount(priceFcfa)}`,
  ]
}
