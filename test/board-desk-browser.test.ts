import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { axeFaults, brokenAtDoubleSize } from './support/page-crawl.ts'

const desk = { viewport: { width: 1440, height: 900 }, locale: 'fr-FR' } as const

/** How many rows stand whole on the screen, above whatever lies over them. */
const wholeRows = `[...document.querySelectorAll('#board-list > tr')].filter((row) => {
  const { top, bottom, left } = row.getBoundingClientRect()
  const isFree = (y) => row.contains(document.elementFromPoint(left + 60, y))
  return top >= 0 && bottom <= innerHeight && isFree(top + 1) && isFree(bottom - 2)
}).length`

test('the board is a desk, by the keyboard alone', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string
  let cookies: Parameters<BrowserContext['addCookies']>[0]
  let page: Page
  const faults: string[] = []

  before(async () => {
    service = await openService(await openAny())
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    shop = await service.openShop({ name: 'Pharmacie de la Place Bulgarie' })
    const due = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 8_500, feePayer: 'CUSTOMER' } }
    for (let at = 0; at < 30; at += 1) {
      await bringTo(service, shop, 'SEARCHING_COURIER', at % 3 === 0 ? due : {})
      service.clock.forward(30_000)
    }
    await courierAt(service, eastOfShop(200), { firstName: 'Moussa' })
    browser = await openBrowser()
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    cookies = [...dispatcher.cookies].map(([name, value]) => ({ name, value, url: address }))
    page = await openPage(desk)
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  async function openPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await browser.newContext(options)
    await context.addCookies(cookies)
    const opened = await context.newPage()
    opened.on('pageerror', (error) => faults.push(String(error)))
    opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await opened.goto(`${address}/operations`)
    if (options?.javaScriptEnabled !== false) await opened.locator('#board-state.way').waitFor()
    return opened
  }
  const press = (...pressed: string[]) =>
    pressed.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const focused = () =>
    page.evaluate<string>('document.activeElement.closest("tr")?.id ?? document.activeElement.id')
  const chosen = () =>
    page
      .locator('#board-list input:checked')
      .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value))
  const ids = () => page.locator('#board-list > tr').evaluateAll((all) => all.map(({ id }) => id.slice(2)))

  await suite.test('at least 18 rows of at most 36 px stand whole on a screen of 1440 by 900', async () => {
    assert.ok((await page.evaluate<number>(wholeRows)) >= 18, `${await page.evaluate(wholeRows)} rows`)
    const heights = await page
      .locator('#board-list > tr')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    assert.ok(Math.max(...heights) <= 36, `${Math.max(...heights)} px`)
  })

  await suite.test(
    'at least 6 of two lines on a phone of 360 by 740, also where some are chosen',
    async () => {
      const small = await openPage(phone)
      assert.ok((await small.evaluate<number>(wholeRows)) >= 6, `${await small.evaluate(wholeRows)} rows`)
      assert.equal(await small.evaluate<number>('document.documentElement.scrollWidth'), 360)
      await small.locator('#board-list label').nth(1).click()
      await small.getByRole('button', { name: 'Assigner', exact: true }).click({ trial: true })
      await small.close()
    },
  )

  await suite.test('axe finds nothing, by day and by night, with rows that are chosen', async () => {
    for (const options of [desk, phone])
      for (const colorScheme of ['light', 'dark'] as const) {
        const looked = await openPage({ ...options, colorScheme })
        await looked.locator('#board-list label').first().click()
        assert.deepEqual(await axeFaults(looked), [], `${colorScheme} ${options.viewport.width}`)
        await looked.close()
      }
  })

  await suite.test('in type of double size nothing is cut off on a phone', async () => {
    const small = await openPage(phone)
    assert.deepEqual(await small.evaluate(brokenAtDoubleSize), [])
    await small.close()
  })

  await suite.test('J and K go from row to row, X chooses, Escape lets go', async () => {
    const [first, second, third] = await ids()
    await press('j')
    assert.equal(await focused(), `d-${first}`)
    await press('j', 'j', 'k')
    assert.equal(await focused(), `d-${second}`)
    await press('x', 'j', 'x')
    assert.deepEqual(await chosen(), [second, third])
    assert.equal(await page.locator('.bar').isVisible(), true)
    await press('Escape')
    assert.deepEqual(await chosen(), [])
    assert.equal(await page.locator('.bar').isVisible(), false)
  })

  await suite.test('what comes and what ends moves no row that is chosen, until it is let go', async () => {
    const [first, second] = await ids()
    await press('k', 'k', 'k', 'x')
    assert.deepEqual(await chosen(), [first])
    const fresh = await bringTo(service, shop, 'AWAITING_LOCATION', { dropoff: undefined })
    await page.locator(`#d-${fresh.id}`).waitFor()
    await act(service, { shopId: shop.shopId, id: first ?? '' }, 'expire')
    await page.locator(`#d-${first}.gone`).waitFor()
    assert.deepEqual((await ids()).slice(0, 2), [first, second])
    await press('Escape')
    await page.locator(`#d-${first}`).waitFor({ state: 'detached' })
    await act(service, fresh, 'expire')
    await page.locator(`#d-${fresh.id}`).waitFor({ state: 'detached' })
  })

  await suite.test('A assigns what is chosen, and the page says what was done and what was not', async () => {
    await press('j', 'x', 'j', 'x', 'a')
    const [first, second] = await chosen()
    assert.equal(await focused(), 'board-courier')
    await press('ArrowDown', 'Tab')
    await page.keyboard.type('Appelé au téléphone')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    const said = page.locator('.outcome')
    assert.match((await said.textContent()) ?? '', /Assigner \(Moussa\)\s: 1 faites, 1 refusées/)
    assert.match((await said.textContent()) ?? '', /le livreur n’a pas de place pour un colis de plus/)
    const statuses = [first, second].map(async (id = '') => (await rowOf(service, { ...shop, id })).status)
    assert.deepEqual(await Promise.all(statuses), ['ASSIGNED', 'SEARCHING_COURIER'])
    assert.deepEqual(await chosen(), [second])
    await page.locator('#board-state.way').waitFor()
    await press('Escape')
  })

  await suite.test('figures are the views, and / searches', async () => {
    await Promise.all([page.waitForEvent('load'), press('3')])
    assert.match(page.url(), /\?view=no-courier$/)
    await press('/')
    assert.equal(await focused(), 'board-search')
    await page.keyboard.type('place 1')
    await press('Escape')
    await press('/', 'Control+A')
    await page.keyboard.type('bulgarie')
    await Promise.all([page.waitForEvent('load'), press('Enter')])
    assert.match(page.url(), /view=no-courier&q=bulgarie/)
    assert.ok((await page.locator('#board-list > tr').count()) > 10)
    await Promise.all([page.waitForEvent('load'), press('1')])
    assert.match(page.url(), /\/operations$/)
  })

  await suite.test('L says whom to call, ? says the keys, and they can be switched off', async () => {
    await page.locator('#board-state.way').waitFor()
    await page.locator('#board-list tr').filter({ hasText: 'Moussa' }).locator('a').focus()
    await press('l')
    await page.locator('#board-phones').getByText('Moussa (livreur)').waitFor()
    await press('Escape')
    await press('?')
    await page.locator('#board-help').getByText('ligne suivante, précédente').waitFor()
    await page.getByLabel('Utiliser ces touches').uncheck()
    await page.locator('#board-help').getByRole('button', { name: 'Fermer' }).click()
    const at = await focused()
    await press('j')
    assert.equal(await focused(), at)
    await page.reload()
    assert.equal(await page.locator('#board-keys').isVisible(), false)
  })

  await suite.test('without JavaScript rows are ticked, filtered and dealt with all the same', async () => {
    const plain = await openPage({ ...desk, javaScriptEnabled: false })
    await plain.getByLabel('Vers toutes les zones').selectOption({ label: 'East' })
    await plain.getByRole('button', { name: 'Filtrer' }).click()
    assert.match(plain.url(), /zone=/)
    const boxes = plain.locator('#board-list input')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await plain.getByLabel('Raison').fill('Fermé pour la nuit')
    await plain.getByRole('button', { name: 'Faire expirer' }).click()
    assert.match((await plain.locator('.outcome').textContent()) ?? '', /Faire expirer\s: 2 faites/)
    assert.match(plain.url(), /zone=/)
    await plain.close()
  })

  await suite.test('no script failed', () => assert.deepEqual(faults, []))
})
