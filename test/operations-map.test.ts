import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importMap } from '../src/domain/maps/import-map.ts'
import { readLandmarks, readMapFacts } from '../src/domain/maps/map-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { openPage, pagePath } from './support/customer-visit.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { drawnCity, importDrawnCity } from './support/drawn-city.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { writeBytes } from './support/osm-file.ts'
import { sendFiles } from './support/send-file.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let href: string
  let cityId: string
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
    href = `/operations/cities/${cityId}/map`
  })
  after(() => service.close())

  const upload = (bytes: Buffer, fields: Record<string, string> = { attribution: '© OpenStreetMap' }) =>
    sendFiles(service, operator, href, {
      fields,
      files: { file: { name: 'x', type: 'application/octet-stream', bytes } },
    })

  test('an operator imports the map of a city, sees what was imported, and removes it', async () => {
    assert.match(textOf(await operator.open(href)), /Rien n’est encore importé/)
    const page = await upload(Buffer.from(drawnCity()))
    assert.equal(page.status, 200)
    assert.match(
      textOf(page),
      /La carte est importée\. .* Fichier Cotonou\.geojson Importée .* Repères 4 Rues et eaux dessinées 12 Source © OpenStreetMap/,
    )
    assert.match(page.html, /data-map="[^"]*\/map\/drawings\//)
    const removed = await operator.submit(page, `${href}/remove`)
    assert.match(textOf(removed), /La carte est retirée\..*Rien n’est encore importé/)
    assert.deepEqual(await readLandmarks(service.services.db, cityId), [])
    const again = await operator.post(`${href}/remove`, {})
    assert.equal(again.status, 404)
  })

  test('what is no map is refused beside its field, and keeps what was typed', async () => {
    const typed = { attribution: '© Mairie de Cotonou' }
    const refusals: [Buffer, RegExp][] = [
      [
        Buffer.from('pas une carte'),
        /La carte de Cotonou reste comme elle est : le fichier n’est ni un extrait/,
      ],
      [Buffer.alloc(0), /Choisissez un fichier/],
      [Buffer.from('{"type":"FeatureCollection","features":[]}'), /n’a rien dans cette ville/],
      [Buffer.alloc(32 * 1024 * 1024 + 1, 32), /Ce fichier dépasse 32 Mo/],
    ]
    for (const [bytes, says] of refusals) {
      const page = await upload(bytes, typed)
      assert.equal(page.status, 422)
      assert.match(textOf(page), says)
      assert.match(page.html, /value="© Mairie de Cotonou"/)
    }
    const unnamed = await upload(Buffer.from(drawnCity()), { attribution: ' \u200b ' })
    assert.match(textOf(unnamed), /De 1 à 200 caractères/)
    assert.deepEqual(await readMapFacts(service.services.db), [])
  })

  test('a dispatcher does not see the page, and neither does a shop', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER', name: 'Codjo' })
    assert.equal((await dispatcher.open(href)).status, 403)
    const shop = await service.openShop()
    const owner = await openConsole(service, { shopId: shop.shopId })
    assert.notEqual((await owner.open(href)).status, 200)
  })

  test('customers, shops and dispatchers find landmarks, each in the own city and language, and nobody else does', async () => {
    await importDrawnCity(service)
    const shop = await service.openShop()
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', {})
    const path = pagePath(service, key)
    const search = (url: string, q: string, headers = {}) =>
      service.app.inject({ url: `${url}?${new URLSearchParams({ q })}`, headers })

    const found = await search(`${path}/landmarks`, 'farmasi gezo')
    assert.deepEqual(found.json(), {
      landmarks: [{ name: 'Pharmacie Camp Guézo', kind: 'pharmacie', at: [6.373, 2.415] }],
    })
    const english = await search(`${path}/landmarks`, 'dantokpa', { 'accept-language': 'en' })
    assert.equal(english.json().landmarks[0].kind, 'market')
    const owner = await openConsole(service, { shopId: shop.shopId })
    const behindSignIn: [ConsoleVisitor, string][] = [
      [operator, `/operations/landmarks/${cityId}`],
      [owner, `/console/shops/${shop.shopId}/landmarks/${cityId}`],
    ]
    for (const [visitor, url] of behindSignIn) {
      const found = await visitor.open(`${url}?q=etoile`)
      assert.equal(found.status, 200, url)
      assert.equal(JSON.parse(found.html).landmarks[0].name, 'Étoile Rouge')
    }

    for (const url of [
      `/p/${'x'.repeat(60)}/landmarks`,
      `/operations/landmarks/${cityId}`,
      `/console/shops/${shop.shopId}/landmarks/${cityId}`,
    ])
      assert.doesNotMatch((await search(url, 'etoile')).payload, /Étoile/)
    const hostile = [
      '',
      ' ',
      '%00',
      "'; drop table landmarks; --",
      'é'.repeat(5_000),
      '\ud800',
      '.*',
      '😀😀😀',
    ]
    for (const q of hostile) {
      const answer = await search(`${path}/landmarks`, q)
      assert.ok([200, 414].includes(answer.statusCode), `${q.slice(0, 20)}: ${answer.statusCode}`)
    }
    const twice = await service.app.inject({ url: `${path}/landmarks?q=etoile&q=etoile` })
    assert.deepEqual(twice.json(), { landmarks: [] })
    assert.deepEqual((await service.app.inject({ url: `${path}/landmarks` })).json(), { landmarks: [] })
    assert.match(String((await openPage(service, key)).body), /\/landmarks\?q/)
  })

  test('a drawing is kept by browsers for ever, and one that was replaced is gone', async () => {
    await importDrawnCity(service)
    const facts = service.services.maps.factsOf(cityId)
    const url = `/map/drawings/${cityId}/${facts?.drawingSha256.slice(0, 16)}`
    for (const encoding of ['br', 'gzip']) {
      const drawing = await service.app.inject({ url, headers: { 'accept-encoding': encoding } })
      assert.deepEqual(
        [drawing.statusCode, drawing.headers['content-encoding'], drawing.headers['cache-control']],
        [200, encoding, 'public, max-age=31536000, immutable'],
      )
    }
    const file = writeBytes('small.geojson', drawnCity().replace('trunk', 'path'))
    await importMap(service.services, { cityId, path: file, fileName: 'small', attribution: '©' })
    await service.services.maps.copy.reload()
    const wrong = [
      url,
      `/map/drawings/${cityId}/`,
      `/map/drawings/${cityId}/0123456789abcdef`,
      `/map/drawings/${cityId}/..%2f..%2fetc`,
      `/map/drawings/0198c0de-0000-7000-8000-000000000000/${facts?.drawingSha256}`,
      `/map/drawings/nobody/${facts?.drawingSha256}`,
    ]
    for (const each of wrong) assert.equal((await service.app.inject({ url: each })).statusCode, 404, each)
  })
})

test('searches of one link are bounded like other visits', async () => {
  const service = await openService(await openAny(), { VISITS_PER_SECOND: '3' })
  try {
    await importDrawnCity(service)
    const shop = await service.openShop()
    const path = pagePath(service, await bringTo(service, shop, 'AWAITING_LOCATION', {}))
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => service.app.inject({ url: `${path}/landmarks?q=pharmacie` })),
    )
    const counts = Object.groupBy(answers, ({ statusCode }) => statusCode)
    assert.deepEqual([counts[200]?.length, counts[429]?.length], [10, 30])
  } finally {
    await service.close()
  }
})
