import type { VehicleType } from '../../../contract/vocabulary.ts'

/**
 * What a courier made of an offer: nothing yet, a refusal, no answer in time, or none because the search
 * ended first; or the delivery is theirs.
 */
type OfferAnswer = 'OPEN' | 'DECLINED' | 'EXPIRED' | 'ENDED' | 'TAKEN'

/** One courier who was asked; where one was asked again, only the last time is known. */
export type AskedCourier = {
  courierId: string
  firstName: string
  lastName: string
  phone: string
  vehicleType: VehicleType
  round: number
  /** From the courier to the shop as the bird flies, when they were asked. */
  distanceMeters: number
  payFcfa: number
  offeredAt: Date
  expiresAt: Date
  declinedAt: Date | null
  /** The offer was for the trip as it was before its shop changed it. */
  isOfFormerTrip: boolean
}

type ToldOffer = AskedCourier & { answer: OfferAnswer }

/**
 * The search for a courier of one delivery: how far it is, and who was asked in which round, the first round
 * first.
 */
export type SearchStory = {
  /** How many rounds were made. */
  rounds: number
  /** When the next round is due; null once the search has ended, or before it begins. */
  nextRoundAt: Date | null
  asked: { round: number; offers: ToldOffer[] }[]
}

/** What is known of the delivery for which couriers were asked. */
type Searched = {
  courierId: string | null
  /** When the search ended; null while it is under way. */
  endedAt: Date | null
  now: Date
}

/** What this courier made of their offer. */
export function answerOf(offer: AskedCourier, { courierId, endedAt, now }: Searched): OfferAnswer {
  if (offer.courierId === courierId) return 'TAKEN'
  if (offer.declinedAt) return 'DECLINED'
  if (offer.expiresAt <= (endedAt ?? now)) return 'EXPIRED'
  return endedAt || offer.isOfFormerTrip ? 'ENDED' : 'OPEN'
}

/** Offers by their rounds, both in the order in which they were made. */
export function offersByRound(offers: readonly AskedCourier[], searched: Searched): SearchStory['asked'] {
  const rounds = new Map<number, ToldOffer[]>()
  for (const offer of offers) {
    const told = rounds.get(offer.round) ?? []
    rounds.set(offer.round, [...told, { ...offer, answer: answerOf(offer, searched) }])
  }
  return [...rounds].sort(([one], [other]) => one - other).map(([round, told]) => ({ round, offers: told }))
}
