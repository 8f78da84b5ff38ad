import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { findCarriedDelivery } from '../../../domain/deliveries/delivery-store.ts'
import { readDoorNote } from '../../../domain/deliveries/files/read-delivery-file.ts'
import type { DeliveryFileDeps } from '../../../domain/deliveries/files/store-delivery-file.ts'
import type { PhotoStorage } from '../../../domain/photos/photo-storage.ts'
import { readParcelPhoto } from '../../../domain/photos/read-parcel-photo.ts'
import { limitReads } from '../../../web/limit-reads.ts'
import { sendPrivateFile } from '../../../web/private-file-response.ts'
import { courierOf } from '../signed-in-courier.ts'
import { courierDoorPath, parcelPhotoPath } from './courier-door-page.ts'

export type CourierDoorDeps = DeliveryFileDeps & { photoStorage: Pick<PhotoStorage, 'readKept'> }

/**
 * What the customer left, for the courier of that very parcel until the hand-over, and the photo of the
 * parcel that they carry (decision 223). Behind a session.
 */
export async function courierDoorRoutes(app: FastifyInstance, deps: CourierDoorDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get<{ Params: { file: string } }>(`${courierDoorPath}/:file`, async (request, reply) => {
    const { file: fileId } = request.params
    const courierId = courierOf(request).id
    const found = isUuid(fileId)
      ? await takeTurn(request, courierId, () => readDoorNote(deps, { courierId, fileId }))
      : undefined
    if (!found) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${courierDoorPath}/…` })
    return sendPrivateFile(request, reply, found)
  })

  app.get<{ Params: { delivery: string } }>(`${parcelPhotoPath}/:delivery`, async (request, reply) => {
    const courierId = courierOf(request).id
    const carried = await findCarriedDelivery(deps.db, courierId)
    const photoKey = carried?.id === request.params.delivery ? carried.photo_key : null
    const photo =
      photoKey === null
        ? undefined
        : await takeTurn(request, courierId, () => readParcelPhoto(deps, photoKey))
    if (!photo) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${parcelPhotoPath}/…` })
    return sendPrivateFile(request, reply, photo)
  })
}
