import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openVisitor, textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  const home = () => `/console/shops/${shop.shopId}`

  test('whoever is not signed in is led to sign in, whatever the page', async () => {
    for (const path of ['/console', home(), `${home()}/deliveries`, '/console/no-such-page']) {
      const answer = await service.app.inject({ url: path, headers: { host: 'colis.test' } })
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/console/sign-in'], path)
    }
  })

  test('a member of one shop is led to it, and of none to the page of their shops', async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    const page = await owner.open('/console')
    assert.deepEqual([page.status, page.path], [200, home()])
    assert.match(
      page.html,
      /<a class="brand" href="[^"]*"><svg [^>]*>.*<\/svg><span>Boutique Ganhi<\/span><\/a>/,
    )
    const nobody = await openConsole(service, {})
    assert.match(textOf(await nobody.open('/console')), /Vous n’appartenez encore à aucune boutique/)
  })

  test('another shop’s page is refused like one that does not exist, and an operator may see any', async () => {
    const other = await service.openShop({ name: 'Autre boutique' })
    const owner = await openConsole(service, { shopId: shop.shopId })
    const foreign = await owner.open(`/console/shops/${other.shopId}`)
    const missing = await owner.open('/console/shops/0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e')
    assert.deepEqual([foreign.status, missing.status], [404, 404])
    assert.equal(textOf(foreign), textOf(missing))
    const operator = await openConsole(service, { role: 'OPERATOR' })
    assert.equal((await operator.open(`/console/shops/${other.shopId}`)).status, 200)
  })

  test('a member who was removed, and a session that ended, see nothing more', async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    assert.equal((await owner.open(home())).status, 200)
    const { db } = service.services
    await db.deleteFrom('memberships').where('memberships.account_id', '=', owner.accountId).execute()
    assert.equal((await owner.open(home())).status, 404)
    await db.deleteFrom('sessions').where('sessions.account_id', '=', owner.accountId).execute()
    const answer = await service.app.inject({
      url: home(),
      headers: {
        host: 'colis.test',
        cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/console/sign-in?ended'])
  })

  test('a form that another site sends does nothing', async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const page = await owner.post(`${home()}/anything`, {}, headers)
      assert.equal(page.status, 403)
      assert.match(textOf(page), /ne vient pas de nos pages/)
    }
  })

  test('the language that was chosen once stays, in the pages of the console alone', async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    const english = await owner.open(`${home()}?lang=en`)
    assert.match(String(english.headers['set-cookie']), /colis\.language=en; Max-Age=\d+; Path=\/console;/)
    assert.match((await owner.open(home())).html, /<html lang="en">/)
  })

  test('pages load nothing from elsewhere, are not stored and not framed', async () => {
    const page = await openVisitor(service).open('/console/shops/x/y/z')
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.match(
      String(page.headers['content-security-policy']),
      /default-src 'none'.*frame-ancestors 'none'/,
    )
  })
})
