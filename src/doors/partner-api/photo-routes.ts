import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { DateTime, KnownValue, OneOf, Open, Strict } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import { photoContentTypes } from '../../contract/vocabulary.ts'
import { type AnnounceDeps, announcePhoto } from '../../domain/photos/announce-photo.ts'
import { callerOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'

const PhotoUploadInput = Strict(
  {
    contentType: OneOf(photoContentTypes, { description: 'Format of the photo.' }),
    sizeBytes: Type.Integer({
      minimum: 1,
      maximum: limits.photoBytes,
      description: 'Its exact size in bytes.',
      examples: [184320],
    }),
  },
  { name: 'PhotoUploadInput', description: 'A photo about to be uploaded.' },
)

const PhotoUploadView = Open(
  {
    photoKey: Type.String({
      description: 'The key to send as `parcel.photoKey` once the photo is uploaded.',
      examples: ['photo_8Qm2Zr5tYw1Xc4Vb7Nn0Lk3Jh6Gf9DsA'],
    }),
    uploadUrl: Type.String({
      description: 'Where to send the photo.',
      examples: [
        'https://colis.example/photo-uploads/photo_8Qm2Zr5tYw1Xc4Vb7Nn0Lk3Jh6Gf9DsA?type=image%2Fjpeg&size=184320&expires=1795255200&signature=…',
      ],
    }),
    method: KnownValue(['PUT'], { description: 'How to send it.' }),
    headers: Type.Object(
      {},
      {
        additionalProperties: { type: 'string' },
        description: 'Headers to send with it, as they are.',
        examples: [{ 'Content-Type': 'image/jpeg' }],
      },
    ),
    expiresAt: DateTime({ description: 'Until when the address takes the photo.' }),
  },
  { name: 'PhotoUpload', description: 'Where and how to upload a photo.' },
)

/** POST /deliveries/parcel-photo-uploads (spec 4, other operations). */
export async function photoRoutes(app: FastifyInstance, deps: AnnounceDeps): Promise<void> {
  app.post<{ Body: Static<typeof PhotoUploadInput> }>(
    '/deliveries/parcel-photo-uploads',
    operation({
      operationId: 'createParcelPhotoUpload',
      summary: 'An address to upload a parcel photo to',
      description:
        'Send the photo itself with PUT to `uploadUrl`, with the `headers` of the answer, within 15 minutes; then create the delivery with `parcel.photoKey`, within a day. Until an order names it the photo can be sent again to the same address; from then on it is what it was.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      body: PhotoUploadInput,
      success: { 201: PhotoUploadView },
      refuses: ['PHOTO_QUOTA_REACHED', 'SHOP_NOT_APPROVED'],
    }),
    async (request, reply) => {
      const { photoKey, uploadUrl, headers, expiresAt } = await announcePhoto(
        deps,
        callerOf(request).shopId,
        request.body,
      )
      return reply
        .code(201)
        .send({ photoKey, uploadUrl, method: 'PUT', headers, expiresAt: expiresAt.toISOString() })
    },
  )
}
