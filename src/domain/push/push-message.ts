import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { amountText, distanceText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { ToCollect, TripPlaces } from '../matching/offered-trip.ts'

/** What a phone is told of an offer: nobody's name, no phone number, no exact place. */
type PushedOffer = TripPlaces & {
  /** The delivery that is offered. */
  offer: string
  payFcfa: Fcfa
  tripMeters: number
  collect: ToCollect
}

const wording = {
  fr: {
    title: (pay: string) => `Course : ${pay} pour vous`,
    from: (place: string) => `De ${place}`,
    within: (place: string) => `Dans ${place}`,
    to: (place: string) => `vers ${place}`,
    approximate: (place: string) => `${place} (approximatif)`,
    collect: {
      NOBODY: () => 'Rien à encaisser.',
      SERVICE: (amount: string) => `Le client paie ${amount} par mobile money.`,
      SHOP: (amount: string) => `Le client paie ${amount} à la boutique.`,
    },
  },
  en: {
    title: (pay: string) => `Trip: ${pay} for you`,
    from: (place: string) => `From ${place}`,
    within: (place: string) => `Within ${place}`,
    to: (place: string) => `to ${place}`,
    approximate: (place: string) => `${place} (approximate)`,
    collect: {
      NOBODY: () => 'Nothing to collect.',
      SERVICE: (amount: string) => `The customer pays ${amount} by mobile money.`,
      SHOP: (amount: string) => `The customer pays ${amount} to the shop.`,
    },
  },
}

/** The longest neighbourhood shown: push services take messages of 4 KB, and a phone shows two lines. */
const maxPlaceLength = 40

/** The body of a push before it is encrypted: what the service worker shows as it is. */
export function pushText(pushed: PushedOffer, language: Language): string {
  const { offer, payFcfa, collect } = pushed
  const { title, collect: collected } = wording[language]
  const [from, to] = [shortened(pushed.from), shortened(pushed.to)]
  const way = wayText({ ...pushed, from, to }, language)
  return JSON.stringify({
    offer,
    pay: payFcfa,
    from,
    to,
    title: title(amountText(payFcfa, language)),
    body: `${way}. ${collected[collect.through](amountText(collect.amountFcfa, language))}`,
    lang: language,
  })
}

/** That a parcel was given to the courier, or to another. */
export type PushNotice = 'GIVEN' | 'TAKEN'

const notices: Record<
  Language,
  Record<PushNotice, (reference: string) => { title: string; body: string }>
> = {
  fr: {
    GIVEN: (reference: string) => ({
      title: 'Une course vous est confiée',
      body: `${reference} : elle vous attend sur votre page.`,
    }),
    TAKEN: (reference: string) => ({
      title: 'Une course n’est plus pour vous',
      body: `${reference} est donnée à un autre livreur. N’allez pas chercher le colis.`,
    }),
  },
  en: {
    GIVEN: (reference: string) => ({
      title: 'A trip is given to you',
      body: `${reference} waits for you on your page.`,
    }),
    TAKEN: (reference: string) => ({
      title: 'A trip is no longer yours',
      body: `${reference} was given to another courier. Do not fetch the parcel.`,
    }),
  },
}

/** The body of a push that says who carries a parcel now; it takes the place of an offer of the same one. */
export const noticeText = (
  deliveryId: string,
  { what, reference }: { what: PushNotice; reference: string },
  language: Language,
): string => JSON.stringify({ offer: deliveryId, ...notices[language][what](reference), lang: language })

/** The way from one neighbourhood to the other: `De West vers East, 3,2 km`. */
function wayText({ from, to, isRough, tripMeters }: PushedOffer, language: Language): string {
  const words = wording[language]
  const told = (place: string) => (isRough ? words.approximate(place) : place)
  const ends =
    from !== null && from === to
      ? words.within(told(from))
      : [from && words.from(from), to && words.to(told(to))].filter(Boolean).join(' ')
  const way = [ends, distanceText(tripMeters, language)].filter(Boolean).join(', ')
  return way[0]?.toUpperCase() + way.slice(1)
}

const shortened = (place: string | null): string | null => place?.slice(0, maxPlaceLength) ?? null
