import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { courierAt, eastOfShop, searchOnce } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { sequenceAll } from './support/event-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { until } from './support/until.ts'

test('a delivery on the operator’s pages in a browser', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let context: BrowserContext
  let base: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    base = await service.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
    context = await browser.newContext(phone)
    await context.addCookies([...dispatcher.cookies].map(([name, value]) => ({ name, value, url: base })))
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  await suite.test('a courier is chosen by touching them on the map, and the page follows them', async () => {
    await courierAt(service, eastOfShop(300), { firstName: 'Afi' })
    const far = await courierAt(service, eastOfShop(2_500), { firstName: 'Codjo' })
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await searchOnce(service)
    const page = await context.newPage()
    await page.goto(`${base}/operations/deliveries/${key.id}`)
    await page.getByText('Choisir un livreur').click()
    await page.getByTitle('Codjo Ahouansou').click()
    assert.equal(await page.locator(`#courier-${far}`).isChecked(), true)
    await page.fill('#reason', 'Afi ne répond pas')
    await page.getByRole('button', { name: 'Donner la course' }).click()
    await page.getByText('Le livreur est choisi.').waitFor()
    assert.equal((await rowOf(service, key)).courier_id, far)

    await sequenceAll(service.services)
    service.clock.forward(1_000)
    await pickUpParcel(service.services, key, (await rowOf(service, key)).pickup_code)
    await until(async () => {
      await sequenceAll(service.services)
      return (await page.locator('h1 + .st').textContent()) === 'En livraison'
    }, 'the page to say that the parcel is under way')
    await page.close()
  })

  await suite.test('the pages fit a phone and a desk', async () => {
    const input = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000, collection: 'DIRECT' } }
    const [searching, carried] = [
      await bringTo(service, shop, 'SEARCHING_COURIER'),
      await bringTo(service, shop, 'IN_TRANSIT', input),
    ]
    await searchOnce(service)
    for (const width of [360, 1440])
      for (const address of [`${searching.id}`, `${searching.id}/courier`, `${carried.id}`]) {
        const page = await context.newPage()
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${base}/operations/deliveries/${address}`)
        const wide = await page.evaluate('document.documentElement.scrollWidth')
        assert.ok(Number(wide) <= width, `${address} is ${wide} pixels wide on ${width}`)
        await page.close()
      }
  })
})
