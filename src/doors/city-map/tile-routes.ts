import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import type { MapArchive } from '../../domain/maps/archive/open-archive.ts'
import { bestEncoding } from '../../pages/compressed-bytes.ts'

type OneTile = { Params: { z: string; x: string; y: string } }

/**
 * What a map shows where its archive has nothing, such as the open sea: a transparent picture of one pixel.
 */
const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** `/map/{z}/{x}/{y}`: the tiles of the operator's archive. */
export async function tileRoutes(app: FastifyInstance, { archive }: { archive: MapArchive }): Promise<void> {
  app.get<OneTile>('/map/:z/:x/:y', async (request, reply) => {
    const { z, x, y } = request.params
    const [zoom, column, row] = [z, x, y].map(coordinateOf)
    const isTile =
      zoom !== undefined &&
      column !== undefined &&
      row !== undefined &&
      zoom >= archive.minZoom &&
      zoom <= archive.maxZoom &&
      column < 2 ** zoom &&
      row < 2 ** zoom
    if (!isTile) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: '/map/…' })
    const tile = await archive.tile(zoom, column, row)
    reply
      .headers({
        // The address that pages give carries the version of the archive.
        'cache-control': 'public, max-age=604800',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      })
      .removeHeader('content-language')
    if (!tile)
      return archive.kind === 'VECTOR' ? reply.code(204).send() : reply.type('image/png').send(emptyPicture)
    reply.type(tile.type)
    if (tile.encoding === undefined) return reply.send(tile.bytes)
    if (takesGzip(request.headers['accept-encoding']))
      return reply.header('content-encoding', 'gzip').send(tile.bytes)
    return reply.send(gunzipSync(tile.bytes))
  })
}

const takesGzip = (accepted: string | undefined): boolean =>
  bestEncoding(accepted) === 'gzip' || /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted ?? '')

/** A coordinate as it is written: digits alone, without leading zeros. */
const coordinateOf = (text: string): number | undefined =>
  /^(?:0|[1-9]\d{0,6})$/.test(text) ? Number(text) : undefined
