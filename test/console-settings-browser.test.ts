import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { limits } from '../src/contract/limits.ts'
import { listLinkShares } from '../src/domain/deliveries/sharing/link-share-store.ts'
import { findLogo } from '../src/domain/shops/appearance/shop-logo-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { pngOf } from './support/pictures.ts'
import { until } from './support/until.ts'

test('the settings and the sharing of a link in a browser', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let context: BrowserContext
  let base: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    const owner = await openConsole(service, { shopId: shop.shopId })
    base = await service.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
    context = await browser.newContext(phone)
    await context.route(/wa\.me/, (route) => route.fulfill({ body: 'WhatsApp' }))
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: base })))
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  const openPage = async (path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${base}/console/shops/${shop.shopId}${path}`)
    return page
  }

  await suite.test('a photo that is too heavy for a logo is made smaller before it is sent', async () => {
    const page = await openPage('/settings/appearance')
    const pixels = randomFillSync(Buffer.alloc(900 * 901))
    // No filter: each line is its greys.
    for (let line = 0; line < 900; line += 1) pixels[line * 901] = 0
    const photo = pngOf({ width: 900, height: 900, compressed: deflateSync(pixels) })
    assert.ok(photo.length > 50 * limits.logoBytes)
    await page.setInputFiles('#logo', { name: 'photo.png', mimeType: 'image/png', buffer: photo })
    await page.getByText('photo.png est réduite et prête à être envoyée.').waitFor()
    await page.getByRole('button', { name: 'Envoyer ce logo' }).click()
    await page.getByText('Le nouveau logo est en place.').waitFor()
    const logo = await findLogo(service.services.db, shop.shopId)
    assert.ok(logo && logo.bytes.length <= limits.logoBytes)
    assert.equal(
      await page.locator('.shop img').evaluate((img: { naturalWidth: number }) => img.naturalWidth > 0),
      true,
    )
    await page.close()
  })

  await suite.test('a tap on the map writes the position of an address', async () => {
    const page = await openPage('/settings/addresses/new')
    await page.fill('#label', 'Dépôt')
    await page.locator('.leaflet-container').click({ position: { x: 100, y: 100 } })
    assert.match(await page.inputValue('#position'), /^6\.\d+, 2\.\d+$/)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('L’adresse est ajoutée.').waitFor()
    await page.close()
  })

  await suite.test('opening WhatsApp with the link records that it was sent, and says so', async () => {
    const made = await shop.order()
    const page = await openPage(`/deliveries/${made.body.id}`)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'WhatsApp' }).click()
    assert.match((await opened).url(), /^https:\/\/wa\.me\/2290197000001\?text=/)
    await page.getByText('C’est noté : envoyé par WhatsApp.').waitFor()
    const key = { shopId: shop.shopId, id: made.body.id as string }
    await until(async () => (await listLinkShares(service.services.db, key)).length === 1, 'the share')
    await page.close()
  })
})
