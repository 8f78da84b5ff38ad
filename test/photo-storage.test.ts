import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import Fastify from 'fastify'
import { pino } from 'pino'
import { manualClock, systemClock } from '../src/base/kernel/clock.ts'
import { ApiError, errorBody } from '../src/contract/errors.ts'
import type { PhotoContentType } from '../src/contract/vocabulary.ts'
import { localPhotoStorage } from '../src/domain/photos/local-photo-storage.ts'
import {
  newPrivateKey,
  type PhotoStorage,
  type PhotoUpload,
  type UploadTicket,
} from '../src/domain/photos/photo-storage.ts'
import { s3PhotoStorage } from '../src/domain/photos/s3-photo-storage.ts'
import { signedQuery } from '../src/domain/photos/upload-signature.ts'
import { photoUploadRoutes } from '../src/doors/partner-api/photo-upload-routes.ts'
import { errorSender } from '../src/http/error-handler.ts'
import { httpServer } from '../src/http/http-server.ts'

// It starts at the true time, because the S3 server has a clock of its own.
const clock = manualClock(systemClock.now().toISOString())
const secrets = [Buffer.from('the secret that signs upload addresses')] as const

type Place = {
  storage: PhotoStorage
  /** What is kept for good under a key. */
  keptBytes: (photoKey: string) => Promise<Buffer>
  close: () => Promise<void>
}

const places: Record<string, () => Promise<Place>> = {
  'a local folder': openFolder,
  'an S3 bucket': openBucket,
}

