import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { type CustomerState, customerStates } from './support/customer-states.ts'
import { pagePath } from './support/customer-visit.ts'
import { isWholeSuite, openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { axeFaults, brokenAtDoubleSize } from './support/page-crawl.ts'

/** In which language and colours each state is looked at; the whole suite tries all of them. */
const looks = isWholeSuite
  ? ([
      ['fr', 'light'],
      ['fr', 'dark'],
      ['en', 'light'],
      ['en', 'dark'],
      ['pt', 'light'],
      ['es', 'dark'],
    ] as const)
  : ([
      ['fr', 'light'],
      ['en', 'dark'],
    ] as const)

describe('the customer’s page in each of its states, at 360 pixels', { skip: skipBrowser }, () => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let base: string
  let states: CustomerState[]
  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290190000000' })
    shop = await service.openShop({ name: 'Boutique Ganhi', defaultCollection: 'DIRECT' })
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    states = await customerStates(service, shop)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  async function open(options: object, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', ...options })
    await use(await context.newPage())
    await context.close()
  }

  async function show(page: Page, { key, visit }: CustomerState, language = 'fr'): Promise<void> {
    await page.goto(`${base}${pagePath(service, key)}?lang=${language}`)
    await visit?.(page)
  }

  /** A picture of each state for those who look: its path begins with SCREENSHOTS. */
  const shoot = async (page: Page, state: string, kind: string) => {
    if (!process.env.SCREENSHOTS) return
    const path = `${process.env.SCREENSHOTS}-customer-${state}-${kind}.png`
    await page.screenshot({ path, fullPage: true })
  }

  for (const [language, colorScheme] of looks)
    test(`axe finds no fault in any state, and a contrast of 7 and more (${language}, ${colorScheme})`, async () => {
      const faults: string[] = []
      await open({ colorScheme }, async (page) => {
        for (const state of states) {
          await show(page, state, language)
          await shoot(page, `${state.name}-${language}`, colorScheme)
          for (const fault of await axeFaults(page, ['color-contrast-enhanced']))
            faults.push(`${state.name}: ${fault}`)
        }
      })
      assert.deepEqual(faults, [])
    })

  test('type of 200 % makes no page wider than the screen and breaks no code, number or sum', async () => {
    const faults: string[] = []
    await open({}, async (page) => {
      for (const state of states)
        for (const language of isWholeSuite ? ['fr', 'en'] : ['fr']) {
          await show(page, state, language)
          const broken = await page.evaluate<string[]>(brokenAtDoubleSize)
          await shoot(page, `${state.name}-${language}`, 'double')
          for (const fault of broken) faults.push(`${state.name}, ${language}: ${fault}`)
        }
    })
    assert.deepEqual(faults, [])
  })

  test('the handover code is one text in boxes of its digits, which one touch selects whole', async () => {
    const state = states.find(({ name }) => name === 'code')
    assert.ok(state)
    await open({}, async (page) => {
      await show(page, state)
      const code = page.locator('.digits')
      const text = await code.innerText()
      assert.match(text, /^\d{4}$/)
      assert.equal(await code.ariaSnapshot(), `- paragraph: "${text}"`)
      await code.click()
      assert.equal(await page.evaluate('String(getSelection()).trim()'), text)
      const [size, advance] = await page.evaluate<[number, number]>(`(() => {
        const code = document.querySelector('.digits')
        const range = document.createRange()
        const left = (at) => {
          range.setStart(code.firstChild, at)
          range.setEnd(code.firstChild, at + 1)
          return range.getBoundingClientRect().left
        }
        return [parseFloat(getComputedStyle(code).fontSize), left(3) - left(2)]
      })()`)
      assert.ok(size >= 40 && advance >= 48, `${size} px, ${advance} px from digit to digit`)
    })
  })

  test('calls show the drawing of a phone beside the number, which is written whole', async () => {
    const state = states.find(({ name }) => name === 'code')
    assert.ok(state)
    await open({}, async (page) => {
      await show(page, state)
      await page.click('.contacts summary')
      const calls = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('a[href^="tel:"]')].map((call) =>
          [getComputedStyle(call, '::before').maskImage, call.innerText])`,
      )
      assert.ok(calls.length >= 2)
      for (const [drawn, words] of calls) {
        assert.match(drawn, /^url\("data:image\/svg/)
        assert.match(words, /\+229 01 9\d( \d\d){3}/)
      }
    })
  })

  test('one touch copies the number of a shop that is paid directly', async () => {
    const state = states.find(({ name }) => name === 'to-pay-direct')
    assert.ok(state)
    await open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await show(page, state)
      await page.click('.pay-to .exact')
      await page.waitForSelector('text=Numéro copié')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), '0197000099')
    })
    await open({ javaScriptEnabled: false }, async (page) => {
      await show(page, state)
      assert.deepEqual(
        [await page.isVisible('[data-copy]'), await page.innerText('.pay-to .exact')],
        [false, '01 97 00 00 99'],
      )
    })
  })

  for (const [language, says] of [
    ['fr', /Pas de réseau en ce moment/],
    ['en', /No network at the moment/],
  ] as const)
    test(`a page without a network says so and catches up by itself once it is back (${language})`, async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await open({}, async (page) => {
        await page.goto(`${base}${pagePath(service, key)}?lang=${language}`)
        await page.waitForSelector('#updated:visible')
        assert.equal(await page.isVisible('#offline'), false)
        await page.context().setOffline(true)
        await page.waitForSelector('#offline:visible')
        assert.match(await page.innerText('#offline'), says)
        await page.context().setOffline(false)
        await page.waitForSelector('#offline', { state: 'hidden' })
      })
    })
})
