import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'

/**
 * What the courier earns, in whole FCFA rounded up: a share of the trip before discounts, since a shop's discount is
 * between the shop and the service.
 */
export function courierPayFcfa({ lines }: Pick<PriceWorking, 'lines'>, payPercent: number): Fcfa {
  const tripFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
  return Math.ceil((tripFcfa * payPercent) / 100)
}
