import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { buildApp } from '../src/app.ts'
import { type AccountRight, hasRight } from '../src/domain/accounts/account-right.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

/** A route of the console: with `needs` one of a shop, without one of a person or of anybody. */
type Route = { method: string; url: string; needs: AccountRight | undefined }

/** Routes that need no session: they lead to one, or say how the console is installed. */
const publicRoutes = /^\/console\/(sign-in|open-shop|invitations?|sign-out|manifest\.webmanifest)/

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let other: TestShop
  let routes: Route[]
  let people: Record<'owner' | 'staff' | 'stranger' | 'otherOwner', ConsoleVisitor>

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    other = await service.openShop({ name: 'Autre boutique' })
    routes = await consoleRoutesOf(service)
    people = {
      owner: await openConsole(service, { shopId: shop.shopId }),
      staff: await openConsole(service, { shopId: shop.shopId, role: 'STAFF' }),
      stranger: await openConsole(service, {}),
      otherOwner: await openConsole(service, { shopId: other.shopId }),
    }
  })
  after(() => service.close())

  const ofShop = () => routes.filter(({ url }) => url.startsWith('/console/shops/:shopId'))

  /** Identifiers that exist nowhere: what is refused for its role is refused before anything is looked up. */
  const addressOf = ({ url }: Route, shopId: string) =>
    url
      .replace(':shopId', shopId)
      .replaceAll(/:\w+/g, '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e')
      .replaceAll('*', 'x')

  async function ask(route: Route, shopId: string, cookies: Map<string, string> | undefined) {
    const options: InjectOptions = {
      method: route.method as 'GET',
      url: addressOf(route, shopId),
      headers: {
        host: 'colis.test',
        origin: 'http://colis.test',
        ...(cookies && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(route.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(route.method === 'POST' && { payload: '' }),
    }
    return service.app.inject(options)
  }

  test('the console has the routes of a shop, each with the right that it needs', () => {
    assert.ok(ofShop().length > 20, `only ${ofShop().length} routes`)
    for (const { method, url, needs } of ofShop()) assert.ok(needs, `${method} ${url}`)
  })

  test('without a session every route of a shop and of a person leads to signing in', async () => {
    for (const route of routes.filter(({ url }) => !publicRoutes.test(url))) {
      const answer = await ask(route, shop.shopId, undefined)
      assert.deepEqual(
        [answer.statusCode, answer.headers.location],
        [303, '/console/sign-in'],
        `${route.method} ${route.url}`,
      )
    }
  })

  test('whoever is nothing to a shop is refused at every route of it, as if there were no such shop', async () => {
    for (const route of ofShop())
      for (const who of ['stranger', 'otherOwner'] as const) {
        const answer = await ask(route, shop.shopId, people[who].cookies)
        assert.equal(answer.statusCode, 404, `${who} ${route.method} ${route.url}`)
        assert.ok(!answer.body.includes('Boutique Ganhi'), `${who} ${route.method} ${route.url}`)
      }
  })

  test('staff are refused every route that needs more than to sell, and pass all others', async () => {
    for (const route of ofShop().filter(({ url }) => !url.endsWith('/live'))) {
      const { statusCode } = await ask(route, shop.shopId, people.staff.cookies)
      const mayPass = hasRight('STAFF', route.needs ?? 'SELL')
      assert.equal(statusCode === 403, !mayPass, `${route.method} ${route.url}: ${statusCode}`)
    }
  })

  test('identifiers of another shop are found at no route, and nothing of that shop is changed', async () => {
    const { services } = service
    const { body: delivery } = await other.order()
    const { endpoint } = await addEndpoint(
      {
        ...services.webhooks,
        rules: { allowedRanges: ['127.0.0.0/8'], allowInsecure: false },
        resolve: async () => ['127.0.0.1'],
      },
      { shopId: other.shopId, url: 'https://example.com/colis', eventTypes: null, description: null },
    )
    const foreign = [
      delivery.id,
      endpoint.id,
      other.keyId,
      other.pickupAddressId,
      people.otherOwner.accountId,
    ]
    const stateOf = async () =>
      JSON.stringify([
        await services.db.selectFrom('deliveries').selectAll().where('shop_id', '=', other.shopId).execute(),
        await services.db
          .selectFrom('webhook_endpoints')
          .selectAll()
          .where('shop_id', '=', other.shopId)
          .execute(),
        await services.db.selectFrom('api_keys').selectAll().where('shop_id', '=', other.shopId).execute(),
        await services.db
          .selectFrom('pickup_addresses')
          .selectAll()
          .where('shop_id', '=', other.shopId)
          .execute(),
        await services.db.selectFrom('memberships').selectAll().where('shop_id', '=', other.shopId).execute(),
      ])
    const before = await stateOf()
    const named = ofShop().filter(({ url }) => /:(?!shopId)\w+/.test(url.replace(':shopId', '')))
    assert.ok(named.length > 10, `only ${named.length} routes name something`)
    for (const route of named.filter(({ url }) => !/\/(map|landmarks)\//.test(url)))
      for (const id of foreign) {
        const url = route.url.replace(':shopId', shop.shopId).replaceAll(/:\w+/g, id)
        const answer = await ask({ ...route, url }, shop.shopId, people.owner.cookies)
        assert.ok(
          answer.statusCode >= 400 && answer.statusCode < 500,
          `${route.method} ${url}: ${answer.statusCode}`,
        )
      }
    assert.equal(await stateOf(), before)
  })

  test('an owner is refused no route of the shop for their role, and no route fails', async () => {
    for (const route of ofShop().filter(({ url }) => !url.endsWith('/live'))) {
      const { statusCode } = await ask(route, shop.shopId, people.owner.cookies)
      assert.ok(statusCode !== 403 && statusCode < 500, `${route.method} ${route.url}: ${statusCode}`)
    }
  })
})

/** Every route of the console as the server knows it; those that only answer HEAD or OPTIONS are left out. */
async function consoleRoutesOf({ services }: TestService): Promise<Route[]> {
  const found: Route[] = []
  const app = await buildApp(services, (server) => {
    server.addHook('onRoute', ({ method, url, config }) => {
      if (!url.startsWith('/console')) return
      for (const each of [method].flat())
        if (each === 'GET' || each === 'POST') found.push({ method: each, url, needs: config?.needs })
    })
  })
  await app.close()
  return found
}
