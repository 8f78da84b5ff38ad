import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cliActor } from '../src/base/kernel/actor.ts'
import { ApiError } from '../src/contract/errors.ts'
import { limits } from '../src/contract/limits.ts'
import type { PhotoStorage } from '../src/domain/photos/photo-storage.ts'
import { purgePhotos } from '../src/domain/photos/purge-photos.ts'
import { storePhoto } from '../src/domain/photos/store-photo.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'

const firstBytes = {
  'image/jpeg': 'ffd8ffe000104a464946',
  'image/png': '89504e470d0a1a0a',
  'image/webp': '524946460000000057454250',
}
const file = (signature: string, sizeBytes = 64): Buffer =>
  Buffer.concat([Buffer.from(signature, 'hex'), Buffer.alloc(sizeBytes)]).subarray(0, sizeBytes)
const jpeg = file(firstBytes['image/jpeg'])

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open(), { PHOTOS_PER_HOUR: '3' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const store = ({ shopId }: TestShop, bytes: Uint8Array, photoStorage?: PhotoStorage) =>
    storePhoto(
      { ...service.services, ...(photoStorage && { photoStorage }), actor: cliActor },
      { shopId, bytes },
    )
  const orderWith = (shop: TestShop, photoKey: string) =>
    shop.order({ parcel: { category: 'FASHION', size: 'SMALL', photoKey } })
  const photosOf = ({ shopId }: TestShop) =>
    service.services.db
      .selectFrom('parcel_photos')
      .select(['parcel_photos.photo_key', 'parcel_photos.content_type', 'parcel_photos.size_bytes'])
      .where('parcel_photos.shop_id', '=', shopId)
      .execute()

  for (const [contentType, signature] of Object.entries(firstBytes)) {
    test(`an ${contentType} that the server received is named by an order at once (decision 137)`, async () => {
      const shop = await service.openShop()
      const photoKey = await store(shop, file(signature, 5_000))
      assert.match(photoKey, /^photo_[0-9A-Za-z]{32}$/)
      assert.deepEqual(await photosOf(shop), [
        { photo_key: photoKey, content_type: contentType, size_bytes: 5_000 },
      ])
      assert.equal((await orderWith(shop, photoKey)).status, 201)
    })
  }

  test('a photo as large as the largest announced one is stored, and the next byte is refused', async () => {
    const shop = await service.openShop()
    const largest = file(firstBytes['image/jpeg'], limits.photoBytes)
    assert.equal((await orderWith(shop, await store(shop, largest))).status, 201)
    await assert.rejects(
      store(shop, Buffer.concat([largest, Buffer.alloc(1)])),
      new ApiError('PHOTO_UNUSABLE', { reason: 'TOO_LARGE' }),
    )
  })

  for (const [what, bytes] of [
    ['an empty file', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', file('474946383961')],
  ] as const) {
    test(`${what} is refused, whatever it was called, and counts towards nothing`, async () => {
      const shop = await service.openShop()
      await assert.rejects(store(shop, bytes), new ApiError('PHOTO_UNUSABLE', { reason: 'NO_PHOTO' }))
      assert.deepEqual(await photosOf(shop), [])
    })
  }

  test('another shop’s photo is unknown', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const { status, body } = await orderWith(other, await store(shop, jpeg))
    assert.deepEqual([status, body.code], [422, 'PHOTO_KEY_UNKNOWN'])
  })

  test('stored and announced photos count towards one hourly limit, which parallel ones cannot exceed', async () => {
    const shop = await service.openShop()
    const announced = { contentType: 'image/jpeg', sizeBytes: jpeg.length }
    assert.equal((await shop.post('/deliveries/parcel-photo-uploads', announced)).status, 201)

    const stored = await Promise.allSettled(Array.from({ length: 6 }, () => store(shop, jpeg)))
    const refusals = stored.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    const refused = new ApiError('PHOTO_QUOTA_REACHED', { retryAfterSeconds: 3600 })
    assert.deepEqual(
      refusals,
      Array.from({ length: 4 }, () => refused),
    )
    assert.equal((await photosOf(shop)).length, 3)
    assert.equal((await shop.post('/deliveries/parcel-photo-uploads', announced)).status, 429)
    service.clock.forward(60 * 60_000)
    assert.equal((await orderWith(shop, await store(shop, jpeg))).status, 201)
  })

  test('a photo that the storage did not take cannot be ordered with, and is removed like any unused one', async () => {
    const shop = await service.openShop()
    const { photoStorage } = service.services
    const broken = { ...photoStorage, store: () => Promise.reject(new Error('the disk is full')) }
    await assert.rejects(store(shop, jpeg, broken), /the disk is full/)
    const [photo] = await photosOf(shop)
    assert.equal((await orderWith(shop, photo?.photo_key ?? '')).body.code, 'PHOTO_KEY_UNKNOWN')
    service.clock.forward(26 * 60 * 60_000)
    while (await purgePhotos(service.services));
    assert.deepEqual(await photosOf(shop), [])
  })
})