for (const [name, open] of Object.entries(places)) {
  describe(`photos in ${name}`, () => {
    let place: Place
    before(async () => {
      place = await open()
    })
    after(() => place.close())

    for (const contentType of ['image/jpeg', 'image/png', 'image/webp'] as const) {
      test(`an ${contentType} put to the given address with the given headers is uploaded`, async () => {
        const upload = newUpload({ contentType })
        const ticket = await place.storage.prepareUpload(upload, clock.now())
        assert.equal(await place.storage.isUploaded(upload), false)
        assert.equal((await put(ticket, photo(upload))).ok, true)
        assert.equal(await place.storage.isUploaded(upload), true)
      })
    }

    test('a photo that the server itself holds is stored as an uploaded one is, and kept by the first order', async () => {
      const upload = newUpload({ sizeBytes: 5 * 1024 * 1024 })
      await place.storage.store(upload, photo(upload, 3))
      assert.equal(await place.storage.isUploaded(upload), true)
      assert.equal(await place.storage.keepForGood(upload), true)
      assert.deepEqual(await place.keptBytes(upload.photoKey), photo(upload, 3))
      assert.deepEqual(Buffer.from((await place.storage.readKept(upload.photoKey)) ?? []), photo(upload, 3))
      assert.equal(await place.storage.readKept(newPrivateKey()), undefined)
    })

    test('a photo of 5 MiB under a key of 200 characters is uploaded', async () => {
      const upload = newUpload({ photoKey: 'k'.repeat(200), sizeBytes: 5 * 1024 * 1024 })
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      assert.equal((await put(ticket, photo(upload))).ok, true)
      assert.equal(await place.storage.isUploaded(upload), true)
    })

    test('an upload address expires after fifteen minutes, on a whole second', async () => {
      const { expiresAt } = await place.storage.prepareUpload(
        newUpload(),
        new Date('2026-03-01T12:00:00.999Z'),
      )
      assert.equal(expiresAt.toISOString(), '2026-03-01T12:15:00.000Z')
    })

    test('an upload address accepts a photo twice', async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      assert.equal((await put(ticket, photo(upload, 1))).ok, true)
      assert.equal((await put(ticket, photo(upload, 2))).ok, true)
      assert.equal(await place.storage.isUploaded(upload), true)
    })

    test('a photo that is kept for good is not changed by later uploads to its address', async () => {
      const upload = newUpload()
      assert.equal(await place.storage.keepForGood(upload), false)
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      await put(ticket, photo(upload, 1))
      assert.equal(await place.storage.keepForGood(upload), true)
      await put(ticket, Buffer.alloc(upload.sizeBytes, '<!doctype html>'))
      await put(ticket, photo(upload, 2))
      assert.equal(await place.storage.keepForGood(upload), true)
      assert.deepEqual(await place.keptBytes(upload.photoKey), photo(upload, 1))
      await place.storage.remove(upload.photoKey)
      assert.equal(await place.storage.keepForGood({ ...upload, sizeBytes: upload.sizeBytes + 1 }), false)
    })

    test('a removed photo is gone, and can be removed again without an error', async () => {
      const upload = newUpload()
      await put(await place.storage.prepareUpload(upload, clock.now()), photo(upload))
      await place.storage.remove(upload.photoKey)
      assert.equal(await place.storage.isUploaded(upload), false)
      await place.storage.remove(upload.photoKey)
      await place.storage.remove('../nowhere')
    })

    test('a private file is read as it was saved, until it is removed, and is no photo', async () => {
      const { privateFiles } = place.storage
      const fileKey = newPrivateKey()
      const bytes = photo(newUpload({ contentType: 'image/png' }))
      assert.equal(await privateFiles.read(fileKey), undefined)
      await privateFiles.save(fileKey, 'image/png', bytes)
      assert.deepEqual(Buffer.from((await privateFiles.read(fileKey)) ?? []), Buffer.from(bytes))
      const named = { photoKey: fileKey, contentType: 'image/png', sizeBytes: bytes.length } as const
      assert.equal(await place.storage.isUploaded(named), false)
      assert.equal(await place.storage.keepForGood(named), false)
      await privateFiles.remove(fileKey)
      assert.equal(await privateFiles.read(fileKey), undefined)
      await privateFiles.remove(fileKey)
    })

    test('no private file is saved, read or removed under a key that leads elsewhere', async () => {
      const { privateFiles } = place.storage
      for (const key of ['../../etc/passwd', 'a/../b', '', 'kept/a', '.']) {
        await assert.rejects(
          privateFiles.save(key, 'image/png', Buffer.from('x')),
          /no key of a private file/,
        )
        assert.equal(await privateFiles.read(key), undefined)
        await privateFiles.remove(key)
      }
    })

    test('nothing is ever uploaded under a key that leads out of the storage', async () => {
      for (const photoKey of ['../../../etc/passwd', '..', '', 'photo/../../photo']) {
        assert.equal(await place.storage.isUploaded(newUpload({ photoKey })), false)
      }
    })

    test('an upload counts only with the size and the format that were announced', async () => {
      const upload = newUpload()
      await put(await place.storage.prepareUpload(upload, clock.now()), photo(upload))
      assert.equal(await place.storage.isUploaded({ ...upload, sizeBytes: upload.sizeBytes + 1 }), false)
      assert.equal(await place.storage.isUploaded({ ...upload, contentType: 'image/png' }), false)
    })

    for (const difference of [-1, 1, 100_000]) {
      test(`an upload ${Math.abs(difference)} bytes too ${difference < 0 ? 'short' : 'long'} is refused`, async () => {
        const upload = newUpload()
        const ticket = await place.storage.prepareUpload(upload, clock.now())
        const answer = await put(ticket, photo({ ...upload, sizeBytes: upload.sizeBytes + difference }))
        assert.equal(isRefusal(answer), true)
        assert.equal(await place.storage.isUploaded(upload), false)
      })
    }

    test('a Content-Type other than the one announced is refused', async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      assert.equal(isRefusal(await put(ticket, photo(upload), { 'Content-Type': 'image/png' })), true)
      assert.equal(await place.storage.isUploaded(upload), false)
    })

    test('a file that only pretends to be a photo does not count as uploaded', async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      await put(ticket, Buffer.alloc(upload.sizeBytes, '<!doctype html>'))
      assert.equal(await place.storage.isUploaded(upload), false)
    })

    test('an expired upload address is refused', async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, new Date(clock.now().getTime() - 16 * 60_000))
      assert.equal((await put(ticket, photo(upload))).status, 403)
      assert.equal(await place.storage.isUploaded(upload), false)
    })

    test('an upload address that was changed in any part is refused', async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      for (const uploadUrl of changedAddresses(ticket.uploadUrl)) {
        assert.equal((await put({ ...ticket, uploadUrl }, photo(upload))).status, 403, uploadUrl)
      }
      assert.equal(await place.storage.isUploaded(upload), false)
    })
  })
}

