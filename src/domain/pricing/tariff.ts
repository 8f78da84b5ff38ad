import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { SurchargeType } from '../../contract/vocabulary.ts'
import type { CollectionFeeRule } from '../money/payments/collection-fee.ts'

/** What a surcharge adds: a flat amount, and an amount for each started kilometre of the trip. */
export type SurchargeRule = { flatFcfa: Fcfa; perKmFcfa: Fcfa }

/** The prices of a city. Never edited: a new version takes the place of the one before (decision 27). */
export type Tariff = {
  version: number
  /** Covers the first `includedKm`; each further started kilometre costs `perKmFcfa`. */
  baseFcfa: Fcfa
  includedKm: number
  perKmFcfa: Fcfa
  /** The base and each surcharge are rounded up to a multiple of this. */
  stepFcfa: Fcfa
  surcharges: Partial<Record<SurchargeType, SurchargeRule>>
  /** Local times `HH:MM`; the window runs from the first to the second and may wrap midnight. */
  night: { from: string; to: string } | null
  collectionFee: CollectionFeeRule
  cancellationFeeFcfa: Fcfa
  returnFeeFcfa: Fcfa
}

/** What a tariff says, without the version that it has in its city. */
export type TariffTerms = Omit<Tariff, 'version'>

/** Whether the local time `HH:MM` lies in the night window: its start is inside, its end is not. */
export function isNight(night: Tariff['night'], localTime: string): boolean {
  if (!night) return false
  const { from, to } = night
  return from <= to ? from <= localTime && localTime < to : localTime >= from || localTime < to
}
