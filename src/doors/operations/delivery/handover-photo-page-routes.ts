import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { readHandoverPhoto } from '../../../domain/deliveries/files/read-delivery-file.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatedKey, operatedPath } from './operated-delivery-key.ts'

/**
 * GET /operations/deliveries/:deliveryId/photos/:photoId: the photo of the place where a hand-over failed. It
 * may show who lives there, so those who run the service see it and the shop does not.
 */
export async function handoverPhotoPageRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get<{ Params: { deliveryId: string; photoId: string } }>(
    `${operatedPath}/photos/:photoId`,
    { config: { operates: 'DISPATCH' } },
    async (request, reply) => {
      const key = await operatedKey(deps.db, request.params.deliveryId)
      const { photoId } = request.params
      const photo = isUuid(photoId) ? await readHandoverPhoto(deps, key, photoId) : undefined
      if (!photo) throw new ApiError('DOCUMENT_NOT_FOUND')
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'content-disposition': 'inline',
        })
        .type(photo.contentType)
        .send(Buffer.from(photo.bytes))
    },
  )
}
