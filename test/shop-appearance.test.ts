import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { pictureWithoutMetadata } from '../src/base/kernel/picture-without-metadata.ts'
import { ApiError } from '../src/contract/errors.ts'
import { limits } from '../src/contract/limits.ts'
import { removeShopLogo, setShopLogo } from '../src/domain/shops/appearance/set-shop-logo.ts'
import { logoPath } from '../src/domain/shops/appearance/shop-logo.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { pagePath } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { cameraJpeg, placeInPicture } from './support/door-notes.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { memberOf } from './support/shop-members.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  const get = (url: string, encoding = 'gzip, br') =>
    service.app.inject({ url, headers: { 'accept-encoding': encoding } })

  test('customers read the name that the shop chose, and its own name until then and after', async () => {
    const { services } = service
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    const page = async () => (await get(pagePath(service, key), 'identity')).body
    assert.match(await page(), /Boutique Test/)
    await changeShop(services, shop.shopId, { displayName: 'Chez <Ama>' })
    assert.match(await page(), /Chez &#60;Ama&#62;/)
    assert.doesNotMatch(await page(), /Boutique Test/)
    await changeShop(services, shop.shopId, { displayName: null })
    assert.match(await page(), /Boutique Test/)
  })

  test('a logo is served under the hash of its content, for good, as a picture and nothing else', async () => {
    const png = plainPng()
    await setShopLogo(service.services, shop.shopId, png)
    const hash = createHash('sha256').update(png).digest('hex').slice(0, 16)
    const { statusCode, headers, rawPayload } = await get(`/logos/${shop.shopId}/${hash}`)
    assert.equal(statusCode, 200)
    assert.deepEqual(rawPayload, png)
    assert.deepEqual(
      [
        'content-type',
        'x-content-type-options',
        'cache-control',
        'content-security-policy',
        'cross-origin-resource-policy',
      ].map((name) => headers[name]),
      [
        'image/png',
        'nosniff',
        'public, max-age=31536000, immutable',
        "default-src 'none'; sandbox",
        'cross-origin',
      ],
    )
  })

  test('another logo has another address, and the one before leads nowhere', async () => {
    const { services } = service
    const [first, second] = [plainPng(), plainPng({ width: 16 })]
    const pathOf = (png: Buffer) =>
      `/logos/${shop.shopId}/${createHash('sha256').update(png).digest('hex').slice(0, 16)}`
    await setShopLogo(services, shop.shopId, first)
    await setShopLogo(services, shop.shopId, second)
    assert.equal((await get(pathOf(first))).statusCode, 404)
    assert.deepEqual((await get(pathOf(second))).rawPayload, second)
    await removeShopLogo(services, shop.shopId)
    assert.equal((await get(pathOf(second))).statusCode, 404)
    for (const path of ['/logos/x/y', `/logos/${shop.shopId}/`, `/logos/${shop.shopId}/${'0'.repeat(16)}`])
      assert.equal((await get(path)).statusCode, 404, path)
  })

  test('the customer’s page shows the logo where it stays light, and no logo once there is none', async () => {
    const { services } = service
    await setShopLogo(services, shop.shopId, plainPng())
    const hash = createHash('sha256').update(plainPng()).digest('hex').slice(0, 16)
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    const { status, text } = await fetchDecoded(pagePath(service, key), 'br')
    assert.equal(status, 200)
    assert.ok(
      text.includes(
        `<img src="/logos/${shop.shopId}/${hash}" alt="" width="48" height="48"><b>Boutique Test</b>`,
      ),
    )
    assert.doesNotMatch((await fetchDecoded(pagePath(service, key), 'gzip')).text, /<img[^>]*\/logos\//)
    await removeShopLogo(services, shop.shopId)
    assert.doesNotMatch((await fetchDecoded(pagePath(service, key), 'br')).text, /\/logos\//)
  })

  async function fetchDecoded(path: string, encoding: string) {
    base ??= await service.app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${base}${path}`, { headers: { 'accept-encoding': encoding } })
    return { status: response.status, text: await response.text() }
  }
  let base: string | undefined

  describe('pictures that are refused', () => {
    const kb = 1024
    const cases: [string, Buffer, 'CONTENT' | 'SIZE' | 'DIMENSIONS'][] = [
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'CONTENT'],
      ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'CONTENT'],
      ['a GIF', Buffer.from('47494638396101000100', 'hex'), 'CONTENT'],
      ['nothing', Buffer.alloc(0), 'CONTENT'],
      ['the beginning of a PNG', plainPng().subarray(0, 20), 'CONTENT'],
      ['a PNG of more than 8 KB', plainPng({ noise: 8 * kb }), 'SIZE'],
      ['a PNG of 1,025 pixels', plainPng({ width: 1_025 }), 'DIMENSIONS'],
      ['a PNG of 1,025 lines', plainPng({ height: 1_025 }), 'DIMENSIONS'],
    ]
    for (const [what, bytes, reason] of cases)
      test(`${what} is no logo: ${reason}`, async () => {
        await assert.rejects(setShopLogo(service.services, shop.shopId, bytes), (error) => {
          assert.ok(error instanceof ApiError)
          assert.deepEqual([error.code, error.params], ['LOGO_REFUSED', { reason }])
          return true
        })
      })

    test('a picture of exactly the largest size is taken', async () => {
      const size = { width: 1_024, height: 8 }
      const overhead = plainPng({ ...size, noise: 1 }).length - 1
      const bytes = plainPng({ ...size, noise: limits.logoBytes - overhead })
      assert.equal(bytes.length, limits.logoBytes)
      assert.equal((await setShopLogo(service.services, shop.shopId, bytes)).logo_sha256?.length, 64)
    })
  })

  test('a logo is stored and shown without where it was taken, and the right way up', async () => {
    const { services } = service
    const { id, logo_sha256 } = await setShopLogo(services, shop.shopId, cameraJpeg())
    const stored = await services.db
      .selectFrom('shop_logos')
      .select('bytes')
      .where('shop_id', '=', id)
      .execute()
    const shown = await service.app.inject({ url: logoPath({ id, logo_sha256 }) ?? '' })
    const plain = Buffer.from(pictureWithoutMetadata(cameraJpeg()) ?? [])
    assert.ok(!plain.includes(placeInPicture) && plain.includes('Exif'))
    assert.deepEqual([Buffer.from(stored[0]?.bytes ?? []), shown.rawPayload], [plain, plain])
    await services.db
      .updateTable('shop_logos')
      .set({ bytes: cameraJpeg() })
      .where('shop_id', '=', id)
      .execute()
    assert.deepEqual(
      (await service.app.inject({ url: logoPath({ id, logo_sha256 }) ?? '' })).rawPayload,
      plain,
    )
  })

  test('staff and strangers change neither the logo nor the name of a shop', async () => {
    const { services } = service
    const staff = await memberOf(service, shop.shopId, 'STAFF')
    const stranger = await memberOf(service, null)
    const verbs = [
      (actor: typeof staff) => setShopLogo({ ...services, actor }, shop.shopId, plainPng()),
      (actor: typeof staff) => removeShopLogo({ ...services, actor }, shop.shopId),
      (actor: typeof staff) => changeShop({ ...services, actor }, shop.shopId, { displayName: 'Autre' }),
    ]
    for (const verb of verbs) {
      await assert.rejects(verb(staff), { code: 'ROLE_REQUIRED' })
      await assert.rejects(verb(stranger), { code: 'SHOP_NOT_FOUND' })
    }
  })
})