describe('the upload address of a local folder', () => {
  let place: Awaited<ReturnType<typeof openFolder>>
  before(async () => {
    place = await openFolder()
  })
  after(() => place.close())

  const refusals: {
    what: string
    error: ApiError
    body?: (upload: PhotoUpload) => Buffer<ArrayBuffer>
    contentType?: string
    change?: (uploadUrl: string) => string
    askedMinutesAgo?: number
  }[] = [
    {
      what: 'a changed signature',
      change: (url) => `${url}0`,
      error: new ApiError('UPLOAD_URL_INVALID'),
    },
    {
      what: 'an address without a signature',
      change: (url) => url.replace(/\?.*/, ''),
      error: new ApiError('UPLOAD_URL_INVALID'),
    },
    {
      what: 'a key that leads out of the folder',
      change: (url) => url.replace(/photo-uploads\/.*\?/, 'photo-uploads/..%2F..%2Fescaped-photo?'),
      error: new ApiError('UPLOAD_URL_INVALID'),
    },
    {
      what: 'an address fifteen minutes old',
      askedMinutesAgo: 15,
      error: new ApiError('UPLOAD_URL_EXPIRED'),
    },
    {
      what: 'another photo format than announced',
      contentType: 'image/png',
      error: new ApiError('PHOTO_REFUSED', { reason: 'CONTENT_TYPE' }),
    },
    {
      what: 'a JSON body',
      contentType: 'application/json',
      error: new ApiError('PHOTO_REFUSED', { reason: 'CONTENT_TYPE' }),
    },
    {
      what: 'an invalid Content-Type',
      contentType: 'photo',
      error: new ApiError('PHOTO_REFUSED', { reason: 'CONTENT_TYPE' }),
    },
    {
      what: 'a body too short',
      body: (upload) => photo(upload).subarray(1),
      error: new ApiError('PHOTO_REFUSED', { reason: 'SIZE' }),
    },
    {
      what: 'an empty body',
      body: () => Buffer.alloc(0),
      error: new ApiError('PHOTO_REFUSED', { reason: 'SIZE' }),
    },
    {
      what: 'a body too long',
      body: (upload) => Buffer.concat([photo(upload), Buffer.alloc(1)]),
      error: new ApiError('PHOTO_REFUSED', { reason: 'SIZE' }),
    },
    {
      what: 'a photo of another format than announced',
      body: (upload) => photo({ ...upload, contentType: 'image/webp' }),
      error: new ApiError('PHOTO_REFUSED', { reason: 'CONTENT' }),
    },
  ]

  for (const { what, error, body = photo, contentType, change = String, askedMinutesAgo = 0 } of refusals) {
    test(`${what} is refused with ${error.code} and leaves no file behind`, async () => {
      const upload = newUpload()
      const askedAt = new Date(clock.now().getTime() - askedMinutesAgo * 60_000)
      const ticket = await place.storage.prepareUpload(upload, askedAt)
      const headers = contentType === undefined ? ticket.headers : { 'Content-Type': contentType }
      const answer = await put({ ...ticket, uploadUrl: change(ticket.uploadUrl) }, body(upload), headers)
      const expected = errorBody(error, 'en')
      assert.deepEqual([answer.status, JSON.parse(answer.text)], [expected.statusCode, expected])
      assert.deepEqual(await readdir(place.folder), [])
    })
  }

  test('an upload returns 204 without a body, and a second one replaces the photo', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    for (const filling of [1, 2]) {
      const { status, text } = await put(ticket, photo(upload, filling))
      assert.deepEqual([status, text], [204, ''])
      assert.deepEqual(await readdir(place.folder), [upload.photoKey])
      assert.deepEqual(await readFile(join(place.folder, upload.photoKey)), photo(upload, filling))
    }
    await rm(join(place.folder, upload.photoKey))
  })

  for (const [what, write] of [
    ['in capitals', (type: string) => type.toUpperCase()],
    ['with a parameter', (type: string) => `${type}; x=1`],
    ['with a parameter and blanks', (type: string) => `${type} ;x="1"`],
  ] as const) {
    test(`a Content-Type ${what} is accepted`, async () => {
      const upload = newUpload()
      const ticket = await place.storage.prepareUpload(upload, clock.now())
      const { status } = await put(ticket, photo(upload), { 'Content-Type': write(upload.contentType) })
      assert.equal(status, 204)
      await rm(join(place.folder, upload.photoKey))
    })
  }

  test('an upload address is valid until its last millisecond', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    const askedAt = clock.now().toISOString()
    clock.set(new Date(ticket.expiresAt.getTime() - 1).toISOString())
    assert.equal((await put(ticket, photo(upload))).status, 204)
    clock.set(ticket.expiresAt.toISOString())
    assert.equal((await put(ticket, photo(upload))).status, 403)
    clock.set(askedAt)
    await rm(join(place.folder, upload.photoKey))
  })

  test('while a photo is uploaded, another upload of it is refused, and the next one after its end is not', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    const folderWatch = watch(place.folder)
    const started = once(folderWatch, 'change')
    const first = startSending(ticket, upload)
    await started
    folderWatch.close()

    const second = await put(ticket, photo(upload, 2))
    const other = newUpload()
    const ofOther = await put(await place.storage.prepareUpload(other, clock.now()), photo(other))
    const answered = once(first, 'response')
    first.end(photo(upload).subarray(upload.sizeBytes / 2))
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()

    const body = JSON.parse(second.text)
    assert.equal(second.status, 422)
    assert.equal(body.code, 'PHOTO_REFUSED')
    assert.equal(body.message, 'Another upload of this photo is under way. Try again in 30 s.')
    assert.deepEqual(body.details, { reason: 'UPLOAD_UNDER_WAY' })
    assert.deepEqual([ofOther.status, answer.statusCode], [204, 204])
    assert.deepEqual(await readFile(join(place.folder, upload.photoKey)), photo(upload))
    assert.equal((await put(ticket, photo(upload, 3))).status, 204)
    for (const { photoKey } of [upload, other]) await rm(join(place.folder, photoKey))
  })

  test('the earlier photo is kept when the next one is refused', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    await put(ticket, photo(upload))
    assert.equal((await put(ticket, Buffer.alloc(upload.sizeBytes))).status, 422)
    assert.deepEqual(await readFile(join(place.folder, upload.photoKey)), photo(upload))
    await rm(join(place.folder, upload.photoKey))
  })

  test('a key that leads out of the folder is refused even when it was signed', async () => {
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    for (const photoKey of [
      '../escaped-photo',
      '..%2fescaped-photo',
      '..%5cescaped-photo',
      '%2e%2e/escaped-photo',
      'photo%00photo',
      '/etc/escaped-photo',
    ]) {
      const upload = newUpload({ photoKey: decodeURIComponent(photoKey) })
      // Not with fetch, which would normalise the path first.
      const sending = request(place.publicUrl, {
        method: 'PUT',
        path: `/photo-uploads/${photoKey}?${signedQuery({ ...upload, expiresAt }, secrets)}`,
        headers: { 'Content-Type': upload.contentType },
      }).end(photo(upload))
      const [answer] = (await once(sending, 'response')) as [IncomingMessage]
      answer.resume()
      assert.equal(answer.statusCode, 403, photoKey)
    }
    assert.deepEqual(await readdir(place.folder), [])
    assert.equal((await readdir(join(place.folder, '..'))).includes('escaped-photo'), false)
  })

  test('a body that is too long is refused without waiting for its end', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    const sending = request(ticket.uploadUrl, { method: 'PUT', headers: ticket.headers })
    sending.on('error', () => undefined)
    sending.write(photo({ ...upload, sizeBytes: upload.sizeBytes + 1 }))
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    answer.resume()
    assert.deepEqual([answer.statusCode, answer.headers.connection], [422, 'close'])
    assert.deepEqual(await readdir(place.folder), [])
    sending.destroy()
  })

  test('an upload that breaks off leaves no file behind, and logs no error', async () => {
    const upload = newUpload()
    const ticket = await place.storage.prepareUpload(upload, clock.now())
    const folderWatch = watch(place.folder)
    const started = once(folderWatch, 'change')
    const sending = startSending(ticket, upload)
    await started
    folderWatch.close()
    assert.equal((await readdir(place.folder)).length, 1)

    const failure = once(place.failures, 'failure')
    sending.destroy()
    assert.deepEqual(await failure, [new ApiError('PHOTO_REFUSED', { reason: 'SIZE' })])
    assert.deepEqual(await readdir(place.folder), [])
  })

  test('a slow upload of a photo may take longer than any other request body', async () => {
    const app = httpServer({
      log: pino({ level: 'silent' }),
      language: 'en',
      publicUrl: 'http://colis.test',
      sendError: errorSender('http://colis.test'),
      trustProxy: undefined,
      bodyTimeoutMs: 200,
    })
    app.register(photoUploadRoutes, { folder: place.folder, secrets, clock })
    const publicUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const storage = localPhotoStorage({ folder: place.folder, publicUrl, secrets })
    const upload = newUpload()
    const sending = startSending(await storage.prepareUpload(upload, clock.now()), upload)
    const rest = photo(upload).subarray(upload.sizeBytes / 2)
    let sent = 0
    const drip = setInterval(() => {
      sending.write(rest.subarray(sent, sent + 2_000))
      sent += 2_000
      if (sent >= rest.length) sending.end(() => clearInterval(drip))
    }, 80)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    clearInterval(drip)
    answer.resume()

    assert.equal(answer.statusCode, 204)
    assert.equal(await storage.isUploaded(upload), true)
    await storage.remove(upload.photoKey)
    await app.close()
  })

  test('an upload that stalls is cut off, and leaves no file behind', async () => {
    const hasty = await openFolder({ silenceMs: 100 })
    const upload = newUpload()
    const sending = startSending(await hasty.storage.prepareUpload(upload, clock.now()), upload)
    const isClosed = new Promise((resolve) => sending.once('close', resolve))
    await Promise.all([isClosed, once(hasty.failures, 'failure')])
    assert.deepEqual(await readdir(hasty.folder), [])
    await hasty.close()
  })

  test('a failing disk is reported as a server error, not as a fault of the client', async () => {
    const broken = await openFolder()
    await rm(broken.folder, { recursive: true })
    const upload = newUpload()
    const failure = once(broken.failures, 'failure')
    const answer = await put(await broken.storage.prepareUpload(upload, clock.now()), photo(upload))
    assert.equal(answer.status, 500)
    assert.equal(((await failure) as [NodeJS.ErrnoException])[0].code, 'ENOENT')
    assert.equal(await broken.storage.isUploaded(upload), false)
    await broken.close()
  })
})

