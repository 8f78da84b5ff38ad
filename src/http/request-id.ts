import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** As proxies make them: a UUID, with or without its hyphens. Nothing else gets into the log. */
const form = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** The id that a request came with in `X-Request-Id`, where it has the form of one; else a new one (decision 391). */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && form.test(given) ? given : randomUUID()
}
