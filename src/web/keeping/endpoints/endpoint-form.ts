import { limits } from '../../../base/contract/limits.ts'
import { type EventType, eventTypes } from '../../../base/contract/vocabulary.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'

/** The form of an endpoint as it was typed. */
export type TypedEndpoint = {
  url: string
  description: string
  /** Whether all events were chosen; then those that are ticked count for nothing. */
  isForAll: boolean
  events: readonly EventType[]
}

/** What is wrong with a field of the form, in words. */
export type EndpointFaults = { url?: string; events?: string }

export const emptyEndpoint: TypedEndpoint = { url: '', description: '', isForAll: true, events: [] }

/** Reads the form of an endpoint. */
export const typedEndpoint = (fields: Record<string, string>): TypedEndpoint => ({
  url: (fields.url ?? '').trim().slice(0, limits.webhookUrl.max + 1),
  description: cleanedLine(fields.description ?? '').slice(0, limits.webhookDescription.max),
  isForAll: fields.which !== 'SOME',
  events: eventTypes.filter((type) => fields[type] !== undefined),
})

/** The form as an endpoint fills it. */
export const endpointAsTyped = ({ url, description, event_types }: EndpointRow): TypedEndpoint => ({
  url,
  description: description ?? '',
  isForAll: event_types === null,
  events: event_types ?? [],
})

/** What the form asks for, as the verbs take it; undefined where events were to be ticked and none was. */
export function endpointOf({
  url,
  description,
  isForAll,
  events,
}: TypedEndpoint): { url: string; description: string | null; eventTypes: EventType[] | null } | undefined {
  if (!isForAll && events.length === 0) return undefined
  return { url, description: description || null, eventTypes: isForAll ? null : [...events] }
}
