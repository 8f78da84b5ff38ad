import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import type { CityMaps } from '../../domain/maps/cache-maps.ts'
import { type CompressedBytes, compressOnce, sendKept } from '../../pages/compressed-bytes.ts'
import { drawingsPath } from '../../pages/place-map.ts'

/** A drawing of 80 KB is compressed in a tenth of a second at most. */
const brotliQuality = 9

/** For how many drawings the compressed bytes are kept. */
const maxDrawings = 12

type OneDrawing = { Params: { cityId: string; hash: string } }

/**
 * The drawings of cities, under addresses that contain the hash of what they return: browsers keep them for
 * ever.
 */
export async function drawingRoutes(app: FastifyInstance, { maps }: { maps: CityMaps }): Promise<void> {
  const compressed = new LRUCache<string, CompressedBytes>({ max: maxDrawings })

  app.get<OneDrawing>(`${drawingsPath}/:cityId/:hash`, async (request, reply) => {
    const { cityId, hash } = request.params
    const drawing =
      isUuid(cityId) && /^[0-9a-f]{12,64}$/.test(hash) ? await maps.drawingOf(cityId, hash) : undefined
    if (!drawing) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${drawingsPath}…` })
    const key = `${cityId}/${hash}`
    const bytes = compressed.get(key) ?? compressOnce(drawing, brotliQuality)
    compressed.set(key, bytes)
    return sendKept(request, reply, 'application/json; charset=utf-8', bytes)
  })
}
