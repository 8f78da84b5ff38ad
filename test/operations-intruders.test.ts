import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applicationBounds } from '../src/domain/couriers/applications/verified-phone.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { findCities } from '../src/domain/zones/zone-store.ts'
import { switchFactorOn, totpAt } from './support/console-sign-in.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { sendFile } from './support/send-file.ts'
import { openVisitor, textOf } from './support/visitor.ts'

const cookieOf = ({ cookies }: Pick<ConsoleVisitor, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
  })
  after(() => service.close())

  describe('forms of other sites', () => {
    const suspend = (headers: Record<string, string>, method: 'POST' | 'GET' = 'POST') =>
      service.app.inject({
        method,
        url: `/operations/shops/${shop.shopId}/suspend`,
        headers: {
          host: 'colis.test',
          cookie: cookieOf(operator),
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(method === 'POST' && { payload: 'reason=Un+essai' }),
      })
    const suspended = async () =>
      (
        await service.services.db
          .selectFrom('shops')
          .select('shops.suspended_at')
          .where('shops.id', '=', shop.shopId)
          .executeTakeFirstOrThrow()
      ).suspended_at !== null
    const foreign: [string, Record<string, string>][] = [
      ['without any origin', {}],
      ['of no origin', { origin: 'null' }],
      ['of another port', { origin: 'http://colis.test:8080' }],
      ['of a host that begins alike', { origin: 'http://colis.test.evil.example' }],
      ['of a host that ends alike', { origin: 'http://evilcolis.test' }],
      ['of a part of the host', { origin: 'http://shop.colis.test' }],
      ['of an origin that is none', { origin: '://' }],
      ['of another site', { origin: 'http://colis.test', 'sec-fetch-site': 'cross-site' }],
      ['of a sister site', { origin: 'http://colis.test', 'sec-fetch-site': 'same-site' }],
      ['for another host', { host: 'evil.example', origin: 'http://colis.test' }],
      [
        'that a proxy of nobody sends on',
        { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      ],
    ]
    for (const [what, headers] of foreign)
      test(`a form ${what} changes nothing`, async () => {
        const { statusCode } = await suspend(headers)
        assert.equal(statusCode, 403)
        assert.equal(await suspended(), false)
      })

    test('an act is none of an address, of another method or of a plain text', async () => {
      const origin = { origin: 'http://colis.test' }
      assert.equal((await suspend(origin, 'GET')).statusCode, 404)
      assert.equal((await suspend({ ...origin, 'x-http-method-override': 'POST' }, 'GET')).statusCode, 404)
      const plain = await suspend({ ...origin, 'content-type': 'text/plain' })
      assert.ok(plain.statusCode >= 400 && plain.statusCode < 500, String(plain.statusCode))
      assert.equal(await suspended(), false)
    })
  })

  describe('who was an operator', () => {
    const asked = ({ cookies }: ConsoleVisitor, url: string, method: 'GET' | 'POST' = 'GET') =>
      service.app.inject({
        method,
        url,
        headers: {
          host: 'colis.test',
          origin: 'http://colis.test',
          cookie: cookieOf({ cookies }),
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { payload: 'reason=Un+essai&sure=on' }),
      })

    test('and is a dispatcher by now manages nothing more, in the session that they have', async () => {
      const former = await openOperations(service)
      const courierId = await registerCourier(service)
      const owned = `/operations/couriers/${courierId}`
      assert.equal((await asked(former, '/operations/service/audit.csv')).statusCode, 200)
      await service.services.db
        .updateTable('operators')
        .set({ role: 'DISPATCHER' })
        .where('operators.account_id', '=', former.accountId)
        .execute()
      for (const [method, path] of [
        ['GET', '/operations/service/audit.csv'],
        ['GET', '/operations/service/settings'],
        ['GET', `${owned}/statement.pdf`],
        ['POST', `${owned}/retire`],
        ['POST', `${owned}/suspend`],
        ['POST', `/operations/shops/${shop.shopId}/suspend`],
        ['POST', '/operations/customers/export'],
      ] as const)
        assert.equal((await asked(former, path, method)).statusCode, 403, path)
      assert.equal((await asked(former, `/console/shops/${shop.shopId}`)).statusCode, 404)
      assert.equal((await asked(former, '/operations')).statusCode, 200)
    })

    test('finds no shop of others on the console, once removed', async () => {
      const former = await openOperations(service)
      assert.equal((await asked(former, `/console/shops/${shop.shopId}`)).statusCode, 200)
      await service.services.db
        .deleteFrom('operators')
        .where('operators.account_id', '=', former.accountId)
        .execute()
      assert.equal((await asked(former, `/console/shops/${shop.shopId}`)).statusCode, 404)
      assert.equal((await asked(former, '/operations/board/live')).statusCode, 404)
    })

    test('a session that was forged, cut or is another’s opens nothing', async () => {
      const [[name = '', value = ''] = []] = [...operator.cookies]
      const seller = await openConsole(service, { shopId: shop.shopId })
      const [[, others = ''] = []] = [...seller.cookies]
      const [token = ''] = decodeURIComponent(value).split('.')
      const [, signature = ''] = decodeURIComponent(others).split('.')
      for (const forged of [
        value.slice(0, -4),
        encodeURIComponent(token),
        encodeURIComponent(`${token}.${signature}`),
        encodeURIComponent(`${token}.`),
        '%00',
        'x'.repeat(5_000),
      ]) {
        const { statusCode } = await service.app.inject({
          url: '/operations',
          headers: { host: 'colis.test', cookie: `${name}=${forged}` },
        })
        assert.equal(statusCode, 303, forged.slice(0, 40))
      }
    })
  })

  describe('files', () => {
    test('what operators take away is neither kept, nor shown as anything else, nor opened', async () => {
      const courierId = await registerCourier(service)
      const [city] = await findCities(service.services.db, 'Cotonou')
      const files: Record<string, RegExp> = {
        '/operations/deliveries/export.csv': /^text\/csv/,
        '/operations/deliveries/export.xlsx': /^application\/vnd/,
        '/operations/service/audit.csv': /^text\/csv/,
        [`/operations/cities/${city?.id}/pairs.csv`]: /^text\/csv/,
        [`/operations/couriers/${courierId}/statement.csv`]: /^text\/csv/,
        [`/operations/couriers/${courierId}/statement.pdf`]: /^application\/pdf/,
      }
      for (const [path, type] of Object.entries(files)) {
        const { status, headers } = await operator.open(path)
        assert.equal(status, 200, path)
        assert.match(String(headers['content-type']), type)
        assert.match(String(headers['content-disposition']), /^attachment; filename="[\w.-]+"$/)
        assert.equal(headers['cache-control'], 'no-store', path)
        assert.equal(headers['x-content-type-options'], 'nosniff', path)
        assert.match(String(headers['content-security-policy']), /default-src 'none'/, path)
      }
    })

    test('a statement is made whatever shops and couriers are called', async () => {
      const name = `${'Zo\u0335\u0336\u0337'.repeat(12)}\u202e😀مرحبا`
      const courierId = await registerCourier(service, { firstName: name, lastName: '(%PDF\\)' })
      const odd = await service.openShop({ name: `=HYPERLINK("x");\u0301\u0301${'é̂'.repeat(20)}😀` })
      const key = await bringTo(service, odd, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, await checkCourier(service.services.db, courierId))
      await act(service, key, 'pickUp')
      await act(service, key, 'handOver')
      const path = `/operations/couriers/${courierId}/statement`
      const pdf = await operator.open(`${path}.pdf`)
      assert.equal(pdf.status, 200)
      assert.ok(pdf.html.startsWith('%PDF-') && pdf.html.trimEnd().endsWith('%%EOF'))
      const { html } = await operator.open(`${path}.csv`)
      assert.ok(!html.split(/[;\r\n]/).some((cell) => /^"?[=+@-]/.test(cell)), html)
    })

    test('files of zones that take long to read are refused in words, and hold nobody up', async () => {
      const [city] = await findCities(service.services.db, 'Cotonou')
      const file = (geometry: string, name = '"A"') =>
        Buffer.from(`{"type":"Feature","properties":{"name":${name}},"geometry":${geometry}}`)
      const polygon = (coordinates: string) => `{"type":"Polygon","coordinates":${coordinates}}`
      const many = `[[${'[2.4,6.36],'.repeat(400_000)}[2.4,6.36]]]`
      const comb = Array.from({ length: 14_000 }, (_, at) => [2.4 + at * 1e-6, at % 2 ? 6.36 : 6.37])
      const hostile: Record<string, Buffer> = {
        'of 400,000 positions': file(polygon(many)),
        'that is a comb': file(polygon(JSON.stringify([[...comb, [2.42, 6.3], [2.4, 6.3]]]))),
        'that crosses itself': file(polygon('[[[2.4,6.36],[2.42,6.38],[2.42,6.36],[2.4,6.38],[2.4,6.36]]]')),
        'with numbers that are none': file(
          polygon('[[[1e999,6.36],[2.42,-1e999],[2.42,6.36],[1e999,6.36]]]'),
        ),
        'with null for numbers': file(polygon('[[[null,6.36],[2.42,null],[2.42,6.36],[null,6.36]]]')),
        'with positions in depth': file(polygon(`${'['.repeat(200_000)}1${']'.repeat(200_000)}`)),
        'with a name of a million letters': file(polygon('[]'), `"${'x'.repeat(1_000_000)}"`),
        'with a name in depth': file(polygon('[]'), `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
        'with 100,000 features': Buffer.from(
          `{"type":"FeatureCollection","features":[${'{},'.repeat(100_000)}{}]}`,
        ),
        'with 100,000 rings': file(polygon(`[${'[],'.repeat(100_000)}[]]`)),
        'with features in features': Buffer.from(
          `${'{"type":"FeatureCollection","features":['.repeat(20_000)}${']}'.repeat(20_000)}`,
        ),
      }
      const path = `/operations/cities/${city?.id}/zones/import`
      for (const [what, bytes] of Object.entries(hostile)) {
        const type = 'application/geo+json'
        const page = await sendFile(service, operator, path, { field: 'file', name: 'z', type, bytes })
        const isFine = what === 'that is a comb'
        assert.equal(page.status, isFine ? 200 : 422, `${what}: ${textOf(page).slice(0, 300)}`)
        assert.ok(page.html.length < 500_000, `${what}: a page of ${page.html.length} letters`)
      }
      assert.deepEqual(
        service.logged.filter((line) => line.includes('a request failed')),
        [],
      )
    })
  })

  describe('codes to people who apply', () => {
    const codes = async () => {
      const { sent } = await service.services.db
        .selectFrom('messages')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('sent'))
        .where('messages.kind', '=', 'SIGN_IN_CODE')
        .executeTakeFirstOrThrow()
      return sent
    }

    test('one network gets few of them, and takes them from nobody else', async () => {
      const [city] = await findCities(service.services.db, 'Cotonou')
      const apply = async (from: string, phone: string) =>
        (await openVisitor(service, from).post('/courier/apply', { phone, cityId: city?.id ?? '' })).path
      const before = await codes()
      for (let at = 0; at < applicationBounds.codesOfNetworkPerHour + 15; at += 1) {
        await apply('10.61.0.1', `+22901560${String(at).padStart(5, '0')}`)
      }
      assert.equal((await codes()) - before, applicationBounds.codesOfNetworkPerHour)
      assert.equal(await apply('10.61.0.2', '+2290156099998'), '/courier/apply/code')
    })

    test('what is refused to a number counts for nobody else', async () => {
      service.clock.forward(2 * 3_600_000)
      const [city] = await findCities(service.services.db, 'Cotonou')
      const { codesOfNetworkPerHour } = applicationBounds
      const apply = async (from: string, phone: string) =>
        (await openVisitor(service, from).post('/courier/apply', { phone, cityId: city?.id ?? '' })).path
      for (let at = 0; at <= 300; at += 1)
        await apply(`10.62.0.${Math.floor(at / codesOfNetworkPerHour)}`, '+2290156077777')
      assert.equal(await apply('10.62.1.1', '+2290156099999'), '/courier/apply/code')
    })
  })
})

test('the address that a client gives itself opens no door, also behind a proxy', async () => {
  const service = await openService(await openAny(), {
    TRUST_OPERATOR_NETWORKS: '10.4.0.0/16',
    TRUST_PROXY: '192.0.2.1',
  })
  try {
    const shop = await service.openShop()
    const operator = await openOperations(service)
    const from = async (remoteAddress: string, headers: Record<string, string>, url = '/operations') =>
      (await service.app.inject({ url, remoteAddress, headers: { cookie: cookieOf(operator), ...headers } }))
        .statusCode
    const forwarded = (text: string) => ({ 'x-forwarded-for': text })
    assert.equal(await from('192.0.2.1', forwarded('10.4.3.2')), 200)
    for (const text of [
      '10.4.3.2, 203.0.113.9',
      '10.4.3.2,203.0.113.9',
      '203.0.113.9',
      '10.4.3.2, unknown',
      '10.4.3.2:80',
      '[::ffff:10.4.3.2]',
      '',
      ' ',
    ])
      assert.equal(await from('192.0.2.1', forwarded(text)), 404, text)
    for (const name of ['x-real-ip', 'forwarded', 'client-ip', 'true-client-ip', 'cf-connecting-ip'])
      assert.equal(await from('203.0.113.9', { [name]: '10.4.3.2', ...forwarded('10.4.3.2') }), 404, name)
    for (const url of ['/operations/board/live', '/operations/service', `/console/shops/${shop.shopId}`])
      assert.equal(await from('203.0.113.9', {}, url), 404, url)
  } finally {
    await service.close()
  }
})

test('who must have a second factor gets past it by no address, no file, no form and no stream', async () => {
  const service = await openService(await openAny(), { OPERATOR_SECOND_FACTOR: 'true' })
  try {
    const shop = await service.openShop()
    const operator = await openOperations(service)
    const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
      const headers = { host: 'colis.test', origin: 'http://colis.test', cookie: cookieOf(operator) }
      return service.app.inject({
        method,
        url,
        headers: {
          ...headers,
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { payload: 'reason=Un+essai' }),
      })
    }
    const doors = [
      ['/operations'],
      ['/operations/board/live'],
      ['/operations/board/notices'],
      ['/operations/deliveries/export.csv'],
      ['/operations/service/audit.csv'],
      ['/operations/customers/export', 'POST'],
      [`/operations/shops/${shop.shopId}/suspend`, 'POST'],
    ] as const
    const areShut = async () => {
      for (const [url, method] of doors) {
        const { statusCode, headers } = await ask(url, method)
        assert.deepEqual(
          [statusCode, headers.location],
          [303, '/console/account/second-factor?required'],
          url,
        )
      }
      assert.equal((await ask(`/console/shops/${shop.shopId}`)).statusCode, 403)
    }
    await areShut()
    const { secret } = await switchFactorOn(service, operator)
    assert.equal((await ask('/operations')).statusCode, 200)
    const older = new Map(operator.cookies)
    for (const line of await service.services.auth.beginSession(operator.accountId, 'Firefox')) {
      const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      operator.cookies.set(cookie, value)
    }
    assert.equal((await ask('/operations')).headers.location, '/console/sign-in?ended')
    for (const [name, value] of older) operator.cookies.set(name, value)
    service.clock.forward(60_000)
    const code = totpAt(secret, service.clock.now())
    const removed = await operator.post('/console/account/second-factor/remove', { code })
    assert.equal(removed.status, 200, removed.html)
    await areShut()
  } finally {
    await service.close()
  }
})
