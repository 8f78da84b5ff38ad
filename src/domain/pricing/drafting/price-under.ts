import type { Pricing } from '../price-trip.ts'
import type { Tariff } from '../tariff.ts'

/**
 * The pricing of the service with one city's tariff in the place of what is in force, whatever the moment:
 * whoever prices with it does exactly what a quote does. Nothing of the service changes.
 */
export function priceUnder(pricing: Pricing, cityId: string, tariff: Tariff): Pricing {
  const current = pricing.priceList.current()
  const list = {
    ...current,
    tariffOf: (id: string, at: Date) => (id === cityId ? tariff : current.tariffOf(id, at)),
  }
  return { ...pricing, priceList: { ...pricing.priceList, current: () => list } }
}
