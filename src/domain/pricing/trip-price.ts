import { type Fcfa, roundUpToStep } from '../../base/kernel/fcfa.ts'
import { type ParcelSize, type SurchargeType, surchargeTypes } from '../../contract/vocabulary.ts'
import { type PromoTerms, promoDiscount } from '../money/payments/promo-code.ts'
import type { Demand } from '../zones/city-demand.ts'
import { isNight, type SurchargeRule, type Tariff } from './tariff.ts'

/** Where a trip may lead: its length, and the zone pair's own base where it has one. */
export type Leg = { distanceMeters: number; pairBaseFcfa: Fcfa | null }

export type Trip = {
  /** The one leg of a trip whose end is known, or one leg to each zone of the city when it is not. */
  legs: readonly Leg[]
  rule: 'DISTANCE' | 'ZONE_PAIR' | 'ZONE_MEDIAN' | 'HALF_RADIUS'
  distanceSource: 'GREAT_CIRCLE' | 'ROUTING_SERVER'
  parcelSize: ParcelSize
  fragile: boolean
  /** `HH:MM` in the city. */
  localTime: string
  raining: boolean
  highDemand: boolean
  shopDiscountPercent: number
  promo: PromoTerms | null
  /** What a second try costs, as a share of such a trip; undefined for a first one. */
  secondTryPercent?: number | undefined
}

type PriceLine = { line: 'BASE' | SurchargeType; exactFcfa: number; amountFcfa: Fcfa }

/** The full working of a price: kept with the delivery and printed by `colis quotes explain`. */
export type PriceWorking = {
  tariffVersion: number
  rule: Trip['rule']
  distanceMeters: number
  distanceSource: Trip['distanceSource']
  lines: PriceLine[]
  /**
   * `bearer` says that the shop owes what its promo code took off (decision 216); absent where the service
   * bears it.
   */
  discounts: { source: 'SHOP' | 'PROMO_CODE'; amountFcfa: Fcfa; bearer?: 'SHOP' }[]
  /** What was switched on, whether or not it cost something; absent when nothing was. */
  switchedOn?: Demand[]
  /** As which share of such a trip a second try was priced; absent for a first one. */
  secondTryPercent?: number
}

export type TripPrice = {
  priceFcfa: Fcfa
  baseFcfa: Fcfa
  surcharges: { type: SurchargeType; amountFcfa: Fcfa }[]
  discountFcfa: Fcfa
  working: PriceWorking
}

/**
 * The price of a trip, in whole FCFA, with its working (decisions 27 to 29): base, plus surcharges, each
 * rounded up to the tariff's step, minus discounts. A trip to an unknown place costs the median, a second try
 * the operator's share of each part.
 */
export function tripPrice(tariff: Tariff, trip: Trip): TripPrice {
  const bases = trip.legs.map((leg) => leg.pairBaseFcfa ?? distanceBase(tariff, leg.distanceMeters))
  const distanceMeters = Math.round(median(trip.legs.map((leg) => leg.distanceMeters)))
  const share = (trip.secondTryPercent ?? 100) / 100
  const lines: PriceLine[] = [roundedLine(tariff, 'BASE', median(bases) * share)]
  for (const type of surchargeTypes) {
    const rule = tariff.surcharges[type]
    if (rule && applies[type](tariff, trip))
      lines.push(roundedLine(tariff, type, surcharge(rule, distanceMeters) * share))
  }
  const total = lines.reduce((sum, line) => sum + line.amountFcfa, 0)
  const discounts = discountsOn(total, trip)
  const discountFcfa = discounts.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
  const working: PriceWorking = {
    tariffVersion: tariff.version,
    rule: trip.rule,
    distanceMeters,
    distanceSource: trip.distanceSource,
    lines,
    discounts,
    ...switchedOn(trip),
    ...(trip.secondTryPercent !== undefined && { secondTryPercent: trip.secondTryPercent }),
  }
  return {
    priceFcfa: total - discountFcfa,
    baseFcfa: lines[0]?.amountFcfa ?? 0,
    surcharges: lines.flatMap(({ line, amountFcfa }) =>
      line === 'BASE' ? [] : [{ type: line, amountFcfa }],
    ),
    discountFcfa,
    working,
  }
}

/** What of a trip's discounts its shop owes, in FCFA (decision 216). */
export const discountBorneByShop = ({ discounts }: Pick<PriceWorking, 'discounts'>): Fcfa =>
  discounts.reduce((sum, { bearer, amountFcfa }) => sum + (bearer === 'SHOP' ? amountFcfa : 0), 0)

/** Whether the promo code of a trip takes anything off it. */
export const isPromoUsed = ({ discounts }: Pick<PriceWorking, 'discounts'>): boolean =>
  discounts.some(({ source }) => source === 'PROMO_CODE')

function switchedOn({ raining, highDemand }: Trip): Pick<PriceWorking, 'switchedOn'> {
  if (!raining && !highDemand) return {}
  return {
    switchedOn: [...(raining ? ['RAIN' as const] : []), ...(highDemand ? ['HIGH_DEMAND' as const] : [])],
  }
}

/** When each surcharge is due, if the tariff has it. */
const applies: Record<SurchargeType, (tariff: Tariff, trip: Trip) => boolean> = {
  LARGE_PARCEL: (_, trip) => trip.parcelSize === 'LARGE',
  FRAGILE: (_, trip) => trip.fragile,
  NIGHT: (tariff, trip) => isNight(tariff.night, trip.localTime),
  RAIN: (_, trip) => trip.raining,
  HIGH_DEMAND: (_, trip) => trip.highDemand,
}

function distanceBase(tariff: Tariff, meters: number): number {
  return tariff.baseFcfa + startedKm(meters - tariff.includedKm * 1000) * tariff.perKmFcfa
}

function surcharge(rule: SurchargeRule, meters: number): number {
  return rule.flatFcfa + startedKm(meters) * rule.perKmFcfa
}

/** Started kilometres; exactly 1,000 m is one, despite float errors. */
const startedKm = (meters: number) => Math.max(0, Math.ceil(Number((meters / 1000).toFixed(6))))

function roundedLine(tariff: Tariff, line: PriceLine['line'], exactFcfa: number): PriceLine {
  return { line, exactFcfa, amountFcfa: roundUpToStep(exactFcfa, tariff.stepFcfa) }
}

/** The shop's agreed percentage first, then the promo code on what is left; each rounded down to a franc. */
function discountsOn(total: Fcfa, trip: Trip): PriceWorking['discounts'] {
  const ofShop = Math.floor((total * trip.shopDiscountPercent) / 100)
  const ofPromo = trip.promo ? promoDiscount(trip.promo, total - ofShop) : 0
  const both: PriceWorking['discounts'] = [
    { source: 'SHOP', amountFcfa: ofShop },
    {
      source: 'PROMO_CODE',
      amountFcfa: ofPromo,
      ...(trip.promo?.bearer === 'SHOP' && { bearer: 'SHOP' }),
    },
  ]
  return both.filter(({ amountFcfa }) => amountFcfa > 0)
}

/** The middle one, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper
  return (lower + upper) / 2
}
