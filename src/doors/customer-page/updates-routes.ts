import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { ApiError } from '../../contract/errors.ts'
import { isFinal } from '../../domain/deliveries/delivery-status.ts'
import { customerPath } from '../../domain/deliveries/sharing/customer-link.ts'
import { spokenLanguageOf } from '../../http/response-language.ts'
import { latLng } from '../../pages/place-map.ts'
import { readArrival } from './arrival-text.ts'
import { placeOf, readSighting, sightingText } from './courier-sighting.ts'
import { type DeliveryUpdate, followDelivery, type Stream } from './follow-delivery.ts'
import { type LinkedDelivery, type LinkedDeps, readLinkedDelivery } from './read-linked-delivery.ts'

export type UpdatesDeps = LinkedDeps & {
  onError: (message: string, error: unknown) => void
  /** The delivery of the link that a request names. */
  linkedDeliveryOf: (request: FastifyRequest) => Promise<LinkedDelivery>
}

/**
 * A family may follow one delivery together; beyond that the oldest stream is closed, because phones leave
 * connections open.
 */
const maxPerDelivery = 4
const maxStreams = 2_000

/** GET /p/:token/updates: updates of a delivery as server-sent events, until it ends or the service stops. */
export async function updatesRoutes(app: FastifyInstance, deps: UpdatesDeps): Promise<void> {
  /** The streams of each delivery, the oldest first. */
  const open = new Map<string, Set<Stream>>()
  let openInAll = 0
  app.addHook('preClose', async () => {
    for (const stream of [...open.values()].flatMap((streams) => [...streams])) stream.close()
  })

  app.get<{ Params: { token: string } }>(
    `${customerPath}:token/updates`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { key, row } = await deps.linkedDeliveryOf(request)
      if (isFinal(row.status)) return reply.code(204).send()
      if (openInAll >= maxStreams) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 30 })
      const streams = open.get(key.id) ?? new Set()
      open.set(key.id, streams)
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      const readUpdate = async () =>
        updateOf(deps, await readLinkedDelivery(deps, key), spokenLanguageOf(request))
      const stream = followDelivery(readUpdate, reply.raw, { onError: deps.onError, ended })
      streams.add(stream)
      openInAll += 1
      const [oldest] = streams
      if (streams.size > maxPerDelivery) oldest?.dismiss()
      return reply.hijack()

      function ended(): void {
        openInAll -= 1
        streams.delete(stream)
        if (streams.size === 0) open.delete(key.id)
      }
    },
  )
}

async function updateOf(
  deps: LinkedDeps,
  linked: LinkedDelivery,
  language: SpokenLanguage,
): Promise<DeliveryUpdate> {
  const sighting = await readSighting(deps, linked)
  const place = placeOf(sighting)
  const arrival = await readArrival(deps, linked, language)
  return {
    version: linked.view.version,
    seen: sighting && sightingText(sighting, language),
    arrival,
    courier: place && latLng(place),
    isLast: isFinal(linked.view.status),
  }
}
