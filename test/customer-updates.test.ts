import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { limits } from '../src/contract/limits.ts'
import { setCourierPortrait } from '../src/domain/couriers/portrait/set-courier-portrait.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { setShopLogo } from '../src/domain/shops/appearance/set-shop-logo.ts'
import { importZones } from '../src/domain/zones/import-zones.ts'
import { areaSquareMeters, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import { findCities } from '../src/domain/zones/zone-store.ts'
import { courierAt } from './support/courier-work.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { pageWeight } from './support/page-weight.ts'
import { plainPng } from './support/pictures.ts'
import { until } from './support/until.ts'

/** The largest size of a page without map tiles, in bytes over the wire. */
/** Browsers that take no brotli are from before 2017. */
const heaviest = (encoding: string) => (encoding.includes('br') ? 60 : 70) * 1024

let service: TestService
let shop: TestShop
let base: string
before(async () => {
  service = await openService(await openAny())
  base = await service.app.listen({ host: '127.0.0.1', port: 0 })
  shop = await service.openShop()
})
after(() => service.close())

type Followed = { status: number; events: EventSourceMessage[]; isOver: boolean; disconnect(): void }

/** Follows a delivery as a page does. */
async function follow(key: DeliveryKey, headers: Record<string, string> = {}): Promise<Followed> {
  const controller = new AbortController()
  const response = await fetch(`${base}${pagePath(service, key)}/updates`, {
    headers,
    signal: controller.signal,
  })
  const followed: Followed = {
    status: response.status,
    events: [],
    isOver: false,
    disconnect: () => controller.abort(),
  }
  const parser = createParser({ onEvent: (event) => followed.events.push(event) })
  void (async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text)
  })()
    .catch(() => {})
    .finally(() => {
      followed.isOver = true
    })
  return followed
}

const updatesIn = ({ events }: Followed) =>
  events.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data))

describe('updates of a delivery', () => {
  test('a page whose link was ended by a new phone gets no more updates, and the new link does', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const page = await follow(key)
    await until(() => page.events.length === 1, 'the first update')
    await shop.patch(`/deliveries/${key.id}`, { customer: { phone: '0197000042' } })
    await until(() => page.isOver, 'the end of the updates')
    assert.deepEqual(page.events.at(-1)?.event, 'end')
    assert.equal((await follow(key)).status, 404)
    const { trackingUrl } = (await shop.get(`/deliveries/${key.id}`)).body
    assert.equal((await fetch(`${base}${new URL(trackingUrl).pathname}`)).status, 200)
  })

  test('the updates of a delivery are sent as they happen, each once, until the delivery ends', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const page = await follow(key)
    assert.equal(page.status, 200)
    await until(() => page.events.length === 1, 'the first update')
    const { version } = await rowOf(service, key)
    assert.deepEqual(updatesIn(page), [{ version, seen: null, arrival: '', courier: null }])

    const id = await courierAt(service, center)
    await assignCourier(service.services, key, { ...courier, id })
    await until(() => page.events.length === 2, 'the courier')
    await reportPosition(service.services, id, { lat: 6.371, lng: 2.429, accuracyMeters: 8 })
    service.clock.set('2026-11-21T10:01:00.000Z')
    await reportPosition(service.services, id, { lat: 6.37, lng: 2.4291, accuracyMeters: 8 })
    await until(() => updatesIn(page).at(-1)?.courier?.[1] === 2.4291, 'the courier who comes nearer')
    assert.deepEqual(updatesIn(page).at(-1), {
      version: version + 1,
      seen: 'Vu à 11:01, à 100\u00a0m de chez vous.',
      arrival: '',
      courier: [6.37, 2.4291],
    })

    await act(service, key, 'cancel')
    await until(() => page.isOver, 'the end')
    assert.equal(updatesIn(page).at(-1).version, version + 2)
    assert.equal(updatesIn(page).at(-1).courier, null)
    assert.equal(page.events.at(-1)?.event, 'end')
  })

  test('the updates of a delivery hold no code, no name and no phone number', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const page = await follow(key, { 'accept-language': 'en' })
    await until(() => page.events.length === 1, 'the first update')
    assert.deepEqual(Object.keys(updatesIn(page)[0]), ['version', 'seen', 'arrival', 'courier'])
    page.disconnect()
  })

  test('a delivery that has ended has no updates, and a 204 keeps its pages from reconnecting', async () => {
    const { status } = await follow(await bringTo(service, shop, 'CANCELLED'))
    assert.equal(status, 204)
  })

  test('the updates of a delivery go to at most four pages, and a fifth closes the oldest', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const pages: Followed[] = []
    for (let count = 0; count < 5; count += 1) pages.push(await follow(key))
    await until(() => pages[0]?.isOver === true, 'the oldest to give way')
    assert.equal(pages[0]?.events.at(-1)?.event, 'end')
    await until(() => pages.slice(1).every(({ events }) => events.length === 1), 'the others’ updates')
    assert.ok(pages.slice(1).every(({ isOver }) => !isOver))
    for (const page of pages) page.disconnect()
  })

  test('the updates of a delivery end without an end event when the service stops', async () => {
    const other = await openService(await openAny())
    const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
    const key = await bringTo(other, await other.openShop(), 'SEARCHING_COURIER')
    const response = await fetch(`${address}${pagePath(other, key)}/updates`)
    const reading = response.text()
    await other.close()
    assert.doesNotMatch(await reading, /event: end/)
  })
})

