import assert from 'node:assert/strict'
import { imageTypeBytes } from '../../base/kernel/image-type.ts'
import { pictureOfSameSize } from '../../base/kernel/picture-without-metadata.ts'
import { SettingsRefused } from '../../base/kernel/setting.ts'
import { limits } from '../../contract/limits.ts'
import {
  isAnnouncedPhoto,
  isPhotoKey,
  type PhotoStorage,
  type PhotoUpload,
  uploadExpiry,
} from './photo-storage.ts'

/**
 * Photos in a bucket of Amazon S3 or of any server that speaks its protocol, uploaded straight to it.
 *
 * `bucketUrl` (the setting PHOTO_BUCKET_URL) is
 * `https://ACCESS_KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION]`:
 * - ACCESS_KEY:SECRET@ may be left out, and the AWS SDK then looks where it always does (environment,
 *   shared files, role of the server). Characters such as / in a secret are percent-encoded: %2F.
 *   When temporary keys expire, the upload addresses made with them stop working.
 * - HOST is the service, without the bucket: s3.eu-west-3.amazonaws.com, or your own. The bucket goes
 *   into the host name for AWS and into the path for everyone else.
 * - REGION is read from the host name of AWS when left out, and is otherwise us-east-1.
 * - http:// is accepted, for a server nearby.
 *
 * The keys need s3:PutObject, s3:GetObject and s3:DeleteObject on the objects and s3:ListBucket on the
 * bucket, without which S3 hides that an object is missing behind a 403, and `isUploaded` fails.
 *
 * Content type and length are part of what is signed, so the bucket itself refuses any other. Only
 * `isUploaded` looks at the bytes. An upload address can still be used after an order named its photo, so the
 * photo is put under a key that no address was signed for, without what a camera wrote into it.
 *
 * Throws at once when `bucketUrl` has another form; the calls throw when the bucket fails or has not
 * responded within `timeoutMs`. The AWS SDK is loaded by the first call, so that it costs a server without a
 * bucket no memory.
 */
export function s3PhotoStorage({
  bucketUrl,
  timeoutMs = 5_000,
}: {
  bucketUrl: string
  timeoutMs?: number
}): PhotoStorage {
  const address = readBucketUrl(bucketUrl)
  let opened: ReturnType<typeof openBucket> | undefined
  const bucket = () => {
    opened ??= openBucket(address)
    return opened
  }

  return {
    prepareUpload: (upload, now) =>
      inTime(timeoutMs, async () => ({
        uploadUrl: await (await bucket()).presignPut(upload, now),
        headers: { 'Content-Type': upload.contentType },
        expiresAt: uploadExpiry(now),
      })),
    store: (upload, bytes) =>
      inTime(timeoutMs * timesForPhoto, async (signal) => (await bucket()).put(upload, bytes, signal)),
    isUploaded: (upload) =>
      inTime(timeoutMs, async (signal) => {
        if (!isPhotoKey(upload.photoKey)) return false
        const found = await (await bucket()).readStart(upload.photoKey, signal)
        return found !== undefined && isAnnouncedPhoto(upload, found.sizeBytes, found.firstBytes)
      }),
    keepForGood: (upload) =>
      inTime(timeoutMs * timesForPhoto, async (signal) => {
        const { photoKey } = upload
        if (!isPhotoKey(photoKey)) return false
        const { readStart, readWhole, put, remove } = await bucket()
        const isAnnouncedAt = async (key: string) => {
          const found = await readStart(key, signal)
          return found !== undefined && isAnnouncedPhoto(upload, found.sizeBytes, found.firstBytes)
        }
        if (await isAnnouncedAt(keptKey(photoKey))) return true
        if (!(await isAnnouncedAt(photoKey))) return false
        const bytes = await readWhole(photoKey, signal)
        if (!bytes || !isAnnouncedPhoto(upload, bytes.length, bytes)) return false
        await put({ ...upload, photoKey: keptKey(photoKey) }, pictureOfSameSize(bytes), signal)
        await remove(photoKey, signal)
        return true
      }),
    readKept: (photoKey) =>
      inTime(timeoutMs * timesForPhoto, async (signal) =>
        isPhotoKey(photoKey) ? (await bucket()).readWhole(keptKey(photoKey), signal) : undefined,
      ),
    remove: (photoKey) =>
      inTime(timeoutMs, async (signal) => {
        if (!isPhotoKey(photoKey)) return
        const { remove } = await bucket()
        await remove(photoKey, signal)
        await remove(keptKey(photoKey), signal)
      }),
    privateFiles: {
      save: (fileKey, contentType, bytes) =>
        inTime(timeoutMs * timesForPhoto, async (signal) => {
          if (!isPhotoKey(fileKey)) throw new Error('This is no key of a private file.')
          const file = { photoKey: privateKey(fileKey), contentType, sizeBytes: bytes.length }
          await (await bucket()).put(file, bytes, signal)
        }),
      read: (fileKey) =>
        inTime(timeoutMs * timesForPhoto, async (signal) =>
          isPhotoKey(fileKey) ? (await bucket()).readWhole(privateKey(fileKey), signal) : undefined,
        ),
      remove: (fileKey) =>
        inTime(timeoutMs, async (signal) => {
          if (isPhotoKey(fileKey)) await (await bucket()).remove(privateKey(fileKey), signal)
        }),
    },
  }
}

