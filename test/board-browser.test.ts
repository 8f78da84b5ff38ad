import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { openAlert } from '../src/domain/monitoring/alerts/alert-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { until } from './support/until.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const desk = { viewport: { width: 1440, height: 900 }, locale: 'fr-FR' } as const

test('the board follows what is under way in a browser', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string
  let cookies: Parameters<BrowserContext['addCookies']>[0]
  let page: Page
  let key: DeliveryKey
  const faults: string[] = []

  before(async () => {
    service = await openService(await openAny())
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    shop = await service.openShop({ name: 'Chez Afi' })
    key = await bringTo(service, shop, 'SEARCHING_COURIER')
    browser = await openBrowser()
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    cookies = [...dispatcher.cookies].map(([name, value]) => ({ name, value, url: address }))
    page = await openPage(desk)
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  async function openPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await browser.newContext(options)
    await context.addCookies(cookies)
    const opened = await context.newPage()
    opened.on('pageerror', (error) => faults.push(String(error)))
    opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    opened.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    await opened.goto(`${address}/operations`)
    return opened
  }
  const live = (of: Page) => of.getByText('En direct').waitFor()

  await suite.test(
    'a delivery becomes late: the title counts it, its line says why, and it is heard',
    async () => {
      await live(page)
      assert.equal(await page.title(), 'En cours · Exploitation')
      await page.getByRole('button', { name: 'Activer le son' }).click()
      await page.getByRole('button', { name: 'Son activé' }).waitFor()
      service.clock.forward(12 * 60_000)
      const row = page.locator(`#d-${key.id}.late`)
      await row.waitFor()
      assert.equal(await row.locator('.c-age b').textContent(), '+2 min')
      assert.equal(await row.locator('.c-stat .what').textContent(), 'Aucun livreur')
      assert.equal(await page.title(), '(1) En cours · Exploitation')
      assert.match((await page.locator('#board-news').textContent()) ?? '', /Chez Afi.*Aucun livreur/)
      assert.equal(await page.locator('#board').getAttribute('data-heard'), '2')
    },
  )

  await suite.test('a new delivery comes without loading the page again, below what is late', async () => {
    const link = page.locator(`#d-${key.id} a`)
    await link.focus()
    const fresh = await bringTo(service, shop, 'AWAITING_LOCATION', { dropoff: undefined })
    await page.locator(`#d-${fresh.id}`).waitFor()
    assert.equal(await page.locator('.views a').first().textContent(), 'Toutes 2')
    assert.equal(await page.evaluate('document.activeElement.closest("tr")?.id'), `d-${key.id}`)
    const lines = await page.locator('#board-list > tr').evaluateAll((all) => all.map(({ id }) => id))
    assert.deepEqual(lines, [`d-${key.id}`, `d-${fresh.id}`])
    assert.match((await page.locator('#board-tally').textContent()) ?? '', /2 sur 2/)
  })

  await suite.test('a courier takes it: it is late no more, and the map shows both', async () => {
    const id = await courierAt(service, eastOfShop(200))
    await assignCourier(service.services, key, { ...courier, firstName: 'Koffi', id })
    await page.locator(`#d-${key.id} .c-man`).getByText('Koffi').waitFor()
    await until(async () => (await page.title()) === 'En cours · Exploitation', 'the title without a count')
    await page.getByText(/Libres\s: 0 · en course\s: 1 · position ancienne\s: 0/).waitFor()
    await page.locator('#board-map canvas').first().waitFor()
  })

  await suite.test(
    'an alert that opens is shown and heard within half a minute, and is gone when it is over',
    async () => {
      const context = await browser.newContext(desk)
      await context.addCookies(cookies)
      const watching = await context.newPage()
      await watching.clock.install()
      await watching.goto(`${address}/operations`)
      await watching.getByRole('button', { name: 'Activer le son' }).click()
      const { db } = service.services
      const facts = { city: 'Cotonou', waiting: 4, minutes: 12 }
      await db
        .transaction()
        .execute((trx) =>
          openAlert(trx, { kind: 'NO_COURIER', subject: 'cotonou', facts }, service.clock.now()),
        )
      await watching.clock.runFor(30_000)
      await watching.locator('#board-notices').getByText('Cotonou').waitFor()
      assert.match((await watching.locator('#board-news').textContent()) ?? '', /Cotonou/)
      await db.updateTable('alerts').set({ closed_at: service.clock.now() }).execute()
      await watching.clock.runFor(30_000)
      await watching.locator('#board-notices li').waitFor({ state: 'detached' })
      await context.close()
    },
  )

  await suite.test('one click leads to the delivery', async () => {
    const link = page.locator(`#d-${key.id} a`)
    assert.equal(await link.getAttribute('href'), `/operations/deliveries/${key.id}`)
  })

  await suite.test('it ends: its line goes', async () => {
    await act(service, key, 'cancel')
    await page.locator(`#d-${key.id}`).waitFor({ state: 'detached' })
  })

  await suite.test('on a phone nothing is wider than the screen, and nothing is out of reach', async () => {
    const small = await openPage(phone)
    await live(small)
    for (const each of [small, page]) {
      const width = await each.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(width) <= 0, `${width} pixels too wide`)
      await each.evaluate(axe)
      const found = await each.evaluate(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
      )
      assert.deepEqual(found, [])
    }
  })

  await suite.test('without JavaScript it is a page that is read again', async () => {
    const plain = await openPage({ ...desk, javaScriptEnabled: false })
    await plain.getByRole('link', { name: 'Actualiser' }).click()
    assert.equal(await plain.locator('#board-list > tr').count(), 1)
    assert.equal(await plain.locator('#board-sound').isVisible(), false)
  })

  await suite.test('nothing failed, and nothing came from elsewhere', () => assert.deepEqual(faults, []))
})
