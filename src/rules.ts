import { isColour, readableUnderWhite } from './base/kernel/colour-contrast.ts'
import { choice, integer, optionalPattern, parts, setting } from './base/kernel/setting.ts'
import { limits } from './contract/limits.ts'
import { weekdayNames } from './contract/vocabulary.ts'

/**
 * The rules of the business in one table: what the operator decides while the service runs, on the page of
 * settings or with `colis rules`. Machines, secrets and addresses stand in `config.ts`; the room
 * `domain/rules/` keeps what was set.
 */
// biome-ignore format: two lines for each rule
export const rules = {
  LOCATION_DEADLINE_MINUTES: whole(24 * 60, [1, 30 * 24 * 60],
    'How long the customer may take to place their position before the delivery expires.'),
  COURIER_DEADLINE_MINUTES: whole(45, [1, 24 * 60],
    'How long a courier is searched before the delivery expires.'),
  COURIER_SEARCH_RADIUS_METERS: whole(2_000, [100, 100_000],
    'How far from the shop the first round of the search asks couriers; each later one reaches half as far again.'),
  COURIER_OFFERS_PER_ROUND: whole(5, [1, 50],
    'How many couriers the first round asks, the nearest first; later ones ask half as many again, and never more than 50.'),
  COURIER_ROUND_SECONDS: whole(30, [5, 3_600],
    'How long after a round the next one comes, while nobody has accepted.'),
  COURIER_MAX_PARCELS: whole(1, [1, limits.courierParcels],
    'How many parcels a courier has at a time; a motorbike takes six small ones at most, a medium one counts as three. 1: one after the other.'),
  TOUR_LATER_MINUTES: whole(10, [0, 60],
    'How many minutes later than they were told a customer may get their parcel because another one joins the tour. A city may set less.'),
  TOUR_RIDE_MINUTES: whole(15, [0, 60],
    'How many minutes longer than straight a parcel rides that joins a tour. A city may set less.'),
  COURIER_OFFER_SECONDS: whole(90, [5, 3_600],
    'How long a courier can accept an offer.'),
  SHIFT_LEAVE_HOURS: whole(3, [0, 72],
    'Until how many hours before it begins a courier can leave a shift that they have taken; afterwards the operator takes them off it.'),
  LATE_COURIER_MINUTES: late(10,
    'After how many minutes the board of the service shows a search without a courier as late.'),
  LATE_TO_SHOP_MINUTES: late(30,
    'After how many minutes the board of the service shows a courier who has not arrived at the shop as late.'),
  LATE_AT_SHOP_MINUTES: late(15,
    'After how many minutes the board of the service shows a courier who waits at the shop as late.'),
  LATE_ON_THE_WAY_MINUTES: late(60,
    'After how many minutes the board of the service shows a parcel on its way to the customer as late.'),
  LATE_PAYMENT_MINUTES: late(20,
    'After how many minutes the board of the service shows a payment that a parcel on its way waits for as late.'),
  LATE_RETURN_MINUTES: late(120,
    'After how many minutes the board of the service shows a parcel that is not back at its shop as late.'),
  ARRIVAL_NOTICE_MINUTES: whole(5, [0, 60],
    'At how many minutes from the door the customer is told, once, that the courier is near; 0 for never.'),
  PICKUP_WAIT_MINUTES: whole(10, [1, 120],
    'How long a courier waits at a shop that is closed or whose parcel is not ready, before the wait is earned.'),
  PICKUP_WAIT_FEE_FCFA: whole(0, [0, 100_000],
    'What the shop pays its courier for such a wait. 0: waiting earns nothing.'),
  HANDOVER_PROOF: some(['CALL', 'WAIT', 'PHOTO'],
    'What a courier must have done before they say that a parcel cannot be handed over: CALL the customer, WAIT five minutes at their place, take a PHOTO of it. A customer who stands there, as one who refuses the parcel, need not be called or waited for.'),
  SHOP_PROOF: some(['PHOTO', 'PLACE', 'TAKEN_BY'],
    'What a shop may see of a hand-over besides when and how it ended: the PHOTO that its courier took, the PLACE where the courier stood, and by whom the parcel was TAKEN_BY.'),
  SECOND_TRY_PERCENT: whole(0, [0, 300],
    'What it costs to bring a parcel once more that could not be handed over, as a share of the price of such a trip: 100 is the same price. Its customer or its shop asks for it and pays it. 0: there are no second tries.'),
  COURIER_PAY_PERCENT: whole(80, [0, 100],
    'What the courier earns, as a share of the price of the trip before discounts, where no rule of pay says otherwise.'),
  COURIER_PAYOUTS: one(['MANUAL', 'DAILY', 'WEEKLY'], 'WEEKLY',
    'When couriers are paid what they earned, to their own number. MANUAL: people pay them, and note it on the page of payouts.'),
  COURIER_PAYOUT_MINIMUM_FCFA: whole(500, [1, 1_000_000],
    'From which amount on a courier is paid; what is less waits for the next time.'),
  PAYOUT_HOUR: whole(19, [0, 23],
    'The hour, on the clocks of the company, at which the payouts of a day or a week are made.'),
  PAYOUT_WEEKDAY: one(weekdayNames, 'FRIDAY',
    'The day on which the payouts of a week are made.'),
  PAYOUT_MAXIMUM_FCFA: whole(1_000_000, [1_000, 100_000_000],
    'The most that one payout may be, since providers and wallets take no more at once; the rest follows as soon as it was paid. FedaPay takes 1,000,000.'),
  PAYMENT_DEADLINE_MINUTES: whole(10, [1, 24 * 60],
    'How long a customer has to answer a request to pay before it fails; it can then be made again.'),
  COMPANY_NAME: line(
    'The legal name of the company, as its invoices to shops show it.'),
  COMPANY_BRAND: line(
    'The name under which people know the company, as pages and mails show it; its legal name where none is set.',
    40),
  COMPANY_COLOUR: colour(
    'The colour of the company, as pages and mails show it: a dark one, which white words can be read on.'),
  COMPANY_ADDRESS: line(
    'The address of the company, as its invoices show it.'),
  COMPANY_RCCM: line(
    'The number of the company in the register of commerce (RCCM), as its invoices show it.'),
  COMPANY_TAX_ID: line(
    'The tax number of the company (IFU, NIF or NINEA), as its invoices show it.'),
  VAT_RATE: whole(0, [0, 10_000],
    'The value-added tax that the prices include, in hundredths of a percent: 1800 is 18 %. 0 charges none; VAT_EXEMPTION then says why.'),
  VAT_EXEMPTION: line(
    'Why invoices charge no value-added tax, as the law wants it written on them.'),
  SUPPORT_PHONE: phone(
    'The number that couriers and customers call, or write to by WhatsApp, when something goes wrong, in international form.'),
  ALERT_NO_COURIER_MINUTES: whole(20, [1, 24 * 60],
    'For how long no courier of a city accepts a parcel that waits there before operators are alerted.'),
  ALERT_WEBHOOK_MINUTES: whole(60, [1, 7 * 24 * 60],
    'How old the oldest webhook that has not arrived may be before operators are alerted.'),
  ALERT_DISK_FREE_PERCENT: whole(10, [0, 90],
    'Operators are alerted when less than this share of the disk of the data folder is free.'),
  ALERT_REPEAT_HOURS: whole(6, [1, 7 * 24],
    'After how many hours an alert that is still open is sent again.'),
  STRANGER_MESSAGES_PER_DAY: whole(400, [1, 1_000_000],
    'How many codes, links and invitations go out in a day of the company, by phone and mail, to people who have not shown yet who they are: whoever opens a shop, applies as a courier or is invited. Beyond it they are asked to come back tomorrow; whoever has an account still signs in.'),
  STRANGER_MESSAGES_PER_COUNTRY: whole(200, [1, 1_000_000],
    'How many of those may go to numbers of one country, and how many by mail.'),
  STRANGER_MESSAGES_PER_NETWORK: whole(60, [1, 1_000_000],
    'How many of those one network may cause: a /24 of IPv4 or a /48 of IPv6. Many customers of an operator share one.'),
}

