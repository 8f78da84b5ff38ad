import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { buildApp } from '../src/app.ts'
import { hasServiceRight, type ServiceRight } from '../src/domain/accounts/account-right.ts'
import { manifestPath } from '../src/doors/operations/operations-manifest-routes.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'

type Route = { method: string; url: string; operates: ServiceRight | undefined }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let routes: Route[]
  let people: Record<'operator' | 'dispatcher' | 'owner' | 'stranger', ConsoleVisitor>

  before(async () => {
    // Every route is asked several times at the same moment, and files count as many requests.
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    routes = await operatorRoutesOf(service)
    people = {
      operator: await openOperations(service),
      dispatcher: await openOperations(service, { role: 'DISPATCHER' }),
      owner: await openConsole(service, { shopId: shop.shopId }),
      stranger: await openConsole(service, {}),
    }
  })
  after(() => service.close())

  /** Identifiers that exist nowhere: what is refused for its role is refused before anything is looked up. */
  const addressOf = ({ url }: Route) =>
    url.replaceAll(/:\w+/g, '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e').replaceAll('*', 'x')

  async function ask(route: Route, cookies: Map<string, string> | undefined, headers = {}) {
    const options: InjectOptions = {
      method: route.method as 'GET',
      url: addressOf(route),
      headers: {
        host: 'colis.test',
        origin: 'http://colis.test',
        ...(cookies && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(route.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(route.method === 'POST' && { payload: '' }),
    }
    return service.app.inject(options)
  }

  const described = ({ method, url }: Route) => `${method} ${url}`
  /** A stream answers for as long as it is followed. */
  const isStream = ({ url }: Route) => /\/live$/.test(url)

  test('every route of the operator’s pages states the right that it needs', () => {
    for (const route of routes) assert.ok(route.operates, described(route))
  })

  test('without a session every route leads to signing in', async () => {
    for (const route of routes) {
      const { statusCode, headers } = await ask(route, undefined)
      assert.deepEqual([statusCode, headers.location], [303, '/console/sign-in'], described(route))
    }
  })

  test('to owners of shops and to strangers there are no such pages', async () => {
    for (const route of routes)
      for (const who of ['owner', 'stranger'] as const) {
        const { statusCode, body } = await ask(route, people[who].cookies)
        assert.equal(statusCode, 404, `${who} ${described(route)}`)
        assert.ok(!body.includes('Boutique Ganhi'), `${who} ${described(route)}`)
      }
  })

  test('dispatchers are refused what needs more than to see to deliveries, and pass all else', async () => {
    for (const route of routes.filter((each) => !isStream(each))) {
      const { statusCode } = await ask(route, people.dispatcher.cookies)
      const mayPass = hasServiceRight('DISPATCHER', route.operates ?? 'MANAGE')
      assert.equal(statusCode === 403, !mayPass, `${described(route)}: ${statusCode}`)
    }
  })

  test('operators are refused no route for their role, and no route fails', async () => {
    for (const route of routes.filter((each) => !isStream(each))) {
      const { statusCode } = await ask(route, people.operator.cookies)
      assert.ok(statusCode !== 403 && statusCode < 500, `${described(route)}: ${statusCode}`)
    }
  })

  test('forms that another site sent are refused', async () => {
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      const { statusCode } = await ask(route, people.operator.cookies, { origin: 'https://elsewhere.test' })
      assert.equal(statusCode, 403, described(route))
    }
  })

  test('an operator who is removed is a stranger at once', async () => {
    const former = await openOperations(service)
    await service.services.db
      .deleteFrom('operators')
      .where('operators.account_id', '=', former.accountId)
      .execute()
    for (const route of routes.slice(0, 3)) {
      const { statusCode } = await ask(route, former.cookies)
      assert.equal(statusCode, 404, described(route))
    }
  })
})

test('outside of the networks that are trusted the operator’s pages do not exist, whoever asks', async () => {
  const service = await openService(await openAny(), {
    TRUST_OPERATOR_NETWORKS: '10.4.0.0/16, fd00::/8',
  })
  try {
    const { cookies } = await openOperations(service)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statusFrom = async (remoteAddress: string, headers: Record<string, string>) =>
      (await service.app.inject({ url: '/operations/map/x', remoteAddress, headers })).statusCode
    assert.equal(await statusFrom('10.4.3.2', { cookie }), 200)
    assert.equal(await statusFrom('::ffff:10.4.3.2', { cookie }), 200)
    assert.equal(await statusFrom('fd00::1', { cookie }), 200)
    assert.equal(await statusFrom('10.5.0.1', { cookie }), 404)
    assert.equal(await statusFrom('fe80::1', { cookie }), 404)
    assert.equal(await statusFrom('10.5.0.1', {}), 404)
    assert.equal(await statusFrom('10.5.0.1', { cookie, 'x-forwarded-for': '10.4.3.2' }), 404)
  } finally {
    await service.close()
  }
})

test('operators who must have a second factor see only where they add one', async () => {
  const service = await openService(await openAny(), { OPERATOR_SECOND_FACTOR: 'true' })
  try {
    const operator = await openOperations(service)
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { statusCode, headers } = await service.app.inject({
      url: '/operations/map/x',
      headers: { cookie },
    })
    assert.deepEqual([statusCode, headers.location], [303, '/console/account/second-factor?required'])
    assert.match((await operator.open('/operations/map/x')).html, /deux étapes/)
  } finally {
    await service.close()
  }
})

/**
 * Every route of the operator's pages as the server knows it, but the manifest, which browsers
 * read without a session, and those that only answer HEAD or OPTIONS.
 */
async function operatorRoutesOf({ services }: TestService): Promise<Route[]> {
  const found: Route[] = []
  const app = await buildApp(services, (server) => {
    server.addHook('onRoute', ({ method, url, config }) => {
      if (!/^\/operations(\/|$)/.test(url) || url === manifestPath) return
      for (const each of [method].flat())
        if (each === 'GET' || each === 'POST') found.push({ method: each, url, operates: config?.operates })
    })
  })
  await app.close()
  return found
}
