import { html } from 'ghtml'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { disablesAt } from '../../../domain/webhooks/endpoints/endpoint-health.ts'
import { endpointState } from '../../../domain/webhooks/endpoints/endpoint-state.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, whenText } from '../developer-facts-page.ts'
import { endpointStates, eventNames, type ShownState } from './endpoint-wording.ts'

/** An endpoint with the state that it has under the sealing key of this process. */
export type ShownEndpoint = EndpointRow & { shownState: ShownState }

/** An active endpoint that did not accept the last request is shown as failing. */
export function shownEndpoint(row: EndpointRow, sealingKey: Buffer): ShownEndpoint {
  const state = endpointState(row, sealingKey)
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

/** The address as somebody may see it: shops put secrets into queries, and those are for who manages endpoints. */
export const urlText = ({ role }: DeveloperFacts, { url }: EndpointRow): string =>
  hasRight(role, 'MANAGE_ENDPOINTS') ? url : url.replace(/\?.*/s, '?…')

/** Which events an endpoint receives. */
export function eventsText({ language }: DeveloperFacts, { event_types: types }: EndpointRow): string {
  const t = speak(language)
  return types === null ? t('All usual events') : types.map((type) => t(eventNames[type])).join(', ')
}
