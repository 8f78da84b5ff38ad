import type { FastifyRequest } from 'fastify'
import { getEndpoint } from '../../../domain/webhooks/endpoints/get-endpoint.ts'
import { countBacklog } from '../../../domain/webhooks/sending/dispatch-store.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import { endpointKeyOf, logHrefOf, type OneEndpoint } from './endpoint-request.ts'
import { shownEndpoint } from './endpoint-state-page.ts'
import type { EndpointFacts } from './one-endpoint-page.ts'

/** How far back events are kept for a resend, in ms, and how many are counted. */
const keptMs = 30 * 24 * 60 * 60_000
const maxCounted = 1_001

/** Reads what the page of one endpoint shows; `since` is from when on what was given up counts. */
export async function readEndpointFacts(
  deps: KeepingDeps,
  request: FastifyRequest<OneEndpoint>,
  since?: Date,
): Promise<EndpointFacts> {
  const key = endpointKeyOf(request)
  const { db, sealingKey } = deps.webhooks
  const row = await getEndpoint(db, key)
  const facts = await deps.readFacts(request)
  const oldest = new Date(facts.now.getTime() - keptMs)
  const counted = { since: since && since > oldest ? since : oldest, max: maxCounted }
  return {
    ...facts,
    endpoint: shownEndpoint(row, sealingKey),
    endpointHref: `${facts.href}/endpoints/${key.id}`,
    logHref: logHrefOf(key),
    backlog: await countBacklog(db, key, counted),
    counted,
  }
}
