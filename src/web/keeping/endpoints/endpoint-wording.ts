import type { EventType } from '../../../base/contract/vocabulary.ts'
import type { WebText } from '../../web-words.ts'

/** How an endpoint is doing, as its shop reads it. */
export type ShownState = 'ACTIVE' | 'FAILING' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'

/** A state as a word, and as sentences that say what to do. */
export const endpointStates = {
  ACTIVE: {
    name: 'Active',
    lead: 'All is well: your server is called at each event.',
  },
  FAILING: {
    name: 'Failing',
    lead: 'Since {since} your server has accepted nothing. Read in the log what it answers, mend it, then send a ping to check. We keep trying; if it accepts nothing until {disables}, this webhook is disabled.',
  },
  PAUSED: {
    name: 'Paused',
    lead: 'Nothing is sent. What happens is kept for 30 days, and sent when you resume.',
  },
  DISABLED: {
    name: 'Disabled',
    lead: 'Your server has accepted nothing since {since}: we stopped calling it. What happens is kept for 30 days. Mend your server, check with a ping, then resume.',
  },
  SECRET_SEALED: {
    name: 'Secret unreadable',
    lead: 'The service can no longer read the secret of this webhook, so it is not called. Make a new secret without an overlap, and put it on your server.',
  },
} as const

export const eventNames: Record<EventType, WebText> = {
  'delivery.created': 'Delivery ordered',
  'delivery.location_confirmed': 'Position given by the customer',
  'delivery.courier_assigned': 'Courier found',
  'delivery.courier_arrived': 'Courier at the shop',
  'delivery.picked_up': 'Parcel on its way',
  'delivery.delivered': 'Parcel handed over',
  'delivery.failed': 'Parcel not handed over',
  'delivery.returned': 'Parcel back at the shop',
  'delivery.cancelled': 'Delivery cancelled',
  'delivery.expired': 'Delivery expired',
  'payment.confirmed': 'Payment confirmed',
}

export const endpointDone: Record<string, WebText> = {
  changed: 'It is saved.',
  paused: 'Nothing is sent for now. What happens is kept for 30 days.',
  enabled: 'Requests are sent again: what was waiting leaves now.',
  removed: 'The webhook is removed.',
}
