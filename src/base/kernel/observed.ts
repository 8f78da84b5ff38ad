import { channel } from 'node:diagnostics_channel'

/**
 * What rooms tell of their work while they do it, for whoever measures this process; a duration is in
 * seconds. While nobody listens it costs a comparison. Nothing here names a person; of shops and deliveries a
 * span alone says the ids.
 */
export type Observations = {
  /** A request that was answered; `route` is its path as it was registered, so that there are few of them. */
  request: { method: string; route: string; status: number; seconds: number }
  /** Events that were given their positions, each by one process. */
  events: { types: readonly string[] }
  /** An attempt to send a webhook; `outcome` is `DELIVERED` or why it failed. */
  webhookAttempt: { outcome: string; seconds: number }
  /** What became of a message that was due. */
  message: { channel: string; outcome: string }
  /** What became of a push. */
  push: { outcome: string }
  /** A request to a provider of mobile money; `outcome` is its status, or `AWAY`. */
  providerCall: { provider: string; outcome: string; seconds: number }
  /** A step of a trace that is recorded, once it has ended. */
  span: ObservedSpan
}

/** A step of a trace, in milliseconds since 1970; attributes are named as OpenTelemetry names them. */
export type ObservedSpan = {
  name: string
  kind: 'SERVER' | 'PRODUCER' | 'CLIENT'
  traceId: string
  spanId: string
  /** The step that caused it, here or wherever the trace came from. */
  parentSpanId?: string | undefined
  startMs: number
  endMs: number
  hasFailed: boolean
  attributes: Record<string, string | number | undefined>
}

export type Observed = keyof Observations

/** Tells those who listen of something that was done. */
export function observe<Name extends Observed>(name: Name, observation: Observations[Name]): void {
  channel(`colis.${name}`).publish(observation)
}

/** Whether anybody listens to a kind of observation: what only they need is not made otherwise. */
export const isObserved = (name: Observed): boolean => channel(`colis.${name}`).hasSubscribers

/** Calls the listener with each observation of a kind until the returned function is called. */
export function onObserved<Name extends Observed>(
  name: Name,
  listener: (observation: Observations[Name]) => void,
): () => void {
  const heard = (message: unknown) => listener(message as Observations[Name])
  const observed = channel(`colis.${name}`)
  observed.subscribe(heard)
  return () => void observed.unsubscribe(heard)
}
