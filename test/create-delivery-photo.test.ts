import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { cliActor } from '../src/base/kernel/actor.ts'
import { ApiError } from '../src/contract/errors.ts'
import { photoFolderOf } from '../src/derived-settings.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import { deletePhotos } from '../src/domain/photos/photo-store.ts'
import { purgePhotos } from '../src/domain/photos/purge-photos.ts'
import { storePhoto } from '../src/domain/photos/store-photo.ts'
import { onEachDatabase } from './support/databases.ts'
import { cameraJpeg, placeInPicture, plainJpeg } from './support/door-notes.ts'
import {
  type Answer,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { assertRefused } from './support/refusal.ts'

/** The first bytes are those of a JPEG file; the rest does not matter here. */
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(60, 7)])

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  async function announce(shop: TestShop): Promise<Answer> {
    return shop.post('/deliveries/parcel-photo-uploads', {
      contentType: 'image/jpeg',
      sizeBytes: photo.length,
    })
  }

  /** Uploads as the response of `announce` says. */
  function upload({ uploadUrl, method, headers }: Answer['body'], bytes = photo): Promise<Answer> {
    const { pathname, search } = new URL(uploadUrl)
    return service.call({ method, url: `/${pathname}${search}`, headers, payload: bytes })
  }

  const orderWith = (shop: TestShop, photoKey: string, language?: Record<string, string>) =>
    shop.order({ parcel: { category: 'FASHION', size: 'SMALL', photoKey } }, language)

  async function assertUnknown(shop: TestShop, photoKey: string): Promise<void> {
    await assertRefused((language) => orderWith(shop, photoKey, language), {
      status: 422,
      code: 'PHOTO_KEY_UNKNOWN',
      en: 'This photoKey was not issued to your shop, or nothing valid was uploaded with it.',
      fr: 'Ce photoKey n’a pas été délivré à votre boutique, ou rien de valable n’a été envoyé avec.',
    })
  }

  test('a photo is announced, uploaded to the returned address, and named by an order (decision 11)', async () => {
    const shop = await service.openShop()

    const announced = await announce(shop)
    const put = await upload(announced.body)
    const made = await orderWith(shop, announced.body.photoKey)

    const { photoKey, uploadUrl, ...rest } = announced.body
    assert.equal(announced.status, 201)
    assert.match(photoKey, /^photo_[0-9A-Za-z]{32}$/)
    assert.ok(uploadUrl.startsWith(`http://colis.test/photo-uploads/${photoKey}?`), uploadUrl)
    assert.deepEqual(rest, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      expiresAt: '2026-11-21T10:15:00.000Z',
    })
    assert.deepEqual([put.status, put.body], [204, undefined])
    assert.equal(made.status, 201)
    assert.deepEqual(made.body.parcel, { category: 'FASHION', size: 'SMALL', fragile: false })
    assert.equal(await keptPhotoKey(service, made.body.id), photoKey)
  })

  test('several orders may name one photo, long after its upload address has expired', async () => {
    const shop = await service.openShop()
    const { body: announced } = await announce(shop)
    await upload(announced)
    service.clock.forward(24 * 60 * 60_000)

    assert.equal((await orderWith(shop, announced.photoKey)).status, 201)
    assert.equal((await orderWith(shop, announced.photoKey)).status, 201)
  })

  test('a photo that an order names can no longer be replaced', async () => {
    const shop = await service.openShop()
    const { body: announced } = await announce(shop)
    await upload(announced)
    assert.equal((await upload(announced)).status, 204)
    assert.equal((await orderWith(shop, announced.photoKey)).status, 201)

    await assertRefused(
      (language) => upload({ ...announced, headers: { ...announced.headers, ...language } }),
      {
        status: 422,
        code: 'PHOTO_REFUSED',
        en: 'An order names this photo already: it can no longer be replaced. Announce another one.',
        fr: 'Une commande utilise déjà cette photo : elle ne peut plus être remplacée. Annoncez-en une autre.',
        details: { reason: 'ALREADY_USED' },
      },
    )
    assert.equal((await orderWith(shop, announced.photoKey)).status, 201)
  })

  test('an order with a photoKey that was never issued is refused', async () => {
    await assertUnknown(await service.openShop(), `photo_${'A'.repeat(32)}`)
  })

  test('an order with a file path as its photoKey is refused', async () => {
    await assertUnknown(await service.openShop(), '../../../etc/passwd')
  })

  test('an order with another shop’s photoKey is refused', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const { body: announced } = await announce(other)
    await upload(announced)

    await assertUnknown(shop, announced.photoKey)
    assert.equal((await orderWith(other, announced.photoKey)).status, 201)
    await assertUnknown(shop, announced.photoKey)
  })

  test('an order with a photoKey is refused until the photo is uploaded', async () => {
    const shop = await service.openShop()
    const { body: announced } = await announce(shop)

    await assertUnknown(shop, announced.photoKey)
    await upload(announced)
    assert.equal((await orderWith(shop, announced.photoKey)).status, 201)
  })

  test('an order whose photo a reset of the sandbox removes meanwhile is refused', async () => {
    const { services } = service
    const shop = await service.openShop()
    const { body: announced } = await announce(shop)
    await upload(announced)
    const { photoKey } = announced
    const input: DeliveryOrder = {
      ...plainOrder,
      parcel: { category: 'FASHION', size: 'SMALL', photoKey },
      payment: { mode: 'PREPAID' },
    }
    const verifyPhoto = async () => {
      await services.verifyPhoto(shop.shopId, photoKey)
      await deletePhotos(services.db, [{ shopId: shop.shopId, photoKey }])
    }

    const creating = createDelivery(
      { ...services, verifyPhoto },
      { shopId: shop.shopId, idempotencyKey: 'order-and-reset', input },
    )
    await assert.rejects(creating, new ApiError('PHOTO_KEY_UNKNOWN'))
  })

  test('an order with a photoKey whose upload was refused is refused', async () => {
    const shop = await service.openShop()
    const { body: announced } = await announce(shop)

    const put = await upload(announced, Buffer.alloc(photo.length, 7))

    assert.deepEqual(
      [put.status, put.body.code, put.body.details],
      [422, 'PHOTO_REFUSED', { reason: 'CONTENT' }],
    )
    await assertUnknown(shop, announced.photoKey)
  })
})

