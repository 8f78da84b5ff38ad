import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import type { ShopSession } from '../src/domain/accounts/membership-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { sequenceAll } from './support/event-work.ts'
import { type LiveConsoles, openLiveConsoles } from './support/live-consoles.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { until } from './support/until.ts'

test('pages of the console follow their shop in a browser', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let consoles: LiveConsoles
  let owner: ShopSession
  let browser: Browser
  let [orders, visits] = [0, 0]

  const script = readFileSync(new URL('../src/web/live/workspace-live.js', import.meta.url))
  const pageWith = (live: string, main: string) =>
    `<!doctype html><title>Colis</title><script src="/workspace-live.js" defer></script>
     <main data-live="/console/shops/${shop.shopId}/live?${live}">${main}</main>`

  const addPages = (app: FastifyInstance) => {
    app.get('/workspace-live.js', (_request, reply) => reply.type('text/javascript').send(script))
    app.get('/home', (_request, reply) =>
      reply.type('text/html').send(
        pageWith(
          'part=home',
          `<input id="box" value=""><section data-live-part="home"><p>before</p></section>
           <section data-live-part="form"><input id="note" value=""></section><a href="/other">Other</a>`,
        ),
      ),
    )
    app.get<{ Params: { id: string } }>('/delivery/:id', (request, reply) => {
      visits += 1
      return reply
        .type('text/html')
        .send(
          pageWith(
            `delivery=${request.params.id}`,
            `<h1>visit ${visits}</h1><input id="reason" value=""><a id="next" href="/other">Other</a>`,
          ),
        )
    })
    app.get('/other', (_request, reply) => reply.type('text/html').send('<p>Other</p>'))
  }

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop()
    consoles = await openLiveConsoles(
      service,
      { home: async () => `<p>${orders} orders</p><a id="more" href="/other">More</a>` },
      addPages,
    )
    owner = await consoles.signIn(shop.shopId)
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await consoles.close()
    await service.close()
  })

  async function open(path: string): Promise<Page> {
    const context = await browser.newContext(phone)
    await context.addCookies([{ name: 'session', value: owner.token, url: consoles.address }])
    const page = await context.newPage()
    const followed = page.waitForResponse((response) => response.url().includes('/live'))
    await page.goto(`${consoles.address}${path}`)
    assert.equal((await followed).headers()['content-encoding'], 'gzip')
    return page
  }

  async function order(): Promise<void> {
    orders += 1
    await shop.order()
    await sequenceAll(service.services)
  }

  await suite.test('a part is replaced as it changes, and what is typed and focused stays', async () => {
    const page = await open('/home')
    await page.getByText('0 orders').waitFor()
    await page.locator('#box').fill('half a sentence')
    await order()
    await page.getByText('1 orders').waitFor()
    assert.equal(await page.locator('#box').inputValue(), 'half a sentence')
    await page.locator('#more').focus()
    await order()
    await page.getByText('2 orders').waitFor()
    await page.locator('#more:focus').waitFor()
    await page.context().close()
  })

  await suite.test('a page without parts is fetched again, once nothing is being typed', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    await sequenceAll(service.services)
    visits = 0
    const page = await open(`/delivery/${key.id}`)
    await page.getByText('visit 1').waitFor()
    await page.locator('#reason').fill('Plus en')
    await act(service, key, 'pickUp')
    await sequenceAll(service.services)
    await until(() => visits === 2, 'the page to be fetched')
    assert.equal(await page.getByText('visit 1').count(), 1)
    assert.equal(await page.locator('#reason').inputValue(), 'Plus en')
    await page.locator('#reason').fill('')
    await page.locator('#reason').blur()
    await page.getByText('visit 2').waitFor()
    await page.context().close()
  })

  await suite.test('a page that comes back from the cache of the browser follows again', async () => {
    const page = await open('/home')
    await page.getByText('2 orders').waitFor()
    await page.goto(`${consoles.address}/other`)
    await order()
    await page.goBack()
    await page.getByText('3 orders').waitFor()
    await page.context().close()
  })

  await suite.test('a page follows again by itself when its stream ends', async () => {
    const page = await open('/home')
    await page.getByText('3 orders').waitFor()
    service.clock.forward(30 * 60_000)
    const again = page.waitForRequest((request) => request.url().includes('/live'))
    consoles.tick()
    await again
    await order()
    await page.getByText('4 orders').waitFor()
    await page.context().close()
  })
})
