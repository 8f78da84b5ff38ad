import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { openAny } from './support/databases.ts'
import {
  center,
  east,
  openService,
  outskirts,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'

/** From the centre of West to that of East: 2.21 km as the crow flies, times 1.3. */
const greatCircle = { price: 600, distanceMeters: 2873, distanceSource: 'GREAT_CIRCLE' }

/** 4,310.4 m by road: 500 for the first two km, and three started ones at 100. */
const byRoad = { price: 800, distanceMeters: 4310, distanceSource: 'ROUTING_SERVER' }

describe('trips measured by a routing server (decision 27)', () => {
  let service: TestService
  let shop: TestShop
  let router: Server
  /** What the routing server does with the next requests, and the paths it was asked for. */
  let reply: RequestListener
  let asked: string[]

  before(async () => {
    router = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      reply(request, response)
    }).listen(0, '127.0.0.1')
    await once(router, 'listening')
    service = await openService(await openAny(), { ROUTING_URL: `${addressOf(router)}/osrm/` })
    shop = await service.openShop()
  })
  beforeEach(() => {
    asked = []
    reply = answering(route(4310.4))
    service.logged.length = 0
  })
  after(async () => {
    await service.close()
    router.closeAllConnections()
    await once(router.close(), 'close')
  })

  /** The price of a quote, and the working of the same trip, each of which asks the routing server. */
  async function measured(to = east) {
    const quote = await shop.post('/quotes', { dropoff: to, parcelSize: 'SMALL', paymentMode: 'PREPAID' })
    assert.equal(quote.status, 200, JSON.stringify(quote.body))
    const { price, distanceMeters, distanceSource } = await explained(service, to)
    assert.equal(quote.body.price, price)
    return { price, distanceMeters, distanceSource }
  }

  test('the routing server’s distance is used in the price and shown in its working', async () => {
    assert.deepEqual(await measured(), byRoad)
    const path = 'GET /osrm/route/v1/driving/2.41,6.37;2.43,6.37?overview=false'
    assert.deepEqual(asked, [path, path])
    assert.deepEqual(reportedErrors(service), [])
  })

  test('the routing server’s distance is used in the price of a delivery', async () => {
    const made = await shop.order({ dropoff: east })

    assert.equal(made.status, 201)
    assert.equal(made.body.price, 800)
    assert.equal(made.body.priceIsEstimate, false)
    assert.equal(asked.length, 1)
  })

  test('the routing server’s distance is used for surcharges by the kilometre too', async () => {
    service.clock.set('2026-11-21T21:00:00.000Z')
    const { price } = await explained(service, east)
    service.clock.set('2026-11-21T10:00:00.000Z')

    assert.equal(price, 800 + 250, '200 and 5 started km at 10')
  })

  test('a distance of zero from the routing server is accepted', async () => {
    reply = answering(route(0))
    assert.deepEqual(await measured(), { price: 500, distanceMeters: 0, distanceSource: 'ROUTING_SERVER' })
  })

  test('unknown fields in the routing server’s response are ignored', async () => {
    reply = answering({ ...route(4310.4), waypoints: [{ name: 'Rue 12' }, { name: '' }] })
    assert.deepEqual(await measured(), byRoad)
  })

  test('an estimate, which has no destination yet, does not call the routing server (decision 28)', async () => {
    const quote = await shop.post('/quotes', { parcelSize: 'SMALL', paymentMode: 'PREPAID' })

    assert.equal(quote.body.price, 550)
    assert.deepEqual(asked, [])
  })

  test('a trip that is refused does not call the routing server', async () => {
    const far = { lat: 0, lng: 0 }
    const quote = await shop.post('/quotes', { dropoff: far, parcelSize: 'SMALL', paymentMode: 'PREPAID' })

    assert.equal(quote.body.code, 'OUT_OF_ZONE')
    assert.deepEqual(asked, [])
  })

  describe('the great-circle distance as a replacement', () => {
    const replies: Record<string, RequestListener> = {
      'no route': answering({ code: 'NoRoute', message: 'Impossible route between points' }, 400),
      'an empty list of routes': answering({ code: 'Ok', routes: [] }),
      'a route without a distance': answering({ code: 'Ok', routes: [{ duration: 300 }] }),
      'a distance in words': answering({ code: 'Ok', routes: [{ distance: '4310.4' }] }),
      'a negative distance': answering(route(-1)),
      'an infinite distance': raw('{"code":"Ok","routes":[{"distance":1e999}]}'),
      'routes that are no list': answering({ code: 'Ok', routes: 'none' }),
      null: raw('null'),
      'a web page': raw('<html><body>Welcome</body></html>'),
      'an empty response': raw(''),
      'half a response': raw('{"code":"Ok","routes":[{"distance":43'),
      'a failure of the routing server': answering({ message: 'Internal Server Error' }, 500),
      'a distance in an error response': answering(route(4310.4), 500),
      'a closed connection': (_, response) => void response.destroy(),
      'a connection that is closed midway': (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"code":"Ok",', () => response.destroy())
      },
    }
    for (const [called, listener] of Object.entries(replies)) {
      test(`the great-circle distance is used for ${called}, and a warning is logged`, async () => {
        reply = listener
        assert.deepEqual(await measured(), greatCircle)
        assert.equal(asked.length, 2)
        assertWarned(service, 2)
      })
    }

    test('the great-circle distance is used for a redirect, which is not followed, and a warning is logged', async () => {
      const other: string[] = []
      const elsewhere = createServer((request, response) => {
        other.push(request.url ?? '')
        answering(route(4310.4))(request, response)
      }).listen(0, '127.0.0.1')
      await once(elsewhere, 'listening')
      reply = (request, response) =>
        void response.writeHead(302, { location: `${addressOf(elsewhere)}${request.url}` }).end()

      assert.deepEqual(await measured(), greatCircle)
      assert.deepEqual(other, [])
      assertWarned(service, 2)
      await once(elsewhere.close(), 'close')
    })

    const slow: Record<string, (response: ServerResponse) => void> = {
      'does not respond': () => {},
      'never ends its response': (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"code":"Ok","routes":[')
      },
    }
    for (const [called, stall] of Object.entries(slow)) {
      test(`the great-circle distance is used after 1.5 s for a routing server that ${called}`, {
        timeout: 20_000,
      }, async () => {
        let hungUp: Promise<unknown> | undefined
        reply = (_, response) => {
          hungUp = once(response, 'close')
          stall(response)
        }
        const start = performance.now()

        assert.deepEqual(await explained(service, east), greatCircle)

        const took = performance.now() - start
        assert.ok(took > 1_400, `It took ${Math.round(took)} ms.`)
        assertWarned(service, 1)
        await hungUp
      })
    }

    test('requests that wait for the routing server hold up no other request', {
      timeout: 20_000,
    }, async () => {
      const arrived = Promise.withResolvers<void>()
      reply = () => arrived.resolve()
      const waiting = shop.order({ dropoff: east })
      await arrived.promise
      let isPriced = false
      const priced = waiting.then(() => {
        isPriced = true
      })

      assert.equal((await shop.get('/deliveries')).status, 200)
      assert.equal((await shop.post('/quotes', { parcelSize: 'SMALL', paymentMode: 'PREPAID' })).status, 200)

      assert.ok(!isPriced, 'the others were answered while it waited')
      await priced
      assert.equal((await waiting).body.price, 600)
    })

    test('the routing server’s distance is used again once it responds correctly', async () => {
      reply = answering({ code: 'NoRoute' }, 400)
      assert.deepEqual(await measured(outskirts), {
        price: 1100,
        distanceMeters: 7228,
        distanceSource: 'GREAT_CIRCLE',
      })
      reply = answering(route(4310.4))
      assert.deepEqual(await measured(outskirts), byRoad)
    })
  })
})

