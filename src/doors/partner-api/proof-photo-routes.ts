import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { readHandoverPhoto } from '../../domain/deliveries/files/read-delivery-file.ts'
import type { DeliveryFileDeps } from '../../domain/deliveries/files/store-delivery-file.ts'
import {
  isProofPhotoOpen,
  type ProofPhotoAddresses,
  proofPhotoPath,
} from '../../domain/deliveries/handover-proof/proof-photo-address.ts'
import type { RulesDeps } from '../../rules.ts'
import { limitReads } from '../../web/limit-reads.ts'
import { sendPrivateFile } from '../../web/private-file-response.ts'

type PhotoDeps = DeliveryFileDeps & RulesDeps & { clock: Clock; proofPhotos: ProofPhotoAddresses }
type SignedPhoto = {
  Params: { shopId: string; id: string; photoId: string }
  Querystring: { expires?: unknown; signature?: unknown }
}

/**
 * `GET /handover-photos/SHOP/DELIVERY/PHOTO`, where the addresses of `GET /deliveries/{id}/proof` lead: for
 * whoever has one, for a while, and for as long as the operator shows photos to shops. Pages of shops may
 * show it.
 */
export async function proofPhotoRoutes(app: FastifyInstance, deps: PhotoDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get<SignedPhoto>(`${proofPhotoPath}/:shopId/:id/:photoId`, async (request, reply) => {
    const { params, query } = request
    const isOpen = isProofPhotoOpen(deps.proofPhotos.secrets, params, query, deps.clock.now())
    const isAllowed = isOpen && deps.rules.current().SHOP_PROOF.includes('PHOTO')
    const photo = isAllowed
      ? await takeTurn(request, params.shopId, () => readHandoverPhoto(deps, params, params.photoId))
      : undefined
    if (!photo) throw new ApiError('DOCUMENT_NOT_FOUND')
    return sendPrivateFile(request, reply, photo, true)
  })
}
