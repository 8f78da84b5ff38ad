import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { imageSizeOf } from '../src/base/kernel/image-size.ts'
import { setShopLogo } from '../src/domain/shops/appearance/set-shop-logo.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'

let service: TestService
let shop: TestShop
before(async () => {
  service = await openService(await openAny())
  shop = await service.openShop()
})
after(() => service.close())

const metasOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)">/g)].map(([, name, text]) => [
      name ?? '',
      text ?? '',
    ]),
  )

test('messengers show of a link which shop delivers, a sentence and a picture, and nothing of the delivery', async () => {
  const key = await bringTo(service, shop, 'IN_TRANSIT', {})
  const row = await rowOf(service, key)
  const path = pagePath(service, key)
  const { body, headers } = await service.app.inject({
    url: path,
    headers: { 'user-agent': 'WhatsApp/2.23.20.0', 'accept-language': 'en' },
  })
  const metas = metasOf(body)
  const { 'og:image': image = '', ...others } = metas
  assert.deepEqual(others, {
    'og:type': 'website',
    'og:locale': 'fr',
    'og:title': 'Boutique Test vous livre',
    'og:description': 'Dites où le livrer et suivez le livreur.',
    'og:image:width': '1200',
    'og:image:height': '630',
  })
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  const told = JSON.stringify(metas)
  const { customer_first_name: name, customer_phone: number, confirmation_code: code } = row
  for (const secret of [name, number, code, 'Maison', 'Afi', path])
    assert.ok(!told.includes(String(secret)), String(secret))

  const picture = await service.app.inject({ url: image.replace('http://colis.test', '') })
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/png'])
  assert.deepEqual(imageSizeOf(picture.rawPayload), { width: 1200, height: 630 })
  assert.ok(picture.rawPayload.length < 100_000, 'phones load it before they show the message')
})

test('the preview is in the language that the page was asked for, and says as much of a link that does not work', async () => {
  const path = pagePath(service, await bringTo(service, shop, 'AWAITING_LOCATION', {}))
  const titleOf = async (url: string) => metasOf((await service.app.inject({ url })).body)['og:title']
  assert.equal(await titleOf(`${path}?lang=en`), 'Boutique Test delivers to you')
  assert.equal(await titleOf(`${path}?lang=pt`), 'Boutique Test envia-lhe uma encomenda')
  assert.equal(await titleOf(`/p/${'A'.repeat(64)}`), 'Votre colis')
})

test('every door has an icon, which browsers keep', async () => {
  const path = pagePath(service, await bringTo(service, shop, 'AWAITING_LOCATION', {}))
  for (const url of [
    '/',
    path,
    '/console/sign-in',
    '/docs/fr',
    '/dev/outbox',
    '/nowhere',
    '/courier/sign-in',
  ]) {
    const { body, headers } = await service.app.inject({
      url,
      headers: { accept: 'text/html' },
      remoteAddress: '127.0.0.1',
    })
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(body) ?? []
    if (url === '/dev/outbox' && icon === '') continue
    assert.match(icon, /\.svg$/, url)
    const policy = String(headers['content-security-policy'] ?? '')
    assert.match(policy, /img-src 'self'/, `${url}: ${policy}`)
    const served = await service.app.inject({ url: icon })
    assert.deepEqual([served.statusCode, served.headers['content-type']], [200, 'image/svg+xml'], url)
    assert.match(String(served.headers['cache-control']), /max-age=/)
  }
  for (const url of ['/favicon.ico', '/apple-touch-icon.png'])
    assert.equal((await service.app.inject({ url })).headers['content-type'], 'image/png')
})

test('the operator’s pages can be installed: name, icons and where they begin, in the language of the browser', async () => {
  const { body, statusCode, headers } = await service.app.inject({
    url: '/operations/manifest.webmanifest',
    headers: { 'accept-language': 'fr' },
  })
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /^application\/manifest\+json/)
  const manifest = JSON.parse(body)
  assert.deepEqual(
    [manifest.name, manifest.start_url, manifest.scope, manifest.display],
    ['Colis – exploitation', '/operations', '/operations', 'standalone'],
  )
  for (const { src, sizes } of manifest.icons) {
    const icon = await service.app.inject({ url: src })
    const [width, height] = String(sizes).split('x').map(Number)
    assert.deepEqual(imageSizeOf(icon.rawPayload), { width, height })
  }
})

test('messengers show the logo of a shop that has one, whatever their encoding', async () => {
  const branded = await service.openShop({ name: 'Awa Mode' })
  await setShopLogo(service.services, branded.shopId, plainPng())
  const path = pagePath(service, await bringTo(service, branded, 'AWAITING_LOCATION', {}))
  const metas = metasOf((await service.app.inject({ url: path })).body)
  const { 'og:image': image = '', 'og:title': title } = metas
  assert.equal(title, 'Awa Mode vous livre')
  assert.ok(image.startsWith(`http://colis.test/logos/${branded.shopId}/`), image)
  assert.equal(metas['og:image:width'], undefined)
  const picture = await service.app.inject({ url: image.replace('http://colis.test', '') })
  assert.deepEqual(picture.rawPayload, Buffer.from(plainPng()))
})
