import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { until } from './support/until.ts'

describe('“Je suis ici” on the pages of shops and operators', { skip: skipBrowser }, () => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let base: string
  before(async () => {
    service = await openService(await openAny(), { PUBLIC_URL: 'http://localhost' })
    shop = await service.openShop()
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  type Visitor = Awaited<ReturnType<typeof openConsole>>

  async function visit(
    visitor: Visitor,
    path: string,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    options: object = {},
  ) {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', ...options })
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: base })))
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(`${base}${path}`)
    await use(page, context)
    assert.deepEqual(complaints, [])
    await context.close()
  }

  const says = (page: Page, text: string) =>
    until(async () => (await page.innerText('.here + [role=status]')) === text, text)

  const places = async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    const operator = await openOperations(service)
    return [
      { visitor: owner, path: `/console/shops/${shop.shopId}/deliveries/new`, hasDetails: true },
      { visitor: owner, path: `/console/shops/${shop.shopId}/settings/addresses/new`, hasDetails: false },
      { visitor: operator, path: '/operations/cities/new', hasDetails: false },
    ]
  }

  test('takes the position of the phone, says how exact it is, and leaves the field to be changed', async () => {
    for (const { visitor, path, hasDetails } of await places())
      await visit(visitor, path, async (page, context) => {
        await context.grantPermissions(['geolocation'], { origin: base })
        await context.setGeolocation({ latitude: 6.371234, longitude: 2.431234, accuracy: 12 })
        if (hasDetails) await page.click('details:has([data-map]) > summary')
        await page.click('.here')
        await says(page, 'Position trouvée, à 12 m près.')
        assert.equal(await page.inputValue('#position'), '6.37123, 2.43123', path)
        await page.waitForSelector('.pin')
      })
  })

  test('a rough position moves the map and fills in nothing', async () => {
    for (const { visitor, path, hasDetails } of await places())
      await visit(visitor, path, async (page, context) => {
        await context.grantPermissions(['geolocation'], { origin: base })
        await context.setGeolocation({ latitude: 6.371234, longitude: 2.431234, accuracy: 1_400 })
        if (hasDetails) await page.click('details:has([data-map]) > summary')
        await page.waitForSelector('.leaflet-container')
        await page.click('.here')
        await says(
          page,
          'Position trouvée, mais seulement à 1,4 km près. Touchez l’endroit exact sur la carte.',
        )
        assert.equal(await page.inputValue('#position'), '')
        await page.waitForSelector('path.accuracy')
      })
  })

  test('where it is refused the page says where to allow it, and without scripts there is no button', async () => {
    for (const { visitor, path, hasDetails } of await places()) {
      await visit(visitor, path, async (page, context) => {
        await context.clearPermissions()
        await context.grantPermissions([], { origin: base })
        if (hasDetails) await page.click('details:has([data-map]) > summary')
        await page.click('.here')
        await says(
          page,
          'La position est refusée à cette page. Autorisez-la dans les réglages du navigateur, ou touchez la carte.',
        )
        await page.fill('#position', '6.37, 2.43')
        assert.equal(await page.isEnabled('.here'), true)
      })
      await visit(
        visitor,
        path,
        async (page) => {
          assert.equal(await page.locator('.here').count(), 0)
          assert.equal(await page.locator('#position').count(), 1)
        },
        { javaScriptEnabled: false },
      )
    }
  })
})
