import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { phoneName } from '../src/domain/accounts/account-name.ts'
import { addOperator } from '../src/domain/accounts/team/add-operator.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { openAlert } from '../src/domain/monitoring/alerts/alert-store.ts'
import { applicationOf } from './support/applicant-work.ts'
import { openBrowser, skipBrowser } from './support/browser.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { isWholeSuite, openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { assertKeyboardSuffices, enterAt, followAt, sendWith, tabTo, typeInto } from './support/keyboard.ts'
import { center, east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertZoomHolds, pagesFrom, someOf } from './support/page-crawl.ts'
import { codeSentTo } from './support/sign-in.ts'

const trip = { pickup: center, dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }
const operatorPhone = '+2290197000070'

test('an operator works with the keyboard alone, and at 200 %', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let waiting: TestShop
  let applicationId: string
  let key: DeliveryKey
  let browser: Browser
  let page: Page
  let address: string
  const faults: string[] = []

  before(async () => {
    service = await openService(await openAny())
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    const { db } = service.services
    await addOperator(service.services, { name: phoneName(operatorPhone), role: 'OPERATOR' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    waiting = await service.openShop({ name: 'Boutique en attente', approvedAt: null })
    applicationId = (await applicationOf(service)).id
    await bringTo(service, shop, 'DELIVERED')
    await bringTo(service, shop, 'IN_TRANSIT')
    key = await bringTo(service, shop, 'ASSIGNED')
    await courierAt(service, center, { firstName: 'Afi' })
    await courierAt(service, eastOfShop(800), { firstName: 'Codjo' })
    const facts = { city: 'Cotonou', waiting: 4, minutes: 12 }
    await db
      .transaction()
      .execute((trx) =>
        openAlert(trx, { kind: 'NO_COURIER', subject: 'cotonou', facts }, service.clock.now()),
      )
    browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' })
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error)))
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  await suite.test('they sign in', async () => {
    await page.goto(`${address}/operations`)
    await typeInto(page, '[name=name]', '01 97 00 00 70')
    await sendWith(page, 'Enter')
    await typeInto(page, '[name=code]', (await codeSentTo(service, operatorPhone)) ?? '')
    await sendWith(page, 'Enter')
    assert.match(page.url(), /\/operations$/)
  })

  await suite.test(
    'the skip link can be seen once it has the focus, and leads into the content',
    async () => {
      await enterAt(page, '.skip')
      assert.equal(await page.evaluate('document.activeElement.id'), 'main')
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.closest("main") !== null'), true)
    },
  )

  await suite.test('they open a delivery from the board and give it to another courier', async () => {
    await followAt(page, `#d-${key.id} a`)
    await followAt(page, 'main a[href$="/courier"]')
    await tabTo(page, '[name=courier]')
    await page.keyboard.press('ArrowDown')
    await typeInto(page, '#reason', 'Le premier est en panne')
    await sendWith(page, 'Enter')
    await page.getByText('Le premier est en panne').waitFor()
    assert.equal((await rowOf(service, key)).courier_first_name, 'Codjo')
  })

  await suite.test('they approve a shop', async () => {
    await followAt(page, '.nav [href="/operations/shops"]')
    await followAt(page, `main a[href$="/shops/${waiting.shopId}"]`)
    await followAt(page, 'form[action$="/approve"] button')
    await page.getByText('La boutique est approuvée').waitFor()
  })

  await suite.test('they approve a courier', async () => {
    await followAt(page, '.nav [href="/operations/couriers"]')
    await followAt(page, 'main a[href*="/couriers/applications"]')
    await followAt(page, `main a[href$="/${applicationId}"]`)
    await followAt(page, 'form[action$="/approve"] button')
    assert.match(page.url(), /done=/)
  })

  await suite.test('they change a tariff, try it on a trip and put it in force', async () => {
    await followAt(page, '.nav [href="/operations/cities"]')
    await followAt(page, 'main .rows a')
    await followAt(page, 'main a[href$="/tariff"]')
    await enterAt(page, '#draft summary')
    await typeInto(page, '[name=baseFcfa]', '900')
    await sendWith(page, 'Enter')
    await followAt(page, 'main a[href$="/tariff/trial"]')
    await typeInto(page, '[name=fromZone]', 'West')
    await typeInto(page, '[name=toZone]', 'East')
    await followAt(page, 'main form button')
    assert.match(((await page.locator('#quote').textContent()) ?? '').replaceAll(/\s/g, ' '), /\+400/)
    await followAt(page, 'a.back')
    await tabTo(page, 'form[action$="/tariff/put"] button')
    await sendWith(page, 'Space')
    assert.match(page.url(), /done=/)
    assert.equal((await shop.post('/quotes', trip)).body.price, 1000)
  })

  await suite.test(
    'at 200 % nothing is cut off, and in the whole suite the focus is seen on every page',
    async () => {
      const paths = await pagesFrom(page, { origin: address, prefix: '/operations' }, ['/operations'])
      assert.ok(paths.length >= 35, `only ${paths.length} pages: ${paths.join(' ')}`)
      await assertZoomHolds(page, address, someOf(paths))
      if (isWholeSuite) await assertKeyboardSuffices(page, address, paths)
    },
  )

  await suite.test('no script failed', () => assert.deepEqual(faults, []))
})
