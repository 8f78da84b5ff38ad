import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { amountText, beginningText, distanceText, timeText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { HeldNotice } from '../couriers/notices/notice-push-store.ts'
import type { ToCollect, TripPlaces } from '../matching/offered-trip.ts'
import { type PushMessage, type PushMessageText, speak } from './push-words.ts'

/** What a phone is told of an offer: nobody's name, no phone number, no exact place. */
type PushedOffer = TripPlaces & {
  /** The delivery that is offered. */
  offer: string
  payFcfa: Fcfa
  tripMeters: number
  collect: ToCollect
}

/** The longest neighbourhood shown: push services take messages of 4 KB, and a phone shows two lines. */
const maxPlaceLength = 40

/** The body of a push before it is encrypted: what the service worker shows as it is. */
export function pushText(pushed: PushedOffer, language: SpokenLanguage): string {
  const { offer, payFcfa, collect } = pushed
  const [from, to] = [shortened(pushed.from), shortened(pushed.to)]
  const way = wayText({ ...pushed, from, to }, language)
  return JSON.stringify({
    offer,
    pay: payFcfa,
    from,
    to,
    title: speak(language)('Trip: {pay} for you', { pay: amountText(payFcfa, language) }),
    body: `${way}. ${collectText(collect, language)}`,
    lang: language,
  })
}

/** That a parcel was given to the courier, or to another, or that theirs is to be brought once more. */
export type PushNotice = 'GIVEN' | 'TAKEN' | 'AGAIN'

const notices = {
  GIVEN: { title: 'A trip is given to you', body: '{reference} waits for you on your page.' },
  TAKEN: {
    title: 'A trip is no longer yours',
    body: '{reference} was given to another courier. Do not fetch the parcel.',
  },
  AGAIN: {
    title: 'A parcel is to be brought again',
    body: 'A second try is asked for {reference}. See on your page when, and what it earns you.',
  },
} as const satisfies Record<PushNotice, { title: PushMessageText; body: PushMessage }>

/** The body of a push that says who carries a parcel now; it takes the place of an offer of the same one. */
export const noticeText = (
  deliveryId: string,
  { what, reference }: { what: PushNotice; reference: string },
  language: SpokenLanguage,
): string => {
  const t = speak(language)
  const { title, body } = notices[what]
  return JSON.stringify({ offer: deliveryId, title: t(title), body: t(body, { reference }), lang: language })
}

/** The body of a push of no delivery; undefined where there is nothing to tell any more. */
export function noticePushText({ aboutId, language, shift, text }: HeldNotice): string | undefined {
  const t = speak(language)
  const said = (title: string, body: string) =>
    JSON.stringify({ offer: aboutId, title, body, lang: language })
  if (text !== null) return said(t('To all couriers'), text)
  if (shift === null) return undefined
  const { beginsAt, endsAt, timeZone } = shift
  const begins = beginningText(beginsAt, timeZone, language)
  const body = t('{begins}, until {ends}. Go on duty on your page then.', {
    begins: begins.charAt(0).toUpperCase() + begins.slice(1),
    ends: timeText(endsAt, timeZone, language),
  })
  return said(t('Your shift begins soon'), body)
}

/** What the customer pays, and to whom. */
function collectText({ through, amountFcfa }: ToCollect, language: SpokenLanguage): string {
  const t = speak(language)
  if (through === 'NOBODY') return t('Nothing to collect.')
  const amount = amountText(amountFcfa, language)
  return through === 'SERVICE'
    ? t('The customer pays {amount} by mobile money.', { amount })
    : t('The customer pays {amount} to the shop.', { amount })
}

/** The way from one neighbourhood to the other: `De West vers East, 3,2 km`. */
function wayText({ from, to, isRough, tripMeters }: PushedOffer, language: SpokenLanguage): string {
  const t = speak(language)
  const told = (place: string) => (isRough ? t('{place} (approximate)', { place }) : place)
  const ends =
    from !== null && from === to
      ? t('Within {place}', { place: told(from) })
      : [from && t('From {place}', { place: from }), to && t('to {place}', { place: told(to) })]
          .filter(Boolean)
          .join(' ')
  const way = [ends, distanceText(tripMeters, language)].filter(Boolean).join(', ')
  return way[0]?.toUpperCase() + way.slice(1)
}

const shortened = (place: string | null): string | null => place?.slice(0, maxPlaceLength) ?? null
