import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../contract/errors.ts'
import { readHandoverPhoto } from '../../../domain/deliveries/files/read-delivery-file.ts'
import { limitReads } from '../../../web/limit-reads.ts'
import { sendPrivateFile } from '../../../web/private-file-response.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { operatedKey, operatedPath } from './operated-delivery-key.ts'

/**
 * GET /operations/deliveries/:deliveryId/photos/:photoId: the photo of the place of a hand-over. It may show
 * who lives there: those who run the service see it, and the shop where they allow it (`SHOP_PROOF`).
 */
export async function handoverPhotoPageRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get<{ Params: { deliveryId: string; photoId: string } }>(
    `${operatedPath}/photos/:photoId`,
    { config: { operates: 'DISPATCH' } },
    async (request, reply) => {
      const { deliveryId, photoId } = request.params
      const key = await operatedKey(deps.db, deliveryId)
      const read = () => readHandoverPhoto(deps, key, photoId)
      const photo = await takeTurn(request, operatorOf(request).accountId, read)
      if (!photo) throw new ApiError('DOCUMENT_NOT_FOUND')
      return sendPrivateFile(request, reply, photo)
    },
  )
}