describe('the upload address of an S3 bucket', () => {
  const addressFor = async (bucketUrl: string) => {
    const ticket = await s3PhotoStorage({ bucketUrl }).prepareUpload(newUpload(), clock.now())
    return new URL(ticket.uploadUrl)
  }

  const forms = [
    {
      bucketUrl: 'https://AKID:s@s3.eu-west-3.amazonaws.com/shop-photos',
      origin: 'https://shop-photos.s3.eu-west-3.amazonaws.com',
      folder: '',
      region: 'eu-west-3',
    },
    {
      bucketUrl: 'https://AKID:s@s3.amazonaws.com/shop-photos',
      origin: 'https://shop-photos.s3.amazonaws.com',
      folder: '',
      region: 'us-east-1',
    },
    {
      bucketUrl: 'https://AKID:s@s3.dualstack.af-south-1.amazonaws.com/shop-photos/',
      origin: 'https://shop-photos.s3.dualstack.af-south-1.amazonaws.com',
      folder: '',
      region: 'af-south-1',
    },
    {
      bucketUrl: 'https://AKID:s@s3.example.com:9000/shop-photos?region=auto',
      origin: 'https://s3.example.com:9000',
      folder: '/shop-photos',
      region: 'auto',
    },
    {
      bucketUrl: 'http://AKID:s@[::1]:9000/shop-photos',
      origin: 'http://[::1]:9000',
      folder: '/shop-photos',
      region: 'us-east-1',
    },
  ]
  for (const { bucketUrl, origin, folder, region } of forms) {
    test(`the bucket ${bucketUrl} gives upload addresses under ${origin}${folder}, in the region ${region}`, async () => {
      const url = await addressFor(bucketUrl)
      assert.equal(url.origin, origin)
      assert.match(url.pathname, new RegExp(`^${folder}/photo-key-\\d+$`))
      assert.match(
        url.searchParams.get('X-Amz-Credential') ?? '',
        new RegExp(`^AKID/\\d{8}/${region}/s3/aws4_request$`),
      )
    })
  }

  test('the upload address signs length, type and host, and asks for no checksum', async () => {
    const { searchParams } = await addressFor('https://AKID:s@s3.example.com/shop-photos')
    assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host')
    assert.equal(searchParams.get('X-Amz-Expires'), '900')
    assert.doesNotMatch(searchParams.toString(), /checksum/i)
  })

  const mistakes = [
    '',
    'sesame',
    's3.example.com/shop-photos',
    'ftp://AKID:sesame@s3.example.com/shop-photos',
    'https://AKID:sesame@s3.example.com',
    'https://AKID:sesame@s3.example.com/shop-photos/folder',
    'https://AKID:sesame@s3.example.com/Shop_Photos',
    'https://AKID:sesame@s3.example.com/shop-photos?regoin=eu-west-3',
    'https://AKID@s3.example.com/shop-photos?sesame',
    'https://:sesame@s3.example.com/shop-photos',
    'https://AKID:sesame/open@s3.example.com/shop-photos',
    'https://AKID:sesame%zz@s3.example.com/shop-photos',
  ]
  for (const bucketUrl of mistakes) {
    test(`the bucket address "${bucketUrl}" is refused with an error that does not repeat it`, () => {
      assert.throws(
        () => s3PhotoStorage({ bucketUrl }),
        (error: Error) =>
          error.message.includes('PHOTO_BUCKET_URL must read ') && !inspect(error).includes('sesame'),
      )
    })
  }
})