/** How much longer than a request without a photo one with it may take. */
const timesForPhoto = 4

/** Where a photo is once an order names it. */
const keptKey = (photoKey: string): string => `kept/${photoKey}`

/** Where private files are: no upload address is signed for a key with a slash. */
const privateKey = (fileKey: string): string => `private/${fileKey}`

type BucketAddress = ReturnType<typeof readBucketUrl>

function readBucketUrl(bucketUrl: string) {
  try {
    return bucketAddress(new URL(bucketUrl))
  } catch {
    // The setting holds a secret, so neither it nor the first error, which repeats it, is shown.
    throw new SettingsRefused([
      'PHOTO_BUCKET_URL must read https://ACCESS_KEY:SECRET@HOST/BUCKET?region=REGION, with any / of the secret written %2F',
    ])
  }
}

function bucketAddress(url: URL) {
  const { protocol, hostname, username, password, pathname, searchParams } = url
  const bucket = pathname.match(/^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/)?.[1]
  assert(bucket)
  assert(protocol === 'https:' || protocol === 'http:')
  assert(Boolean(username) === Boolean(password))
  assert([...searchParams.keys()].every((name) => name === 'region'))
  const isAws = /\.amazonaws\.com(\.cn)?$/.test(hostname)
  const awsRegion = isAws && hostname.match(/[.-]([a-z]{2}(-[a-z]+)+-\d)\./)?.[1]
  return {
    bucket,
    endpoint: url.origin,
    region: searchParams.get('region') || awsRegion || 'us-east-1',
    forcePathStyle: !isAws,
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
  }
}

async function openBucket({ bucket, ...address }: BucketAddress) {
  const [
    { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client },
    { getSignedUrl },
  ] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')])
  const client = new S3Client({
    ...address,
    // Otherwise the SDK signs a checksum that a plain PUT would not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    presignPut: ({ photoKey, contentType, sizeBytes }: PhotoUpload, signingDate: Date): Promise<string> =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: photoKey,
          ContentType: contentType,
          ContentLength: sizeBytes,
        }),
        {
          signingDate,
          expiresIn: limits.photoUploadMinutes * 60,
          signableHeaders: new Set(['content-type']),
        },
      ),

    async put(
      { photoKey, contentType, sizeBytes }: Omit<PhotoUpload, 'contentType'> & { contentType: string },
      bytes: Uint8Array,
      abortSignal: AbortSignal,
    ): Promise<void> {
      const object = { Bucket: bucket, Key: photoKey, ContentType: contentType, ContentLength: sizeBytes }
      await client.send(new PutObjectCommand({ ...object, Body: bytes }), { abortSignal })
    },

    async readWhole(key: string, abortSignal: AbortSignal): Promise<Uint8Array | undefined> {
      try {
        const whole = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
        return await whole.Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof Error && missingObjectCodes.has(error.name)) return undefined
        throw error
      }
    },

    async readStart(photoKey: string, abortSignal: AbortSignal) {
      const object = { Bucket: bucket, Key: photoKey }
      try {
        // The GET comes first: unlike a HEAD, it distinguishes a missing bucket from a missing object.
        const start = await client.send(
          new GetObjectCommand({ ...object, Range: `bytes=0-${imageTypeBytes - 1}` }),
          { abortSignal },
        )
        const firstBytes = (await start.Body?.transformToByteArray()) ?? new Uint8Array()
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand(object), { abortSignal })
        return { sizeBytes: ContentLength, firstBytes }
      } catch (error) {
        if (error instanceof Error && missingObjectCodes.has(error.name)) return undefined
        throw error
      }
    },

    // S3 responds with success when there is no such object.
    remove: (photoKey: string, abortSignal: AbortSignal) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key: photoKey }), { abortSignal }),
  }
}

/** An empty object has no range that could be asked for. */
const missingObjectCodes = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])

/** The result of `work`, or an error after `timeoutMs`; the signal then aborts the requests under way. */
async function inTime<Answer>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = Promise.withResolvers<never>()
  const giveUp = () => tooLate.reject(new Error(`The photo bucket did not answer within ${timeoutMs} ms.`))
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work(signal), tooLate.promise])
}
