import { html } from 'ghtml'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { disablesAt } from '../../../domain/webhooks/endpoints/endpoint-health.ts'
import { endpointState } from '../../../domain/webhooks/endpoints/endpoint-state.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { speak, type WebText } from '../../web-words.ts'
import { type DeveloperFacts, whenText } from '../developer-facts-page.ts'

/** How an endpoint is doing, as its shop reads it. */
type ShownState = 'ACTIVE' | 'FAILING' | 'PAUSED' | 'DISABLED' | 'SECRET_SEALED'

/** A state as a word, and as sentences that say what to do. */
const endpointStates = {
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

/** An endpoint with the state that it has under the sealing key of this process. */
export type ShownEndpoint = EndpointRow & { shownState: ShownState }

/** An active endpoint that did not accept the last request is shown as failing. */
export function shownEndpoint(row: EndpointRow, sealingKeys: SecretKeys): ShownEndpoint {
  const state = endpointState(row, sealingKeys)
  return { ...row, shownState: state === 'ACTIVE' && row.failing_since ? 'FAILING' : state }
}

const looks: Record<ShownState, string> = {
  ACTIVE: '',
  FAILING: 'waiting',
  PAUSED: 'over',
  DISABLED: 'bad',
  SECRET_SEALED: 'bad',
}

/** The state as one word. */
export const stateBadge = ({ language }: DeveloperFacts, { shownState }: ShownEndpoint): string =>
  html`<span class="badge ${looks[shownState]}">${speak(language)(endpointStates[shownState].name)}</span>`

/** The state in a sentence, and what to do about it. */
export function stateLead(facts: DeveloperFacts, { shownState, failing_since }: ShownEndpoint): string {
  return speak(facts.language)(endpointStates[shownState].lead, {
    since: failing_since ? whenText(facts, failing_since) : '',
    disables: failing_since ? whenText(facts, disablesAt(failing_since)) : '',
  })
}

/**
 * The address as somebody may see it: shops put secrets into queries, and those are for who manages
 * endpoints.
 */
export const urlText = ({ role }: DeveloperFacts, { url }: EndpointRow): string =>
  hasRight(role, 'MANAGE_ENDPOINTS') ? url : url.replace(/\?.*/s, '?…')

/** Which events an endpoint receives. */
export function eventsText({ language }: DeveloperFacts, { event_types: types }: EndpointRow): string {
  const t = speak(language)
  return types === null ? t('All usual events') : types.map((type) => t(eventNames[type])).join(', ')
}
