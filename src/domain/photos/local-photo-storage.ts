import { randomUUID } from 'node:crypto'
import { access, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageTypeBytes, imageTypeOf } from '../../base/kernel/image-type.ts'
import { pictureOfSameSize } from '../../base/kernel/picture-without-metadata.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { localPrivateFiles } from './local-private-files.ts'
import {
  isAnnouncedPhoto,
  isPhotoKey,
  type PhotoStorage,
  type PhotoUpload,
  uploadExpiry,
} from './photo-storage.ts'
import { signedQuery } from './upload-signature.ts'

/**
 * Photos in a folder of this server, uploaded to the routes of `photoUploadRoutes`, which must be given
 * the same `folder` and `secrets`. `publicUrl` is where partners reach them, without a final slash. With
 * several servers the folder must be shared by all of them.
 */
export function localPhotoStorage({
  folder,
  publicUrl,
  secrets,
}: {
  folder: string
  publicUrl: string
  secrets: SecretKeys
}): PhotoStorage {
  return {
    async prepareUpload(upload, now) {
      const expiresAt = uploadExpiry(now)
      const query = signedQuery({ ...upload, expiresAt }, secrets)
      return {
        uploadUrl: `${publicUrl}/photo-uploads/${upload.photoKey}?${query}`,
        headers: { 'Content-Type': upload.contentType },
        expiresAt,
      }
    },
    store: (upload, bytes) =>
      savePhoto(
        folder,
        upload,
        (async function* () {
          yield bytes
        })(),
      ),
    async isUploaded(upload) {
      if (!isPhotoKey(upload.photoKey)) return false
      const found = await readStart(join(folder, upload.photoKey))
      return found !== undefined && isAnnouncedPhoto(upload, found.sizeBytes, found.firstBytes)
    },
    async keepForGood(upload) {
      const { photoKey } = upload
      if (!isPhotoKey(photoKey)) return false
      // A second name of the same file: of two orders at once the first creates it, and what is uploaded from
      // then on is another file.
      await link(join(folder, photoKey), keptPath(folder, photoKey)).catch(unlessCode('EEXIST', 'ENOENT'))
      const found = await readStart(keptPath(folder, photoKey))
      if (found === undefined) return false
      await rm(join(folder, photoKey), { force: true })
      return isAnnouncedPhoto(upload, found.sizeBytes, found.firstBytes)
    },
    async readKept(photoKey) {
      if (!isPhotoKey(photoKey)) return undefined
      return readFile(keptPath(folder, photoKey)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
    },
    async remove(photoKey) {
      if (!isPhotoKey(photoKey)) return
      await rm(join(folder, photoKey), { force: true })
      await rm(keptPath(folder, photoKey), { force: true })
    },
    privateFiles: localPrivateFiles(join(folder, privateFolder)),
  }
}

/** Too short to be a photoKey, so no upload reaches it. */
const privateFolder = 'private'

/**
 * Stores the bytes of `upload` under its photoKey in `folder`, replacing any that were there. The file
 * appears complete or not at all, without what a camera wrote into it, whatever else is uploaded with the
 * same key. Throws PHOTO_REFUSED when the bytes are not the announced ones or an order already names the
 * photo, and reads no more of them than needed.
 */
export async function savePhoto(
  folder: string,
  upload: PhotoUpload,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  // The dots keep it from being anyone's photoKey.
  await refuseKept(folder, upload)
  const arriving = join(folder, `.${upload.photoKey}.${randomUUID()}.part`)
  try {
    await writeFile(arriving, announcedBytes(upload, bytes), { flag: 'wx', mode: 0o600 })
    await writeFile(arriving, pictureOfSameSize(await readFile(arriving)), { flush: true })
    await refuseKept(folder, upload)
    await rename(arriving, join(folder, upload.photoKey))
  } catch (error) {
    await rm(arriving, { force: true })
    throw error
  }
}

async function* announcedBytes(upload: PhotoUpload, bytes: AsyncIterable<Uint8Array>) {
  let sizeBytes = 0
  let firstBytes = Buffer.alloc(0)
  for await (const chunk of bytes) {
    sizeBytes += chunk.length
    if (sizeBytes > upload.sizeBytes) throw refused('SIZE')
    const missing = imageTypeBytes - firstBytes.length
    if (missing > 0) firstBytes = Buffer.concat([firstBytes, chunk.subarray(0, missing)])
    yield chunk
  }
  if (sizeBytes < upload.sizeBytes) throw refused('SIZE')
  if (imageTypeOf(firstBytes) !== upload.contentType) throw refused('CONTENT')
}

async function refuseKept(folder: string, { photoKey }: PhotoUpload): Promise<void> {
  const isKept = await access(keptPath(folder, photoKey)).then(
    () => true,
    () => false,
  )
  if (isKept) throw refused('ALREADY_USED')
}

/** Where a photo is once an order names it. The dot keeps it from being anyone's photoKey. */
const keptPath = (folder: string, photoKey: string): string => join(folder, `${photoKey}.kept`)

const unlessCode =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

const refused = (reason: 'SIZE' | 'CONTENT' | 'ALREADY_USED') => new ApiError('PHOTO_REFUSED', { reason })

async function readStart(path: string) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(imageTypeBytes) })
    return { sizeBytes: size, firstBytes: buffer.subarray(0, bytesRead) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
