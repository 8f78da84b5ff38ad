import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'

/**
 * What couriers earn. A rule is a courier's own, or else the company's; its percentage is that of the
 * settings unless it names one. What it comes to is frozen with the offer and with the assignment, so a later
 * rule changes no trip that was promised or made.
 */
export type PayRule = {
  /** The share of the trip before discounts; null for COURIER_PAY_PERCENT. */
  percent: number | null
  /** What a trip earns at least, before bonuses. */
  minimumFcfa: Fcfa
  bonuses: readonly PayBonus[]
}

/**
 * What is added for trips of some hours, local to the city (`HH:MM`, may wrap midnight), or from or to a
 * zone.
 */
export type PayBonus =
  | { kind: 'HOURS'; from: string; to: string; amountFcfa: Fcfa }
  | { kind: 'ZONE'; zoneId: string; amountFcfa: Fcfa }

/** A rule whose percentage is known. */
export type EffectiveRule = PayRule & { percent: number }

/** What a trip earns its courier, and how much of it is a bonus. */
export type CourierPay = { payFcfa: Fcfa; bonusFcfa: Fcfa }

/** What bonuses depend on: the time on the clocks of the city (`HH:MM`), and the zones of both ends. */
export type PaidTrip = { localTime: string; zoneIds: readonly string[] }

/** How many bonuses a rule may have, and what one may be. */
export const payBounds = { bonuses: 20, minimumFcfa: 1_000_000, bonusFcfa: 100_000 } as const

/**
 * What the courier earns, in whole FCFA: a share of the trip before discounts, since a shop's discount is
 * between the shop and the service, rounded up; at least the minimum; and every bonus that the trip fulfils,
 * each once.
 */
export function courierPay(
  { lines }: Pick<PriceWorking, 'lines'>,
  { percent, minimumFcfa, bonuses }: EffectiveRule,
  trip: PaidTrip,
): CourierPay {
  const tripFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
  const shareFcfa = Math.max(Math.ceil((tripFcfa * percent) / 100), minimumFcfa)
  const bonusFcfa = bonuses
    .filter((bonus) => isFulfilled(bonus, trip))
    .reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
  return { payFcfa: shareFcfa + bonusFcfa, bonusFcfa }
}

/** The beginning of a span is inside, its end is not. */
function isFulfilled(bonus: PayBonus, { localTime, zoneIds }: PaidTrip): boolean {
  if (bonus.kind === 'ZONE') return zoneIds.includes(bonus.zoneId)
  const { from, to } = bonus
  return from <= to ? from <= localTime && localTime < to : localTime >= from || localTime < to
}

/** Why a rule is refused. */
type PayRuleFault = 'PERCENT' | 'MINIMUM' | 'BONUSES' | 'HOURS' | 'AMOUNT'

/** What is wrong with a rule; undefined when nothing is. Whether its zones exist is not known here. */
export function payRuleFault({ percent, minimumFcfa, bonuses }: PayRule): PayRuleFault | undefined {
  if (percent !== null && !isWhole(percent, 100)) return 'PERCENT'
  if (!isWhole(minimumFcfa, payBounds.minimumFcfa)) return 'MINIMUM'
  if (bonuses.length > payBounds.bonuses) return 'BONUSES'
  if (bonuses.some(({ amountFcfa }) => amountFcfa === 0 || !isWhole(amountFcfa, payBounds.bonusFcfa)))
    return 'AMOUNT'
  const spans = bonuses.filter((bonus) => bonus.kind === 'HOURS')
  const isSpan = ({ from, to }: { from: string; to: string }) => isTime(from) && isTime(to) && from !== to
  return spans.every(isSpan) ? undefined : 'HOURS'
}

const isWhole = (number: number, max: number): boolean =>
  Number.isInteger(number) && number >= 0 && number <= max
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
