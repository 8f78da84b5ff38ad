import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'

/** What a phone is told of an offer: nobody's name, no phone number, no exact place. */
export type PushedOffer = {
  /** The delivery that is offered. */
  offer: string
  payFcfa: Fcfa
  /** The neighbourhood of the shop, or its city where no zone is drawn; null where neither is known any more. */
  from: string | null
}

const wording = {
  fr: {
    title: (pay: string) => `Course : ${pay} pour vous`,
    body: (from: string | null) =>
      from === null ? 'Touchez pour la voir.' : `Retrait : ${from}. Touchez pour la voir.`,
  },
  en: {
    title: (pay: string) => `Trip: ${pay} for you`,
    body: (from: string | null) => (from === null ? 'Tap to see it.' : `Pickup: ${from}. Tap to see it.`),
  },
}

/** The longest neighbourhood shown: push services take messages of 4 KB, and a phone shows two lines. */
const maxPlaceLength = 60

/** The body of a push before it is encrypted: what the service worker shows as it is. */
export function pushText({ offer, payFcfa, from }: PushedOffer, language: Language): string {
  const place = from?.slice(0, maxPlaceLength) ?? null
  const { title, body } = wording[language]
  return JSON.stringify({
    offer,
    pay: payFcfa,
    from: place,
    title: title(amountText(payFcfa, language)),
    body: body(place),
    lang: language,
  })
}
