import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError, errorBody } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { findDelivery } from '../../../domain/deliveries/delivery-store.ts'
import {
  type DeliveryFileDeps,
  storeDeliveryFile,
} from '../../../domain/deliveries/files/store-delivery-file.ts'
import { languageOf, spokenLanguageOf } from '../../../http/response-language.ts'
import { acceptFiles, readSentFiles, refuseLargerForms } from '../../../web/read-sent-form.ts'
import type { Notice } from '../courier-page.ts'
import { speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { handoverPhotoPath } from './proof-page.ts'

type PhotoDeps = DeliveryFileDeps & {
  /** Sends the courier's page with what is wrong with the photo. */
  sendRefusal: (request: FastifyRequest, reply: FastifyReply, photoError: string) => Promise<unknown>
}

/** What the courier's page says after the photo. */
export const photoNotice = (request: FastifyRequest): Notice => ({
  kind: 'done',
  text: speak(spokenLanguageOf(request))('The photo was received.'),
})

const formBytes = limits.deliveryPhotoBytes + 64 * 1024

/** Takes the photo of the place where a parcel cannot be handed over. Behind a session. */
export async function handoverPhotoRoutes(app: FastifyInstance, deps: PhotoDeps): Promise<void> {
  await acceptFiles(app, { fields: 2, fieldBytes: 100, fileBytes: limits.deliveryPhotoBytes })
  const upload = {
    config: { hasOwnBodyDeadline: true },
    bodyLimit: formBytes,
    onRequest: refuseLargerForms(formBytes),
  }

  app.post(handoverPhotoPath, upload, async (request, reply) => {
    const { id: courierId } = courierOf(request)
    const t = speak(spokenLanguageOf(request))
    const { fields, files } = await readSentFiles(request, reply, ['photo'])
    const key = { shopId: fields.shop ?? '', id: fields.delivery ?? '' }
    if (!isUuid(key.shopId) || !isUuid(key.id)) throw new ApiError('REQUEST_MALFORMED')
    const refused = (photoError: string) => deps.sendRefusal(request, reply, photoError)
    if (!files.photo) return refused(t('Choose a photo first.'))
    try {
      const delivery = await findDelivery(deps.db, key)
      if (delivery?.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
      await storeDeliveryFile(deps, key, { kind: 'HANDOVER_PHOTO', bytes: files.photo })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refused(errorBody(error, languageOf(request)).message)
    }
    return reply.redirect('/courier?photo=received', 303)
  })
}
