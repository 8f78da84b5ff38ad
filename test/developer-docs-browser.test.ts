import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'

describe('the developers’ site on a phone of 360 pixels', { skip: skipBrowser }, () => {
  let service: TestService
  let browser: Browser
  let base: string
  let addresses: string[]
  before(async () => {
    service = await openService(await openAny())
    base = await service.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
    addresses = await addressesFrom('/docs/fr', new Set())
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  /** Every page that can be reached from one by links. */
  async function addressesFrom(address: string, seen: Set<string>): Promise<string[]> {
    seen.add(address)
    const { body } = await service.app.inject({ url: address })
    for (const [, link = ''] of body.matchAll(/href="(\/docs\/(?:fr|en)[^"#]*)/g))
      if (!seen.has(link)) await addressesFrom(link, seen)
    return [...seen]
  }

  /** Uses a page; an error of the browser and a request to anywhere else fail the test. */
  async function visit(
    use: (page: Page, context: BrowserContext) => Promise<void>,
    { javaScriptEnabled = false } = {},
  ): Promise<void> {
    const context = await browser.newContext({ ...phone, javaScriptEnabled })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (line) => {
      if (line.type() === 'error') complaints.push(line.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:'))
        complaints.push(request.url())
    })
    await use(page, context)
    assert.deepEqual(complaints, [])
    await context.close()
  }

  /** How wide the page is; evaluated by the browser itself, since scripts of pages do not run. */
  const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth')

  test('no page is wider than the screen, and wide code scrolls in a box of its own', async () => {
    assert.ok(addresses.length > 30)
    await visit(async (page) => {
      for (const address of addresses) {
        await page.goto(`${base}${address}`)
        assert.equal(await widthOf(page), 360, address)
      }
      await page.goto(`${base}/docs/fr/guide`)
      const boxes = page.locator('pre')
      const isScrolled = await boxes.evaluateAll((all) =>
        all.some((box) => box.scrollWidth > box.clientWidth + 1),
      )
      assert.ok(isScrolled)
    })
  })

  test('each cell of a table says above it which column it is of, and no table is wider than its box', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr/guide`)
      const label = await page.evaluate(
        "getComputedStyle([...document.querySelectorAll('td')].find((td) => td.textContent === '0002'), '::before').content",
      )
      assert.equal(label, '"customer.phone finit par"')
      const boxes = await page
        .locator('.table')
        .evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length)
      assert.equal(boxes, 0)
    })
  })

  test('a button copies the code beside it and says so, where pages may run scripts; elsewhere there is none', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr/guide`)
      assert.equal(await page.locator('.code button').count(), 0)
    })
    await visit(
      async (page, context) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base })
        for (const [language, copy, copied] of [
          ['fr', 'Copier', 'Copié'],
          ['en', 'Copy', 'Copied'],
        ]) {
          await page.goto(`${base}/docs/${language}/sdks`)
          const block = page.locator('.code').first()
          assert.equal(await block.locator('button').textContent(), copy)
          await block.locator('button').click()
          await block.locator('button', { hasText: copied ?? '' }).waitFor()
          const copiedText = await page.evaluate<string>('navigator.clipboard.readText()')
          assert.match(copiedText, /^npm install http:\/\/colis\.test\/sdk\/colis-sdk-[\d.]+\.tgz$/)
          assert.equal(await page.locator('pre').count(), await page.locator('.code button').count())
          assert.equal(await widthOf(page), 360)
        }
      },
      { javaScriptEnabled: true },
    )
  })

  test('the page that tries calls fits the screen and leads back to the site', async () => {
    await visit(
      async (page) => {
        await page.goto(`${base}/docs/try`)
        await page.waitForSelector('.opblock-summary')
        assert.equal(await widthOf(page), 360)
        await page.click('text=Colis Développeurs')
        await page.waitForURL('**/docs/fr')
      },
      { javaScriptEnabled: true },
    )
  })

  const positionOfMenu = "getComputedStyle(document.querySelector('#menu')).position"

  test('the menu opens and closes by links, and leads to every page', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr/guide`)
      await page.click('text=Menu')
      assert.equal(await page.evaluate(positionOfMenu), 'fixed')
      await page.click('text=Fermer le menu')
      assert.equal(await page.evaluate(positionOfMenu), 'static')
      await page.click('text=Menu')
      await page.click('#menu >> text=Erreurs')
      await page.waitForURL('**/docs/fr/errors')
    })
  })

  test('the language switch stays on the page', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr/go-live`)
      await page.click('text=English')
      await page.waitForURL('**/docs/en/go-live')
      await page.click('text=Français')
      await page.waitForURL('**/docs/fr/go-live')
    })
  })

  test('an example is opened by a tap, and a link to an error shows its entry below the header', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr/events`)
      await page.locator('summary').first().click()
      assert.ok(await page.locator('details[open] pre').first().isVisible())
      await page.goto(`${base}/docs/fr/errors#EXTERNAL_REF_TAKEN`)
      const [entry, header] = [
        await page.locator('#EXTERNAL_REF_TAKEN').boundingBox(),
        await page.locator('header').boundingBox(),
      ]
      assert.ok(entry && header && entry.y >= header.height && entry.y < 400)
    })
  })

  test('links and switches in the header are at least 48 pixels high', async () => {
    await visit(async (page) => {
      await page.goto(`${base}/docs/fr`)
      for (const link of await page.locator('header a:visible').all())
        assert.ok(((await link.boundingBox())?.height ?? 0) >= 48)
    })
  })
})
