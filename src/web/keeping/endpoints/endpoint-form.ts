import type { FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { limits } from '../../../contract/limits.ts'
import { type EventType, eventTypes, optInEventTypes } from '../../../contract/vocabulary.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { checkField, choiceField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import type { Refusal } from '../../signed-in-request.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, docsHref } from '../developer-facts-page.ts'
import { eventNames } from './shown-endpoint.ts'

/** The form of an endpoint as it was typed. */
type TypedEndpoint = {
  url: string
  description: string
  /** Whether all events were chosen; then those that are ticked count for nothing. */
  isForAll: boolean
  events: readonly EventType[]
}

/** What is wrong with a field of the form, in words. */
type EndpointFaults = { url?: string; events?: string }

/** A form that was refused. */
export type RefusedEndpoint = { typed: TypedEndpoint; faults: EndpointFaults }

export const emptyEndpoint: TypedEndpoint = { url: '', description: '', isForAll: true, events: [] }

/** Reads the form: what it asks for, as the verbs take it, or what is wrong with it. */
export function readEndpoint(request: FastifyRequest) {
  const sent = fieldsOf(request.body)
  const typed: TypedEndpoint = {
    url: (sent.url ?? '').trim().slice(0, limits.webhookUrl.max + 1),
    description: cleanedLine(sent.description ?? '').slice(0, limits.webhookDescription.max),
    isForAll: sent.which !== 'SOME',
    events: eventTypes.filter((type) => sent[type] !== undefined),
  }
  const { url, description, isForAll, events } = typed
  if (!isForAll && events.length === 0) {
    const fault = speak(languageOf(request))('Tick at least one event, or choose to receive all.')
    return { typed, faults: { events: fault } }
  }
  const asked = { url, description: description || null, eventTypes: isForAll ? null : [...events] }
  return { typed, asked, faults: {} }
}

/** A refusal beside the address where it is about that, else above the page. */
export function refusedEndpoint(
  { code, notice }: Refusal,
  typed: TypedEndpoint,
): { refused: RefusedEndpoint; notice?: WorkspaceNotice } {
  const isOfUrl = code === 'WEBHOOK_URL_REFUSED' || code === 'WEBHOOK_URL_TAKEN'
  if (isOfUrl) return { refused: { typed, faults: { url: notice.text } } }
  return { notice, refused: { typed, faults: {} } }
}

/** The form as an endpoint fills it. */
export const endpointAsTyped = ({ url, description, event_types }: EndpointRow): TypedEndpoint => ({
  url,
  description: description ?? '',
  isForAll: event_types === null,
  events: event_types ?? [],
})

/** The form of an endpoint, new or not. */
export function endpointForm(
  facts: DeveloperFacts,
  {
    action,
    submit,
    typed,
    faults,
  }: { action: string; submit: string; typed: TypedEndpoint; faults: EndpointFaults },
): string {
  const t = speak(facts.language)
  const url = textField({
    name: 'url',
    label: t('Address'),
    value: typed.url,
    hint: t('An https address of a public server. For your own machine there is colis listen.'),
    error: faults.url,
    attributes: {
      inputmode: 'url',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      maxlength: limits.webhookUrl.max,
      required: true,
      placeholder: 'https://',
    },
  })
  const description = textField({
    name: 'description',
    label: t('What is it for?'),
    value: typed.description,
    hint: t('For example: till in Ganhi. Optional.'),
    attributes: { maxlength: limits.webhookDescription.max, autocomplete: 'off' },
  })
  const which = choiceField({
    name: 'which',
    label: t('Which events?'),
    value: typed.isForAll ? 'ALL' : 'SOME',
    error: faults.events,
    options: [
      { value: 'ALL', label: t('All usual events') },
      { value: 'SOME', label: t('Only those that I tick') },
    ],
  })
  const boxes = eventTypes.map((type) =>
    checkField({
      name: type,
      label: t(eventNames[type]),
      hint: typeHint(facts, type),
      isChecked: typed.events.includes(type),
    }),
  )
  const about = html`<a href="${docsHref(facts, 'events')}">${t('What each event contains')}</a>`
  const fields = html`!${url}!${which}
<fieldset class="field chosen-events"><legend>${t('Only those that I tick')}</legend>!${boxes}
<p class="hint">!${about}</p></fieldset>
!${description}!${submitButton(submit)}`
  return postForm(action, fields)
}

const typeHint = ({ language }: DeveloperFacts, type: (typeof eventTypes)[number]): string =>
  optInEventTypes.some((optIn) => optIn === type)
    ? `${type} · ${speak(language)('sent only to those who tick it')}`
    : type
