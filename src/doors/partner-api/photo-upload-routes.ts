import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/kernel/clock.ts'
import { makePrivateFolder } from '../../base/kernel/private-files.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { photoContentTypes } from '../../contract/vocabulary.ts'
import { savePhoto } from '../../domain/photos/local-photo-storage.ts'
import { readSignedQuery, type UploadQuery } from '../../domain/photos/upload-signature.ts'

/**
 * `PUT /photo-uploads/:photoKey`, where the addresses of `localPhotoStorage` lead: 204 once the photo is
 * kept. A phone on a slow line may take until its upload address expires; one that sends nothing for
 * `silenceMs` is disconnected. A photo is uploaded once at a time, in each process. A Fastify plugin, to be
 * registered so that its hooks stay its own; creates `folder` when it is missing. Throws UPLOAD_URL_INVALID,
 * UPLOAD_URL_EXPIRED and PHOTO_REFUSED.
 */
export async function photoUploadRoutes(
  app: FastifyInstance,
  {
    folder,
    secrets,
    clock,
    silenceMs = 30_000,
  }: { folder: string; secrets: SecretKeys; clock: Clock; silenceMs?: number },
): Promise<void> {
  makePrivateFolder(folder)
  /** The photos that are being uploaded to this process: one address must not fill the disk. */
  const arriving = new Set<string>()

  // The body is not parsed: the handler reads it from the connection.
  app.addContentTypeParser([...photoContentTypes], (_request, _payload, done) => done(null))

  // Runs before Fastify looks for a parser, whose own error would mention JSON.
  app.addHook('onRequest', async (request) => {
    if (!photoContentTypes.some((type) => type === mediaTypeOf(request))) {
      throw new ApiError('PHOTO_REFUSED', { reason: 'CONTENT_TYPE' })
    }
  })

  // What a refused client still sends is not read.
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.header('connection', 'close')
  })

  // A wildcard, because named parameters are cut at 100 characters unless the whole app says otherwise.
  app.put<{ Params: { '*': string }; Querystring: UploadQuery }>(
    '/photo-uploads/*',
    { bodyLimit: limits.photoBytes, config: { hasOwnBodyDeadline: true, storesBody: true } },
    async (request, reply) => {
      const upload = readSignedQuery(request.params['*'], request.query, secrets)
      if (!upload) throw new ApiError('UPLOAD_URL_INVALID')
      if (clock.now() >= upload.expiresAt) throw new ApiError('UPLOAD_URL_EXPIRED')
      if (mediaTypeOf(request) !== upload.contentType) {
        throw new ApiError('PHOTO_REFUSED', { reason: 'CONTENT_TYPE' })
      }
      if (arriving.has(upload.photoKey)) throw new ApiError('PHOTO_REFUSED', { reason: 'UPLOAD_UNDER_WAY' })
      arriving.add(upload.photoKey)
      try {
        await savePhoto(folder, upload, bytesOf(request.raw, silenceMs))
      } finally {
        arriving.delete(upload.photoKey)
      }
      return reply.code(204).send()
    },
  )
}

/** The media type of a request, in lower case and without parameters. */
const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

async function* bytesOf(request: IncomingMessage, silenceMs: number): AsyncIterable<Uint8Array> {
  const silence = setTimeout(() => request.destroy(), silenceMs)
  try {
    // Read so that stopping half-way leaves the connection open for the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      silence.refresh()
      yield chunk
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A client that disconnects sent less than it announced: not an error of the service.
    throw new ApiError('PHOTO_REFUSED', { reason: 'SIZE' })
  } finally {
    clearTimeout(silence)
  }
}