onEachDatabase((open) => {
  const mebibyte = 1024 * 1024
  for (const [what, env, sizeBytes, allowed] of [
    ['photos', { PHOTOS_PER_HOUR: '3' }, 10, 3],
    ['megabytes', { PHOTO_MEGABYTES_PER_HOUR: '5' }, 2 * mebibyte, 2],
  ] as const) {
    test(`each shop has its own hourly limit of announced ${what}, which parallel requests cannot exceed`, async (t) => {
      const service = await openService(await open(), env)
      t.after(() => service.close())
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const announce = (by: TestShop, headers?: Record<string, string>) =>
        by.post('/deliveries/parcel-photo-uploads', { contentType: 'image/jpeg', sizeBytes }, headers)

      const answers = await Promise.all(Array.from({ length: 8 }, () => announce(shop)))
      assert.equal(answers.filter(({ status }) => status === 201).length, allowed)
      service.clock.forward(10 * 60_000)
      await assertRefused((language) => announce(shop, language), {
        status: 429,
        code: 'PHOTO_QUOTA_REACHED',
        en: 'Your shop has reached its limit of photos for this hour. Try again in 3000 s.',
        fr: 'Votre boutique a annoncé autant de photos qu’elle peut en une heure. Réessayez dans 3000 s.',
        details: { retryAfterSeconds: 3000 },
      })
      assert.equal((await announce(shop)).headers['retry-after'], '3000')
      assert.equal((await announce(other)).status, 201)
      service.clock.forward(50 * 60_000)
      assert.equal((await announce(shop)).status, 201)
    })
  }
})