test('the great-circle distance is used and a warning logged when the routing server is down (decision 27)', async () => {
  const service = await openService(await openAny(), {
    ROUTING_URL: `http://127.0.0.1:${await freePort()}`,
  })

  assert.deepEqual(await explained(service, east), greatCircle)
  assertWarned(service, 1)
  await service.close()
})

test('a name and password in the routing server’s address go in a header, and in no log (decision 27)', async () => {
  const authorizations: (string | undefined)[] = []
  const replies = [answering(route(4310.4)), answering({ code: 'NoRoute' }, 400)]
  const router = createServer((request, response) => {
    authorizations.push(request.headers.authorization)
    replies.shift()?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(router, 'listening')
  const service = await openService(await openAny(), {
    ROUTING_URL: addressOf(router).replace('//', '//colis:s%40cret@'),
  })

  assert.deepEqual(await explained(service, east), byRoad)
  assert.deepEqual(await explained(service, east), greatCircle)
  const basic = `Basic ${Buffer.from('colis:s@cret').toString('base64')}`
  assert.deepEqual(authorizations, [basic, basic])
  assertWarned(service, 1)
  assert.equal(/s(%40|@)cret/.test(service.logged.join('')), false)
  await service.close()
  await once(router.close(), 'close')
})

test('without ROUTING_URL no routing server is called and nothing is logged (decision 27)', async () => {
  const service = await openService(await openAny())

  assert.deepEqual(await explained(service, east), greatCircle)
  assert.deepEqual(reportedErrors(service), [])
  await service.close()
})

/** The price and the working of a trip from the centre, as `colis quotes explain` shows them. */
async function explained(service: TestService, to: typeof east) {
  const { stdout, stderr } = await runCommandLine(
    ['quotes', 'explain', '--from', `${center.lat},${center.lng}`, '--to', `${to.lat},${to.lng}`, '--json'],
    { services: async () => service.services, folder: '.' },
  )
  assert.equal(stderr, '')
  const { priceFcfa, distanceMeters, distanceSource } = JSON.parse(stdout)
  return { price: priceFcfa, distanceMeters, distanceSource }
}

/** An answer of OSRM with one route of this length. */
function route(distance: number): object {
  return {
    code: 'Ok',
    routes: [{ legs: [], weight_name: 'routability', weight: 300, duration: 300, distance }],
  }
}

function answering(body: object, status = 200): RequestListener {
  return (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function raw(body: string): RequestListener {
  return (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** What was logged as a warning or worse: level and message. */
function reportedErrors({ logged }: TestService) {
  return logged
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= 40)
    .map(({ level, msg }) => ({ level, msg }))
}

function assertWarned(service: TestService, times: number): void {
  const warning = {
    level: 40,
    msg: 'The routing server returned no distance; the great-circle distance was used.',
  }
  assert.deepEqual(reportedErrors(service), Array(times).fill(warning))
}
