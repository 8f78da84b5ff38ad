import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { customerPath } from '../../domain/deliveries/customer-link.ts'
import type { PhotoStorage } from '../../domain/photos/photo-storage.ts'
import { readParcelPhoto } from '../../domain/photos/read-parcel-photo.ts'
import { limitReads } from '../../web/limit-reads.ts'
import { sendPrivateFile } from '../../web/private-file-response.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

export type ParcelPhotoDeps = {
  photoStorage: Pick<PhotoStorage, 'readKept'>
  /** The delivery of the link that a request names. */
  linkedDeliveryOf: (request: FastifyRequest) => Promise<LinkedDelivery>
}

/** GET /p/:token/parcel-photo: the photo of the parcel, for whoever has the link. A Fastify plugin. */
export async function parcelPhotoRoutes(app: FastifyInstance, deps: ParcelPhotoDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get(`${customerPath}:token/parcel-photo`, async (request, reply) => {
    const { key, row } = await deps.linkedDeliveryOf(request)
    const { photo_key: photoKey } = row
    const photo =
      photoKey === null ? undefined : await takeTurn(request, key.id, () => readParcelPhoto(deps, photoKey))
    if (!photo) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${customerPath}…` })
    return sendPrivateFile(request, reply, photo)
  })
}
