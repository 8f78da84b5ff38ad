import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'

/**
 * What the courier earns, in whole FCFA rounded up: a share of the trip before discounts, since what a shop
 * is granted is between it and the service.
 */
export function courierPayFcfa({ lines }: Pick<PriceWorking, 'lines'>, payPercent: number): Fcfa {
  const tripFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
  return Math.ceil((tripFcfa * payPercent) / 100)
}
