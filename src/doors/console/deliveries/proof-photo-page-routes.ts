import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { readHandoverPhoto } from '../../../domain/deliveries/files/read-delivery-file.ts'
import { limitReads } from '../../../web/limit-reads.ts'
import { sendPrivateFile } from '../../../web/private-file-response.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopPath } from '../console-request.ts'

/** `/deliveries/ID/photos/PHOTO`: the photo of the place of a hand-over, where the operator shows it to shops. */
export async function proofPhotoPageRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get<{ Params: { id: string; photoId: string } }>(
    `${shopPath}/deliveries/:id/photos/:photoId`,
    { config: { needs: 'SELL' } },
    async (request, reply) => {
      const { id, photoId } = request.params
      const shopId = memberOf(request).shop.id
      const isAllowed = isUuid(id) && deps.rules.current().SHOP_PROOF.includes('PHOTO')
      const read = () => readHandoverPhoto(deps, { shopId, id }, photoId)
      const photo = isAllowed ? await takeTurn(request, shopId, read) : undefined
      if (!photo) throw new ApiError('DOCUMENT_NOT_FOUND')
      return sendPrivateFile(request, reply, photo)
    },
  )
}
