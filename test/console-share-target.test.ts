import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPerson, newPhone, newVisitor, signIn } from './support/console-sign-in.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openVisitor, textOf } from './support/visitor.ts'

/** The installed console receives what WhatsApp shares with it. */
onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let seller: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    seller = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
  })
  after(() => service.close())

  /** What a phone sends: a navigation that no page began. */
  const ofPhone = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', origin: 'null' }
  const message = 'Robe 15000, Afi Dossou 97 00 00 01, West près de la pharmacie'
  const newDelivery = () => `/console/shops/${shop.shopId}/deliveries/new`

  test('the manifest says how the console is installed and what can be shared with it, to everybody', async () => {
    const found = await openVisitor(service).open('/console/manifest.webmanifest')
    assert.equal(found.status, 200)
    assert.match(String(found.headers['content-type']), /^application\/manifest\+json/)
    const { icons, ...manifest } = JSON.parse(found.html)
    assert.deepEqual(manifest.share_target, {
      action: '/console/share',
      method: 'POST',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    })
    assert.deepEqual(
      [manifest.start_url, manifest.scope, manifest.display],
      ['/console', '/console', 'standalone'],
    )
    for (const { src, type } of icons) {
      const icon = await service.app.inject({ url: src })
      assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, type])
    }
    const page = await openVisitor(service).open('/console/sign-in')
    assert.match(page.html, /<link rel="manifest" href="\/console\/manifest\.webmanifest">/)
  })

  test('a shared message fills the form of the only shop, which reads it, and orders nothing', async () => {
    const shared = await seller.post('/console/share', { title: '', text: message, url: '' }, ofPhone)
    assert.equal(shared.path, `${newDelivery()}?shared`)
    assert.match(shared.html, /id="phone"[^>]*value="\+2290197000001"/)
    assert.match(shared.html, /id="amount"[^>]*value="15000"/)
    assert.match(shared.html, new RegExp(`<textarea id="message"[^>]*>\\s*${message}</textarea>`))
    const again = await seller.open(`${newDelivery()}?shared`)
    assert.match(again.html, /id="phone"[^>]*value="\+2290197000001"/, 'a reload loses nothing')
    const plain = await seller.open(newDelivery())
    assert.match(plain.html, /id="phone"[^>]*value=""/)
    const orders = await service.services.db.selectFrom('deliveries').select('deliveries.id').execute()
    assert.equal(orders.length, 0)
  })

  test('whoever has to sign in first finds the message in the form afterwards', async () => {
    const name = newPhone()
    await addPerson(service, shop.shopId, name)
    const visitor = newVisitor(service)
    const asked = await visitor.post('/console/share', { text: message }, ofPhone)
    assert.equal(asked.path, '/console/sign-in')
    const landed = await signIn(service, visitor, name)
    assert.equal(landed.path, `${newDelivery()}?shared`)
    assert.match(landed.html, /id="firstName"[^>]*value="Afi"/)
    await visitor.post('/console/sign-out', {})
    assert.equal(
      [...visitor.cookies.keys()].some((cookie) => cookie.includes('shared')),
      false,
    )
  })

  test('signing out forgets what was shared even when the session had ended before', async () => {
    const visitor = newVisitor(service)
    await visitor.post('/console/share', { text: message }, ofPhone)
    const shared = () => [...visitor.cookies.keys()].some((cookie) => cookie.includes('shared'))
    assert.equal(shared(), true)
    await visitor.post('/console/sign-out', {})
    assert.equal(shared(), false)
  })

  test('whoever has several shops says which one sells it, and long messages of any writing arrive whole', async () => {
    const name = newPhone()
    const other = await service.openShop({ name: 'Boutique Étoile' })
    for (const { shopId } of [shop, other]) await addPerson(service, shopId, name)
    const visitor = newVisitor(service)
    await signIn(service, visitor, name)
    const long = Array.from({ length: 280 }, (_, at) => `${at}ߒߞߏ é`)
      .join(' ')
      .slice(0, 1_990)
    const shared = await visitor.post('/console/share', { text: `${long} <b>fin` }, ofPhone)
    assert.equal(shared.path, '/console/share')
    assert.match(textOf(shared), /Boutique Ganhi.*Boutique Étoile/)
    assert.match(shared.html, /&#60;b&#62;fin<|&lt;b&gt;fin</)
    const ordering = await visitor.open(`/console/shops/${other.shopId}/deliveries/new?shared`)
    assert.match(ordering.html, /(&#60;|&lt;)b(&#62;|&gt;)fin<\/textarea>/)
  })

  test('a page of another site can share nothing', async () => {
    const visitor = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    const refused = await visitor.post('/console/share', { text: message }, foreign)
    assert.equal(refused.status, 403)
    assert.equal(
      [...visitor.cookies.keys()].some((name) => name.includes('shared')),
      false,
    )
  })
})
