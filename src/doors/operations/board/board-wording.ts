import type { Language } from '../../../base/kernel/language.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import type { LateReason, Wait } from '../../../domain/board/lateness.ts'
import type { BoardView } from '../../../domain/board/views/shown-deliveries.ts'
import type { PickupReason } from '../../../domain/deliveries/pickup-problems/pickup-problem.ts'
import { type OperationsText, speak, speakEach } from '../operations-words.ts'

const statusNames = {
  AWAITING_LOCATION: 'Waiting for the position',
  SEARCHING_COURIER: 'Looking for a courier',
  ASSIGNED: 'Courier found',
  IN_TRANSIT: 'On the way',
  FAILED: 'Failed, parcel coming back',
  CANCELLED: 'Cancelled, parcel to return',
} as const

/** Short enough for a column. */
const waitNames: Record<Wait, OperationsText> = {
  POSITION: 'Waiting for the position',
  COURIER: 'Looking for a courier',
  ARRIVAL: 'Going to the shop',
  PICKUP: 'At the shop',
  HANDOVER: 'On the way',
  RETURN: 'To bring back',
}

const reasonNames: Record<LateReason, OperationsText> = {
  CODE_LOCKED: 'Code locked',
  PAYMENT_UNANSWERED: 'Payment to decide',
  NO_COURIER: 'No courier',
  LONG_AT_SHOP: 'Too long at the shop',
  LONG_TO_SHOP: 'Not at the shop yet',
  PAYMENT_WAITING: 'Payment waiting',
  LONG_ON_THE_WAY: 'Too long on the way',
  NOT_BROUGHT_BACK: 'Parcel not back',
}

const problemNames: Record<PickupReason, OperationsText> = {
  SHOP_CLOSED: 'shop closed',
  PARCEL_NOT_READY: 'parcel not ready',
  BREAKDOWN: 'breakdown',
  PARCEL_TOO_LARGE: 'parcel too large',
}

export const viewNames: Record<BoardView, OperationsText> = {
  late: 'Late',
  'no-courier': 'Without a courier',
  payment: 'Payment to decide',
  handover: 'On the way',
  return: 'To bring back',
}

/** The values that the page and its script fill in. */
const later = {
  age: '{age}',
  amount: '{amount}',
  carrying: '{carrying}',
  count: '{count}',
  days: '{days}',
  free: '{free}',
  hours: '{hours}',
  late: '{late}',
  minutes: '{minutes}',
  old: '{old}',
  reason: '{reason}',
  reference: '{reference}',
  shop: '{shop}',
  total: '{total}',
} as const

/** The words of the board, as its page and its script both say them: `{name}` is filled in. */
export function boardWords(language: Language) {
  const t = speak(language)
  const status: Partial<Record<DeliveryStatus, string>> = speakEach(language, statusNames)
  return {
    title: t('Under way'),
    tally: t('{count} of {total}, late first', later),
    couriers: t('{free} free, {carrying} with a parcel, {old} without a recent position', later),
    none: t('Nothing is under way.'),
    nothingShown: t('No delivery matches this filter.'),
    more: t('And {count} others: filter to see them.', later),
    tooMany: t(
      'There are more than {count} deliveries or couriers: the board shows only the first of them.',
      later,
    ),
    reload: t('Refresh'),
    live: t('Live'),
    lost: t('Connection lost, trying again…'),
    old: t('This board no longer follows. Refresh the page.'),
    sound: {
      on: t('Sound is on'),
      off: t('Switch the sound on'),
    },
    news: t('{reference}, {shop}: {reason}', later),
    list: t('Deliveries'),
    choose: t('Choose {reference}', later),
    heads: {
      reference: t('Ref.'),
      age: t('Late or age'),
      shop: t('Shop'),
      trip: t('Way'),
      customer: t('Customer#column'),
      state: t('Where it is'),
      courier: t('Courier#column'),
      arrival: t('Arrival'),
    },
    map: t('Map of couriers and parcels'),
    mapLegend: {
      free: t('Courier, free'),
      carrying: t('Courier, carrying'),
      old: t('Old position'),
      parcel: t('Parcel'),
      late: t('Late parcel'),
    },
    seen: t('Position of {age} ago', later),
    unseen: t('Position unknown'),
    open: t('Open the delivery'),
    free: t('free'),
    since: t('for {age}', later),
    begins: t('in {age}', later),
    lateFor: t('late by {age}', later),
    due: t('{amount} due', later),
    paid: t('{amount} paid', later),
    lateBy: t('{reason}, late by {age}', later),
    lockedSince: t('{reason} for {age}', later),
    age: {
      minutes: t('{minutes} min', later),
      hours: t('{hours} h {minutes}', later),
      days: t('{days} d', later),
    },
    status,
    wait: speakEach(language, waitNames),
    reason: speakEach(language, reasonNames),
    problem: {
      waits: t('Courier waits: {reason}', later),
      left: t('Left by a courier: {reason}', later),
      reason: speakEach(language, problemNames),
    },
  }
}

export type BoardWords = ReturnType<typeof boardWords>

/** Words with what stands for each `{name}`. */
export const filled = (words: string, values: Record<string, string | number>): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** How long something has lasted, in ms, as people say it: `25 min`, `3 h 05`, `4 j`. */
export function ageText(ms: number, { age }: Pick<BoardWords, 'age'>): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return filled(age.minutes, { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return filled(age.hours, { hours, minutes: String(minutes % 60).padStart(2, '0') })
  return filled(age.days, { days: Math.floor(hours / 24) })
}
