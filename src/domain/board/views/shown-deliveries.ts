import { foldedText } from '../../../base/kernel/folded-text.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { paymentTransitions } from '../../money/payments/payment-status.ts'
import type { BoardDelivery } from '../board.ts'

/** Selections of the board that everybody has: what is late, what waits for a courier, and so on. */
export const boardViews = ['late', 'no-courier', 'payment', 'handover', 'return'] as const
export type BoardView = (typeof boardViews)[number]

/** What of the board is looked at; what is left out is not asked for. */
export type BoardFilter = {
  view?: BoardView
  /** Words that all stand in what a row shows, in any of its parts. */
  text?: string
  cityId?: string
  /** The zone it goes to. */
  zoneId?: string
  shopId?: string
  courierId?: string
  status?: DeliveryStatus
}

const isInView: Record<BoardView, (row: BoardDelivery) => boolean> = {
  late: ({ late }) => late.length > 0,
  'no-courier': ({ wait }) => wait === 'COURIER',
  payment: ({ payment, wait }) => wait === 'HANDOVER' && payment === paymentTransitions.declarePaid.to,
  handover: ({ wait }) => wait === 'HANDOVER',
  return: ({ wait }) => wait === 'RETURN',
}

/** The words of a text that is searched for, as they are compared. */
export const searchedWords = (text: string): string[] => foldedText(text).split(/\s+/).filter(Boolean)

/** What tells whether a delivery is among what is looked at. */
export function shownBy({ view, text = '', ...asked }: BoardFilter): (row: BoardDelivery) => boolean {
  const words = searchedWords(text)
  return (row) =>
    (view === undefined || isInView[view](row)) &&
    (asked.cityId === undefined || asked.cityId === row.cityId) &&
    (asked.zoneId === undefined || asked.zoneId === row.to?.id) &&
    (asked.shopId === undefined || asked.shopId === row.shopId) &&
    (asked.courierId === undefined || asked.courierId === row.courierId) &&
    (asked.status === undefined || asked.status === row.status) &&
    (words.length === 0 || words.every((word) => textOf(row).includes(word)))
}

const textOf = ({ reference, externalRef, customer, shop, courier, from, to }: BoardDelivery): string =>
  foldedText([reference, externalRef, customer, shop, courier, from, to?.name].join(' '))