describe('a bucket that fails', () => {
  test('a bucket that cannot be reached is an error, not a missing photo', async () => {
    const server = await listening(createServer())
    const bucketUrl = `http://AKID:s@127.0.0.1:${portOf(server)}/photos`
    await new Promise((closed) => server.close(closed))
    await assert.rejects(s3PhotoStorage({ bucketUrl }).isUploaded(newUpload()), { code: 'ECONNREFUSED' })
  })

  test('a bucket that does not exist is an error, not a missing photo', async () => {
    const place = await openBucket()
    const storage = s3PhotoStorage({ bucketUrl: place.bucketUrl.replace(/photos$/, 'no-such-bucket') })
    await assert.rejects(storage.isUploaded(newUpload()), { name: 'NoSuchBucket' })
    await place.close()
  })

  test('a bucket that does not respond in time is an error, not a missing photo', async () => {
    const server = await listening(createServer(() => undefined))
    const bucketUrl = `http://AKID:s@127.0.0.1:${portOf(server)}/photos`
    const storage = s3PhotoStorage({ bucketUrl, timeoutMs: 50 })
    await assert.rejects(storage.isUploaded(newUpload()), {
      message: 'The photo bucket did not answer within 50 ms.',
    })
    server.closeAllConnections()
    server.close()
  })
})