onEachDatabase((open) => {
  const mebibyte = 1024 * 1024
  let service: TestService
  before(async () => {
    service = await openService(await open(), { UNUSED_PHOTO_MEGABYTES: '20' })
  })
  after(() => service.close())
  const announce = (by: TestShop, sizeBytes: number, headers?: Record<string, string>) =>
    by.post('/deliveries/parcel-photo-uploads', { contentType: 'image/jpeg', sizeBytes }, headers)
  const forget = () =>
    service.services.db.deleteFrom('parcel_photos').where('parcel_photos.verified_at', 'is', null).execute()

  test('photos that no order names are bounded for each shop and over all of them, until a day has passed', async () => {
    await forget()
    const shops = await Promise.all(Array.from({ length: 5 }, () => service.openShop()))
    const [first, ...others] = shops as [TestShop, ...TestShop[]]
    assert.equal((await announce(first, 5 * mebibyte)).status, 201)
    await assertRefused((language) => announce(first, 1, language), {
      status: 429,
      code: 'PHOTO_QUOTA_REACHED',
      en: 'Too many photos were announced that no order names yet: create the deliveries they are for. Try again in 600 s.',
      fr: 'Trop de photos annoncées ne servent encore à aucune commande : créez les livraisons auxquelles elles sont destinées. Réessayez dans 600 s.',
      details: { retryAfterSeconds: 600 },
    })
    const statuses = []
    for (const shop of others) statuses.push((await announce(shop, 5 * mebibyte)).status)
    assert.deepEqual(statuses, [201, 201, 201, 429])
    service.clock.forward(25 * 60 * 60_000 + 1)
    await purgePhotos(service.services)
    assert.equal((await announce(first, 5 * mebibyte)).status, 201)
  })

  test('photos of one byte are as bounded, and one that an order names makes room', async () => {
    await forget()
    const shop = await service.openShop()
    const answers = []
    for (let n = 0; n < 81; n += 1) answers.push(await announce(shop, photo.length))
    assert.deepEqual([answers[79]?.status, answers[80]?.status], [201, 429])
    const { uploadUrl, method, headers, photoKey } = (answers[0] as Answer).body
    const { pathname, search } = new URL(uploadUrl)
    await service.call({ method, url: `/${pathname}${search}`, headers, payload: photo })
    const parcel = { category: 'FASHION', size: 'SMALL', photoKey }
    assert.equal((await shop.order({ parcel })).status, 201)
    assert.equal((await announce(shop, photo.length)).status, 201)
  })

  test('a shop that waits for its approval, or is suspended, announces no photo', async () => {
    const waiting = await service.openShop({ approvedAt: null })
    await assertRefused((language) => announce(waiting, 10, language), {
      status: 403,
      code: 'SHOP_NOT_APPROVED',
      en: 'This shop is not approved yet: it can prepare everything, and order once the operator has approved it.',
      fr: 'Cette boutique n’est pas encore approuvée : elle peut tout préparer, et commander dès que le service l’a approuvée.',
    })
    const bytes = plainJpeg
    const { services } = service
    await assert.rejects(
      storePhoto({ ...services, actor: cliActor }, { shopId: waiting.shopId, bytes }),
      new ApiError('SHOP_NOT_APPROVED'),
    )
    const suspended = await service.openShop()
    await services.db
      .updateTable('shops')
      .set({ suspended_at: service.clock.now(), suspension_reason: 'Impayés' })
      .where('shops.id', '=', suspended.shopId)
      .execute()
    await assert.rejects(
      storePhoto({ ...services, actor: cliActor }, { shopId: suspended.shopId, bytes }),
      new ApiError('SHOP_SUSPENDED'),
    )
  })

  test('a photo is stored without where it was taken, whichever way it came', async () => {
    await forget()
    const shop = await service.openShop()
    const { services } = service
    const bytes = cameraJpeg()
    const { body: announced } = await announce(shop, bytes.length)
    const { pathname, search } = new URL(announced.uploadUrl)
    const { headers } = announced
    await service.call({ method: 'PUT', url: `/${pathname}${search}`, headers, payload: bytes })
    const stored = await storePhoto({ ...services, actor: cliActor }, { shopId: shop.shopId, bytes })
    const folder = photoFolderOf(services.config)
    const files = () => readdirSync(folder).filter((name) => name.startsWith('photo_'))
    assert.equal(files().filter((name) => name.startsWith(announced.photoKey)).length, 1)
    for (const photoKey of [announced.photoKey, stored])
      assert.equal(
        (await shop.order({ parcel: { category: 'FASHION', size: 'SMALL', photoKey } })).status,
        201,
      )
    for (const name of files()) assert.ok(!readFileSync(join(folder, name)).includes(placeInPicture), name)
    assert.ok(Buffer.from((await services.photoStorage.readKept(stored)) ?? []).includes('Exif'))
  })
})

async function keptPhotoKey({ services }: TestService, id: string): Promise<string | null> {
  const query = services.db.selectFrom('deliveries').select('deliveries.photo_key')
  return (await query.where('deliveries.id', '=', id).executeTakeFirstOrThrow()).photo_key
}
