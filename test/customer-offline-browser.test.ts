import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { shortCustomerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { until } from './support/until.ts'

/** What the browser keeps of these pages: paths of pages, and the scopes of workers. */
const keptOnes = `(async () => {
  const pages = await caches.keys().then((names) => Promise.all(names.map((name) =>
    caches.open(name).then((cache) => cache.keys()))))
  const workers = await navigator.serviceWorker.getRegistrations()
  return {
    pages: pages.flat().map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/assets/')).sort(),
    workers: workers.map(({ scope }) => new URL(scope).pathname).sort(),
  }
})()`

describe('the customer’s page without a network', { skip: skipBrowser }, () => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let base: string
  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop()
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  const addressesOf = async (key: DeliveryKey) => {
    const { reference } = await rowOf(service, key)
    const short = shortCustomerToken({ reference, linkVersion: 1 }, service.services.customerLinks)
    return [pagePath(service, key), `/s/${short}`].sort()
  }

  async function withPhone(use: (page: Page, context: BrowserContext) => Promise<void>) {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    await use(await context.newPage(), context)
    await context.close()
  }

  /** Opens a page with a network, and waits until the browser keeps as much of it as it ever will. */
  async function open(page: Page, key: DeliveryKey, kept: { pages: string[]; workers: string[] }) {
    await page.goto(`${base}${pagePath(service, key)}`)
    await untilKept(page, kept)
  }

  async function untilKept(page: Page, kept: { pages: string[]; workers: string[] }) {
    const expected = JSON.stringify(kept)
    let found = ''
    await until(async () => {
      found = JSON.stringify(await page.evaluate(keptOnes).catch(String))
      return found === expected
    }, `${expected} to be kept`)
  }

  const nothing = { pages: [], workers: [] }
  const allOf = (addresses: string[]) => ({ pages: addresses, workers: addresses })

  test('opens by either link with the code and the numbers already seen, says so, and catches up', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    const { confirmation_code: code } = await rowOf(service, key)
    await withPhone(async (page, context) => {
      const addresses = await addressesOf(key)
      await open(page, key, allOf(addresses))
      await context.setOffline(true)
      for (const address of addresses) {
        const later = await context.newPage()
        await later.goto(`${base}${address}`)
        assert.equal(await later.innerText('.digits'), code)
        assert.equal(await later.getAttribute('a[href^="tel:"]', 'href'), 'tel:+2290197000002')
        await later.getByText('Pas de réseau').waitFor()
        const font = await later.evaluate("getComputedStyle(document.querySelector('.digits')).fontSize")
        assert.ok(Number.parseFloat(String(font)) > 20, 'with the style of the page')
        await later.close()
      }
      const later = await context.newPage()
      await later.goto(`${base}${pagePath(service, key)}`)
      await context.setOffline(false)
      await act(service, key, 'handOver')
      await later.evaluate("dispatchEvent(new Event('online'))")
      await later.reload()
      await later.getByText('Votre colis est livré').waitFor()
    })
  })

  test('is forgotten with its worker once the parcel is delivered while it is open', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    await withPhone(async (page, context) => {
      await open(page, key, allOf(await addressesOf(key)))
      await act(service, key, 'handOver')
      await page.getByRole('heading', { name: 'Votre colis est livré' }).waitFor()
      await untilKept(page, nothing)
      await page.close()
      await context.setOffline(true)
      const later = await context.newPage()
      await assert.rejects(later.goto(`${base}${pagePath(service, key)}`), /ERR_INTERNET_DISCONNECTED/)
    })
  })

  test('keeps one link alone: that of somebody else goes when another is opened', async () => {
    const [first, second] = [
      await bringTo(service, shop, 'IN_TRANSIT', {}),
      await bringTo(service, shop, 'ASSIGNED', {}),
    ]
    await withPhone(async (page, context) => {
      await open(page, first, allOf(await addressesOf(first)))
      await open(page, second, allOf(await addressesOf(second)))
      await context.setOffline(true)
      const later = await context.newPage()
      await assert.rejects(later.goto(`${base}${pagePath(service, first)}`), /ERR_INTERNET_DISCONNECTED/)
    })
  })

  test('a page that asks for the position keeps nothing, and a link that does not work forgets all', async () => {
    const asking = await bringTo(service, shop, 'AWAITING_LOCATION', {})
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    await withPhone(async (page) => {
      await open(page, asking, nothing)
      await open(page, key, allOf(await addressesOf(key)))
      await page.goto(`${base}/p/${'A'.repeat(64)}`)
      await untilKept(page, nothing)
    })
  })

  test('shows nothing that was not seen for a day, and deletes it', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    await withPhone(async (page, context) => {
      const addresses = await addressesOf(key)
      await open(page, key, allOf(addresses))
      await page.evaluate(`caches.open('colis-customer').then(async (cache) => {
        for (const address of ${JSON.stringify(addresses)}) {
          const text = await (await cache.match(address)).text()
          const headers = { 'x-kept-at': String(Date.now() - 25 * 60 * 60_000) }
          await cache.put(address, new Response(text, { headers }))
        }
      })`)
      await context.setOffline(true)
      const later = await context.newPage()
      await assert.rejects(later.goto(`${base}${pagePath(service, key)}`), /ERR_|failed/i)
      await context.setOffline(false)
      await later.goto(`${base}/assets/nothing`)
      assert.equal(await later.evaluate("caches.has('colis-customer')"), false)
    })
  })

  test('the worker of a link has the smallest scope, and there is none for a link that is not ours', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {})
    for (const address of await addressesOf(key)) {
      const worker = await service.app.inject({ url: `${address}/worker.js` })
      assert.deepEqual(
        [worker.statusCode, worker.headers['service-worker-allowed'], worker.headers['content-type']],
        [200, address, 'text/javascript; charset=utf-8'],
      )
      assert.doesNotMatch(worker.body, /POLICY/)
    }
    for (const address of [`/p/${'A'.repeat(64)}`, '/s/000000AAAAAAAAAAAA'])
      assert.notEqual((await service.app.inject({ url: `${address}/worker.js` })).statusCode, 200)
  })
})