export type RuleName = keyof typeof rules
/** The rules as they hold, one value each. */
export type Rules = { readonly [Name in RuleName]: ReturnType<(typeof rules)[Name]['read']> }
/** The name under which people know the company; null where it has said none. */
export const companyName = ({ COMPANY_BRAND, COMPANY_NAME }: Rules): string | null =>
  COMPANY_BRAND ?? COMPANY_NAME ?? null

/** What holds at the moment of use: never keep a value beyond the act that reads it. */
export type RulesDeps = { rules: { current(): Rules } }

export const ruleNames = Object.keys(rules) as RuleName[]

/**
 * The values that texts come to; a rule that none is given for, or one that it does not take, has its
 * default.
 */
export const rulesOf = (texts: ReadonlyMap<string, string> = new Map()): Rules =>
  Object.fromEntries(ruleNames.map((name) => [name, takenValue(name, texts.get(name))])) as Rules

function takenValue(name: RuleName, text: string | undefined): unknown {
  try {
    return rules[name].read(text || undefined)
  } catch {
    return rules[name].read(undefined)
  }
}

/** A value as it is set and kept: the text that `read` takes for it; empty where there is none. */
export const ruleText = (value: unknown): string => String(value ?? '')

type Bounds = readonly [min: number, max: number]

function whole<const Text extends string>(fallback: number, [min, max]: Bounds, description: Text) {
  return { ...integer(fallback, { min, max, description }), description, kind: 'WHOLE' as const, min, max }
}

/** After how many minutes the board says that something needs a person. */
function late<const Text extends string>(fallback: number, description: Text) {
  return whole(fallback, [1, 7 * 24 * 60], description)
}

function one<const T extends string, const Text extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
  description: Text,
) {
  return { ...choice(values, fallback, { description }), description, kind: 'ONE' as const, values }
}

function some<const T extends string, const Text extends string>(values: readonly T[], description: Text) {
  return { ...parts(values, { description }), description, kind: 'SOME' as const, values }
}

/** The colour of a company on which white words have the contrast that reading takes. */
function colour<const Text extends string>(description: Text) {
  const made = setting({ description }, 'a colour such as #0b3b2e', '', (given) => {
    if (given === undefined) return undefined
    if (!isColour(given)) throw new Error('must be a colour such as #0b3b2e')
    const colour = given.toLowerCase()
    const darker = readableUnderWhite(colour)
    if (darker !== colour)
      throw new Error(`must be darker, such as ${darker}: white words cannot be read on it`)
    return colour
  })
  return { ...made, description, kind: 'COLOUR' as const, max: 7 }
}

function line<const Text extends string>(description: Text, max = 200) {
  const made = setting({ description }, `text of at most ${max} characters`, '', (given) => {
    if (given !== undefined && !(given.length <= max && /^\P{Cc}+$/u.test(given)))
      throw new Error(`must be one line of at most ${max} characters`)
    return given
  })
  return { ...made, description, kind: 'LINE' as const, max }
}

function phone<const Text extends string>(description: Text) {
  const expects = 'a number such as +2290197000000'
  const made = optionalPattern(/^\+[1-9]\d{7,14}$/, { description, expects })
  return { ...made, description, kind: 'LINE' as const, max: 30 }
}
