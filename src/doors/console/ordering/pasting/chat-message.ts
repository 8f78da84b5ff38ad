import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import type { PaymentMode } from '../../../../contract/vocabulary.ts'
import { commonWords } from '../words/common-words.ts'
import {
  claim,
  type Found,
  freeRuns,
  type Message,
  readableText,
  readTokens,
  type Span,
  spanOf,
} from '../words/message-tokens.ts'
import { readCards } from './message-card.ts'
import { type ParcelCategory, readCategory } from './message-category.ts'
import { type Label, readLabels } from './message-labels.ts'
import { findLandmark, readLandmark } from './message-landmark.ts'
import { type MoneyOption, readMoney } from './message-money.ts'
import { nameOfSender, readName } from './message-name.ts'
import { phoneOfSender, readPhones } from './message-phones.ts'
import { type PointInText, readPositions } from './message-positions.ts'
import { claimTimes, readSenders } from './message-senders.ts'
import { readFragile } from './message-terms.ts'
import { findZones } from './message-zones.ts'

/** The length that is read of a message, in UTF-16 units. */
export const maxMessageLength = 2_000

/** What an order takes from a message, each with the span of the text that it was read from. */
export type MessageFields = {
  firstName?: Found<string>
  lastName?: Found<string>
  /** In international form. */
  phone?: Found<string>
  goodsAmountFcfa?: Found<Fcfa>
  /** As the list of zones spells it. Its span may lie within that of the landmark. */
  zone?: Found<string>
  landmark?: Found<string>
  category?: Found<ParcelCategory>
  mode?: Found<PaymentMode>
  fragile?: Found<boolean>
  position?: Found<Point>
}

/** Fields of which a message may name several, between which only the seller can choose. */
type AmbiguousField = 'phone' | 'zone' | 'position'

export type MessageReading = {
  fields: MessageFields
  /**
   * The candidates of each ambiguous field, which is then absent from `fields`. They differ in value.
   * Those of money are ways of paying, of which there may be none: then only the seller knows what is
   * left to pay.
   */
  choices: { [Field in AmbiguousField]?: NonNullable<MessageFields[Field]>[] } & {
    money?: Found<MoneyOption>[]
  }
  /** Links in which no position was read: the short links of maps, for instance. */
  unreadLinks: Found<string>[]
  /** What was taken for nothing, without greetings and little words. */
  leftOver: Found<string>[]
}

/**
 * Reads an order in a message that a seller pasted from a chat (decision 134). Phones are read by the rules
 * of `country` (ISO 3166 alpha-2); `zones` are the names of the zones of the shop's city. Pure; what it costs
 * grows with the length of the text, of which 2,000 characters are read, times the number of zones.
 */
export function readChatMessage(
  pasted: string,
  { country, zones, pointInText }: { country: string; zones: readonly string[]; pointInText: PointInText },
): MessageReading {
  const message = readTokens(pasted.slice(0, maxMessageLength))
  const senders = readSenders(message)
  const card = readCards(message, country)
  const { positions, unreadLinks } = readPositions(message, pointInText)
  claimTimes(message)
  const labels = readLabels(message)
  const phones = [...card.phones, ...phonesOf(message, { senders, country, hasCard: card.phones.length > 0 })]
  const money = readMoney(message)
  const fragile = readFragile(message)
  const place = readPlace(message, { zones, labels })
  const category = readCategory(message)
  const name = card.firstName ? nameOfCard(card) : nameOf(message, { senders, labels })
  const landmark = readLandmark(message, { found: place.landmark, labels, zone: place.zones[0] })

  const [phone, zone, position] = [distinct(phones), distinct(place.zones), distinct(positions)]
  return {
    fields: present({
      ...name,
      phone: only(phone),
      goodsAmountFcfa: money.amount,
      zone: only(zone),
      landmark,
      category,
      mode: money.mode,
      fragile,
      position: only(position),
    }),
    choices: present({
      phone: several(phone),
      money: money.options,
      zone: several(zone),
      position: several(position),
    }),
    unreadLinks,
    leftOver: leftOverOf(message),
  }
}

/** The phones in what was written; without one, those of the senders. */
function phonesOf(
  message: Message,
  { senders, country, hasCard }: { senders: Span[]; country: string; hasCard: boolean },
): Found<string>[] {
  const written = readPhones(message, country)
  if (written.length > 0 || hasCard) return written
  return senders.flatMap((span) => {
    const value = phoneOfSender(message.text.slice(span.start, span.end), country)
    return value ? [{ ...span, value }] : []
  })
}

const nameOfCard = ({ firstName, lastName }: ReturnType<typeof readCards>) => ({
  ...(firstName && { firstName }),
  ...(lastName && { lastName }),
})

function nameOf(
  message: Message,
  { senders, labels }: { senders: Span[]; labels: ReadonlyMap<number, Label> },
) {
  const name = readName(message, labels)
  const [sender] = senders
  return Object.keys(name).length === 0 && sender && senders.length === 1
    ? nameOfSender(message, sender)
    : name
}

/** Zones and landmark. Zones within the landmark count when there are no others. */
function readPlace(
  message: Message,
  { zones, labels }: { zones: readonly string[]; labels: ReadonlyMap<number, Label> },
) {
  const matches = findZones(message, zones)
  for (const { from, to } of matches) claim(message, [from, to], 'ZONE')
  const landmark = findLandmark(message, labels)
  const outside = matches.filter(({ from }) => message.claims[from] === 'ZONE')
  const chosen = outside.length > 0 ? outside : matches
  return { landmark, zones: chosen.map(({ start, end, value }) => ({ start, end, value })) }
}

/** The first of each value. */
const distinct = <Value>(found: readonly Found<Value>[]): Found<Value>[] =>
  [...Map.groupBy(found, ({ value }) => JSON.stringify(value)).values()].flatMap(([first]) => first ?? [])

const only = <Value>(found: Found<Value>[]): Found<Value> | undefined =>
  found.length === 1 ? found[0] : undefined
const several = <Value>(found: Found<Value>[]): Found<Value>[] | undefined =>
  found.length > 1 ? found : undefined

/** An object without its undefined members. */
const present = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>
  }

function leftOverOf(message: Message): Found<string>[] {
  return freeRuns(message)
    .filter(([from, to]) =>
      message.tokens.slice(from, to).some(({ kind, folded }) => kind !== 'WORD' || !commonWords.has(folded)),
    )
    .map((run) => spanOf(message, run))
    .map((span) => ({ ...span, value: readableText(message.text.slice(span.start, span.end)) }))
}
