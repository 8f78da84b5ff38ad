/**
 * Who acts. Every verb that changes something takes one, because the event, the history and the audit record
 * who it was. `id` names the key, the account or the courier; nothing here is secret or personal.
 */
export type Actor =
  | { kind: 'API_KEY'; id: string }
  /** Somebody at the console of a shop, or with their own account. */
  | { kind: 'ACCOUNT'; id: string }
  /** Somebody at the operator's pages; `id` names their account. */
  | { kind: 'OPERATOR'; id: string }
  | { kind: 'COURIER'; id: string }
  /** The person with the link of a delivery. */
  | { kind: 'CUSTOMER' }
  /** The operator at a terminal of the machine that runs the service. */
  | { kind: 'CLI' }
  /** The service by itself: deadlines, searches, responses of providers. */
  | { kind: 'SYSTEM' }

/** An actor as one word for a column: `API_KEY:0192…`, `SYSTEM`. */
export const actorText = (actor: Actor): string => ('id' in actor ? `${actor.kind}:${actor.id}` : actor.kind)

/** The actor that a column names; undefined for a text that names none. */
export function actorFrom(text: string): Actor | undefined {
  const [kind, id] = text.split(':')
  if (kind === 'API_KEY' || kind === 'ACCOUNT' || kind === 'OPERATOR' || kind === 'COURIER')
    return id ? { kind, id } : undefined
  return kind === 'CUSTOMER' || kind === 'CLI' || kind === 'SYSTEM' ? { kind } : undefined
}

export const systemActor: Actor = { kind: 'SYSTEM' }
export const customerActor: Actor = { kind: 'CUSTOMER' }
export const cliActor: Actor = { kind: 'CLI' }
