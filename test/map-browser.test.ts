import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { TileType } from 'pmtiles'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { importDrawnCity } from './support/drawn-city.ts'
import { openService, type TestService } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { vectorTile, writePmtiles } from './support/pmtiles-file.ts'
import { until } from './support/until.ts'

/** Zoom, column and row of the tiles around Cotonou at the zooms that pages show at first. */
const tilesAround = (bytes: Uint8Array) =>
  [10, 11, 12, 13].flatMap((z) =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].map((down) => ({
        z,
        x: Math.floor(((2.41 + 180) / 360) * 2 ** z) + right,
        y: Math.floor((0.5 - Math.asinh(Math.tan((6.37 * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z) + down,
        bytes,
      })),
    ),
  )
const streets = vectorTile('roads', 'major_road', [
  [
    [0, 0],
    [4096, 4096],
  ],
  [
    [0, 4096],
    [4096, 0],
  ],
])

describe('the map of a city on a phone of 360 pixels', { skip: skipBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser?.close())

  async function visit(
    {
      env = {},
      hasMap = true,
      javaScriptEnabled = true,
    }: { env?: Record<string, string>; hasMap?: boolean; javaScriptEnabled?: boolean },
    use: (page: Page, requested: string[], service: TestService) => Promise<void>,
    expected = /^$/,
  ) {
    const service = await openService(await openAny(), env)
    try {
      if (hasMap) await importDrawnCity(service)
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION', {})
      const base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace(
        '127.0.0.1',
        'localhost',
      )
      const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', javaScriptEnabled })
      const [page, requested, complaints] = [await context.newPage(), [] as string[], [] as string[]]
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (line) => {
        if (line.type() === 'error' && !expected.test(line.text())) complaints.push(line.text())
      })
      page.on('request', (request) => requested.push(request.url().replace(base, '')))
      await page.goto(`${base}${pagePath(service, key)}`)
      await use(page, requested, service)
      assert.deepEqual(complaints, [])
      await context.close()
    } finally {
      await service.close()
    }
  }

  test('water, roads and names lie under the zones, and say whom they are from', async () => {
    await visit({}, async (page, requested) => {
      await waitForColour(page, '.leaflet-streets-pane canvas', [165, 207, 227])
      await waitForColour(page, '.leaflet-streets-pane canvas', [255, 255, 255])
      assert.equal(await page.innerText('.leaflet-control-attribution'), '© OpenStreetMap')
      const drawings = requested.filter((url) => url.startsWith('/map/drawings/'))
      assert.equal(drawings.length, 1)
      assert.equal(await page.locator('button.streets').count(), 0)
    })
  })

  test('typing suggests landmarks; one that is chosen brings the map there and fills the landmark', async () => {
    await visit({}, async (page) => {
      await page.fill('.near input', 'farmasi gezo')
      await page.click('.near li button')
      assert.equal(await page.inputValue('#landmark'), 'Près de Pharmacie Camp Guézo')
      assert.match(
        await page.innerText('.near [role=status]'),
        /^La carte montre Pharmacie Camp Guézo\. Touchez/,
      )
      assert.equal(await page.locator('.near li').count(), 0)
      assert.equal(await page.inputValue('#position'), '', 'a landmark is no door')

      await page.fill('.near input', 'zzzzzzzz')
      await untilTrue(
        page,
        "document.querySelector('.near [role=status]').textContent.startsWith('Aucun repère')",
      )
      await page.fill('.near input', 'dantok')
      await page.waitForSelector('.near li button')
      await page.press('.near input', 'Enter')
      assert.match(await page.innerText('.near [role=status]'), /Marché Dantokpa/)
      assert.equal(await page.inputValue('#landmark'), 'Près de Pharmacie Camp Guézo', 'what is there stays')
    })
  })

  test('without scripts the landmark is typed as before', async () => {
    await visit({ javaScriptEnabled: false }, async (page, requested) => {
      await page.fill('#landmark', 'Près de la Pharmacie Camp Guézo')
      await page.fill('#position', '6.37, 2.43')
      await page.click('button[value=price]')
      assert.match(await page.innerText('main'), /Pharmacie Camp Guézo/)
      assert.ok(requested.every((url) => !url.startsWith('/map/')))
    })
  })

  test('before anything is imported the sea and lagoons lie under the zones, and no field would find nothing', async () => {
    await visit({ hasMap: false }, async (page, requested) => {
      await page.waitForSelector('.leaflet-names-pane path.outlines', { state: 'attached' })
      await waitForColour(page, '.leaflet-streets-pane canvas', [165, 207, 227])
      assert.equal(await page.innerText('.leaflet-control-attribution'), '© OpenStreetMap')
      assert.equal(await page.locator('.near').count(), 0)
      assert.ok(
        requested.every((url) => url.startsWith('/') || url.startsWith('data:')),
        'nobody else is asked',
      )
    })
  })

  test('when the tile server is away the drawing and the zones take its place', async () => {
    const env = { MAP_TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' }
    await visit(
      { env },
      async (page) => {
        await waitForColour(page, '.leaflet-streets-pane canvas', [165, 207, 227])
        await page.waitForSelector('.leaflet-names-pane path.outlines', { state: 'attached' })
        assert.equal(await page.locator('.leaflet-tile-pane img').count(), 0)
      },
      /ERR_|Failed to load/,
    )
  })

  test('pictures of an archive are shown as the tiles of a server are', async () => {
    const archive = writePmtiles(tilesAround(plainPng({ width: 256, height: 256 })), {
      type: TileType.Png,
      attribution: '<a href="x">© OSM</a>',
    })
    await visit({ env: { MAP_ARCHIVE: archive } }, async (page, requested) => {
      await page.waitForSelector('.leaflet-tile-loaded')
      assert.ok(requested.some((url) => /^\/map\/\d+\/\d+\/\d+\?v=/.test(url)))
      assert.equal(await page.innerText('.leaflet-control-attribution'), '© OSM')
      assert.ok(requested.every((url) => !url.startsWith('/map/drawings')))
    })
  })

  test('streets in shapes come when they are asked for, and then take the place of the drawing', async () => {
    const archive = writePmtiles(tilesAround(streets), { type: TileType.Mvt, attribution: '© OSM' })
    await visit({ env: { MAP_ARCHIVE: archive } }, async (page, requested) => {
      await waitForColour(page, '.leaflet-streets-pane canvas', [165, 207, 227])
      assert.ok(
        requested.every((url) => !/protomaps|^\/map\/\d/.test(url)),
        'nothing of it before',
      )
      await page.click('button.streets')
      await page.waitForSelector('.leaflet-tile-pane canvas.leaflet-tile-loaded')
      await untilTrue(
        page,
        `document.querySelector('.leaflet-streets-pane canvas').getContext('2d')
        .getImageData(0, 0, 300, 300).data.every((value) => value === 0)`,
      )
      assert.ok(requested.some((url) => /^\/map\/\d+\/\d+\/\d+\?v=/.test(url)))
      assert.equal(await page.locator('button.streets').count(), 0)
      assert.match(await page.innerText('.leaflet-control-attribution'), /© OSM/)
    })
  })
})

/** Waits until some pixel of a canvas has a colour. */
const waitForColour = (page: Page, selector: string, [red, green, blue]: [number, number, number]) =>
  untilTrue(
    page,
    `(() => {
    const canvas = document.querySelector('${selector}')
    const pixels = canvas?.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data ?? []
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at] === ${red} && pixels[at + 1] === ${green} && pixels[at + 2] === ${blue}) return true
    return false
  })()`,
  )

/** Waits until an expression is true in the page, whose policy lets it evaluate no text by itself. */
const untilTrue = (page: Page, expression: string) =>
  until(async () => (await page.evaluate(expression)) === true, expression)