async function openFolder({ silenceMs = 30_000 } = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'colis-photos-'))
  const folder = join(parent, 'photos')
  const failures = new EventEmitter()
  const app = Fastify()
  app.setErrorHandler((error, request, reply) => {
    failures.emit('failure', error)
    const answer =
      error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', { requestId: request.id })
    const body = errorBody(answer, 'en')
    return reply.code(body.statusCode).send(body)
  })
  app.register(photoUploadRoutes, { folder, secrets, clock, silenceMs })
  const publicUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await rm(parent, { recursive: true, maxRetries: 3 })
  }
  return {
    storage: localPhotoStorage({ folder, publicUrl, secrets }),
    keptBytes: (photoKey: string) => readFile(join(folder, `${photoKey}.kept`)),
    folder,
    publicUrl,
    failures,
    close,
  }
}

type S3Context = { req: IncomingMessage; status: number }
type S3Server = {
  middleware: ((context: S3Context, next: () => Promise<void>) => unknown)[]
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

/**
 * A real S3 server, but one that accepts any signature, so the check of uploads is put in front of it. It also
 * keeps half of an upload that broke off, as S3 does not, so that is tested on the folder only.
 */
async function openBucket() {
  const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server
  const directory = await mkdtemp(join(tmpdir(), 'colis-bucket-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'photos' }],
  })
  s3.middleware.unshift((context, next) => {
    const { method, headers } = context.req
    // Our own calls are signed in their headers, which the server itself checks.
    const isOurs = headers.authorization !== undefined
    if (method !== 'PUT' || isOurs || isSignedFor(context.req, 's/cr+t')) return next()
    context.status = 403
  })
  const { port } = await s3.run()
  const bucketUrl = `http://S3RVER:s%2Fcr+t@127.0.0.1:${port}/photos`
  const close = async () => {
    await s3.close()
    await rm(directory, { recursive: true, maxRetries: 3 })
  }
  const keptBytes = (photoKey: string) =>
    readFile(join(directory, 'photos', 'kept', `${photoKey}._S3rver_object`))
  return { storage: s3PhotoStorage({ bucketUrl }), bucketUrl, keptBytes, close }
}

/** Whether a presigned request is what was signed, as AWS checks it (Signature Version 4, query parameters). */
function isSignedFor({ method, url, headers }: IncomingMessage, secretKey: string): boolean {
  const { pathname, searchParams } = new URL(url ?? '', 'http://any')
  const signature = searchParams.get('X-Amz-Signature')
  searchParams.delete('X-Amz-Signature')
  searchParams.sort()
  const [, day = '', region = '', service = ''] = searchParams.get('X-Amz-Credential')?.split('/') ?? []
  const signedHeaders = searchParams.get('X-Amz-SignedHeaders') ?? ''
  const canonicalRequest = [
    method,
    pathname,
    [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const digest = createHash('sha256').update(canonicalRequest).digest('hex')
  const text = ['AWS4-HMAC-SHA256', searchParams.get('X-Amz-Date'), scope, digest].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretKey}`))
  return signature === hmac(key, text).toString('hex')
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

let uploads = 0
function newUpload(some: Partial<PhotoUpload> = {}): PhotoUpload {
  uploads += 1
  return { photoKey: `photo-key-${uploads}`, contentType: 'image/jpeg', sizeBytes: 40_000, ...some }
}

const signatures: Record<PhotoContentType, string> = {
  'image/jpeg': 'ffd8ffe000104a464946',
  'image/png': '89504e470d0a1a0a',
  'image/webp': '524946460000000057454250',
}

/** A file of the announced size that starts like the announced format; the rest is `filling`. */
function photo({ contentType, sizeBytes }: PhotoUpload, filling = 0): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(sizeBytes, filling)
  bytes.write(signatures[contentType], 'hex')
  return bytes
}

async function put({ uploadUrl, headers }: UploadTicket, body: Buffer<ArrayBuffer>, otherHeaders = headers) {
  const answer = await fetch(uploadUrl, { method: 'PUT', headers: otherHeaders, body })
  return { ok: answer.ok, status: answer.status, text: await answer.text() }
}

const isRefusal = ({ status }: { status: number }): boolean => status >= 400 && status < 500

/** Sends the first half of a photo and leaves the rest unsent. */
function startSending({ uploadUrl, headers }: UploadTicket, upload: PhotoUpload) {
  const sending = request(uploadUrl, {
    method: 'PUT',
    headers: { ...headers, 'Content-Length': upload.sizeBytes },
  })
  sending.on('error', () => undefined)
  sending.write(photo(upload).subarray(0, upload.sizeBytes / 2))
  return sending
}

/** The address with another key, and with each part of its query changed, then left out. */
function* changedAddresses(uploadUrl: string): Generator<string> {
  yield uploadUrl.replace(/photo-key-\d+/, 'photo-key-other')
  for (const name of new URL(uploadUrl).searchParams.keys()) {
    const changed = new URL(uploadUrl)
    changed.searchParams.set(
      name,
      (changed.searchParams.get(name) ?? '').replace(/.$/, (c) => (c === '1' ? '2' : '1')),
    )
    yield changed.href
    changed.searchParams.delete(name)
    yield changed.href
  }
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
