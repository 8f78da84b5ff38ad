import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import {
  recountBookedDeliveries,
  recountChangedDeliveries,
} from '../src/domain/reports/recount-deliveries.ts'
import { openBrowser, skipBrowser } from './support/browser.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { axeFaults } from './support/page-crawl.ts'

const path = '/operations/reports'
const pages = ['', '/punctuality', '/times', '/failures', '/demand', '/couriers', '/money', '/shops']

describe('the pages of reports in a browser without scripts', { skip: skipBrowser }, () => {
  let service: TestService
  let browser: Browser
  let operator: ConsoleVisitor
  let base: string
  before(async () => {
    service = await openService(await openAny(), { PUBLIC_URL: 'http://localhost' })
    const shop = await service.openShop({ name: 'Chez Fifa' })
    for (const status of ['DELIVERED', 'DELIVERED', 'FAILED', 'CANCELLED', 'SEARCHING_COURIER'] as const) {
      service.clock.forward(60 * 60_000)
      await bringTo(service, shop, status)
    }
    await consumeAll(service.services, settleDeliveries(service.services))
    await consumeAll(service.services, recountChangedDeliveries(service.services))
    await recountBookedDeliveries(service.services)
    operator = await openOperations(service)
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  async function visit(options: object, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ locale: 'fr-FR', ...options })
    await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url: base })))
    await use(await context.newPage())
    await context.close()
  }

  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1440, 'dark'],
  ] as const)
    test(`at ${width} px, ${colorScheme}, axe finds nothing and nothing is wider than the screen`, () =>
      visit({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
        for (const each of pages) {
          await page.goto(`${base}${path}${each}?from=2026-11-01&to=2026-11-30&beside=BEFORE`)
          assert.deepEqual(await axeFaults(page), [], each)
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          assert.ok(overflow <= 0, `${each}: ${overflow} px too wide`)
        }
      }))

  test('a figure says in a sentence what it shows, and its numbers unfold without a script', () =>
    visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${base}${path}`)
      const figure = page.locator('figure', { hasText: 'La demande' })
      assert.match((await figure.locator('svg').getAttribute('aria-label')) ?? '', /West/)
      assert.equal(await figure.locator('table').isVisible(), false)
      await figure.locator('summary').click()
      assert.equal(await figure.locator('table').isVisible(), true)
      await page.locator('details:has(form) > summary').click()
      await page.selectOption('select[name=beside]', 'BEFORE')
      await page.click('form .plain')
      assert.match(page.url(), /beside=BEFORE/)
      await page.click('main .tabs a:has-text("Temps par étape")')
      assert.match(page.url(), /times\?.*beside=BEFORE/)
      assert.equal(await page.locator('figure').count(), 2)
    }))
})