/** A delivery whose page has a map: the courier has been seen, where there is one. */
async function withCourierInSight(
  of: TestShop,
  status: 'AWAITING_LOCATION' | 'IN_TRANSIT',
  courierId?: string,
): Promise<DeliveryKey> {
  const key = await bringTo(service, of, status)
  if (status === 'AWAITING_LOCATION') return key
  await service.services.db
    .updateTable('deliveries')
    .set({ courier_id: courierId ?? (await courierAt(service, center)) })
    .where('deliveries.id', '=', key.id)
    .execute()
  return key
}

describe('the size of the customer’s page, over the wire and with headers', () => {
  before(() => drawLargeCity(service))

  for (const encoding of ['gzip', 'gzip, deflate, br']) {
    for (const status of ['AWAITING_LOCATION', 'IN_TRANSIT'] as const) {
      test(`the page of a delivery that is ${status} is at most ${heaviest(encoding) / 1024} KB with ${encoding}, even in a large city`, async (t) => {
        const key = await withCourierInSight(shop, status)
        const path = pagePath(service, key)
        const { weight, assets, services } = await pageWeight(base, path, encoding)
        const each = services.map((part) => `${part.name} ${part.weight}`)
        t.diagnostic(`${weight} bytes: ${each.join(', ')}`)
        assert.ok(weight <= heaviest(encoding), `${weight} bytes`)
        assert.equal(assets.length, 4)
      })

      test(`with the heaviest logo the page of a delivery that is ${status} is at most ${heaviest(encoding) / 1024} KB with ${encoding}`, async (t) => {
        const branded = await service.openShop()
        const noise = limits.logoBytes - plainPng({ noise: 1 }).length + 1
        await setShopLogo(service.services, branded.shopId, plainPng({ noise }))
        const key = await withCourierInSight(branded, status)
        const { weight, assets } = await pageWeight(base, pagePath(service, key), encoding)
        t.diagnostic(`${weight} bytes`)
        assert.ok(weight <= heaviest(encoding), `${weight} bytes`)
        // Without brotli the page has no room for a logo.
        assert.equal(assets.length, encoding.includes('br') ? 5 : 4)
      })
    }

    test(`with the heaviest picture of the courier and the heaviest logo the page is at most ${heaviest(encoding) / 1024} KB with ${encoding}`, async (t) => {
      const branded = await service.openShop()
      const noise = limits.logoBytes - plainPng({ noise: 1 }).length + 1
      await setShopLogo(service.services, branded.shopId, plainPng({ noise }))
      const courierId = await courierAt(service, center)
      await setCourierPortrait(service.services, courierId, plainPng({ noise }))
      const key = await withCourierInSight(branded, 'IN_TRANSIT', courierId)
      const { weight, assets } = await pageWeight(base, pagePath(service, key), encoding)
      t.diagnostic(`${weight} bytes`)
      assert.ok(weight <= heaviest(encoding), `${weight} bytes`)
      const pictures = assets.filter((each) => !each.startsWith('/assets/')).map((each) => each.split('/')[1])
      assert.deepEqual(pictures, encoding.includes('br') ? ['p'] : [])
    })
  }
})

/** A hundred and fifty zones in Cotonou, of two hundred positions each. */
async function drawLargeCity({ services }: TestService): Promise<void> {
  const drafts = Array.from({ length: 150 }, (_, index) => {
    const [lng, lat] = [2.3 + (index % 15) * 0.02, 6.33 + Math.floor(index / 15) * 0.02]
    const ring = Array.from({ length: 200 }, (_, step) => {
      const [angle, radius] = [(step / 100) * Math.PI, 0.007 + 0.001 * Math.sin(step * 7 + index)]
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
    })
    const shape: ZoneShape = [[[...ring, ring[0] ?? []]]]
    const name = `${namesLikeOurs[index % 25]}-${namesLikeOurs[Math.floor(index / 6)]}`
    return { name, shape, areaSquareMeters: areaSquareMeters(shape), center: { lng, lat } }
  })
  const cityId = (await findCities(services.db, 'Cotonou'))[0]?.id ?? ''
  await importZones(services, { cityId, drafts, priority: 0, replaceOthers: true, isDryRun: false })
  await services.pricing.map.reload()
}

/** Words for names of neighbourhoods that are as long as real ones, and as hard to compress. */
const namesLikeOurs =
  'Agla Vodjè Kpota Fidjrossè Zogbo Gbègamey Cadjèhoun Akpakpa Dédokpo Sènadé Mènontin Houé Ayélawadjè Tankpè Godomey Wologuèdè Jéricho Kindonou Ahouan Yénawa Sikè Tokplé Gankon Avotrou Minfonfon'.split(
    ' ',
  )
