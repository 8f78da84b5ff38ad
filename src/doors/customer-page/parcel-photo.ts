import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { ApiError } from '../../contract/errors.ts'
import { customerPath } from '../../domain/deliveries/sharing/customer-link.ts'
import type { PhotoStorage } from '../../domain/photos/photo-storage.ts'
import { readParcelPhoto } from '../../domain/photos/read-parcel-photo.ts'
import { limitReads } from '../../web/limit-reads.ts'
import { sendPrivateFile } from '../../web/private-file-response.ts'
import type { PageFrame } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
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

/**
 * The photo of the parcel where the shop gave one: loaded once somebody opens it, so that the page stays
 * light.
 */
export function parcelPhoto({ t, path }: PageFrame, { hasPhoto }: Pick<CustomerView, 'hasPhoto'>): string {
  if (!hasPhoto) return ''
  const photo = html`<img class="photo" src="${path}/parcel-photo" alt="${t('Your parcel')}" loading="lazy">`
  return html`<details><summary>${t('See the photo of the parcel')}</summary>!${photo}</details>`
}
