import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { spokenLanguages } from '../src/base/kernel/language.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { type CourierState, courierStates } from './support/courier-states.ts'
import { isWholeSuite, openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { axeFaults, brokenAtDoubleSize } from './support/page-crawl.ts'
import { setRules } from './support/rules.ts'

/** In which colours and languages each state is looked at; the whole suite tries all of them. */
const looks = isWholeSuite
  ? ([
      ['light', spokenLanguages],
      ['dark', spokenLanguages],
    ] as const)
  : ([
      ['light', ['fr']],
      ['dark', ['en']],
    ] as const)

describe('the courier’s pages in each of their states, at 360 pixels', { skip: skipBrowser }, () => {
  let service: TestService
  let browser: Browser
  let base: string
  let states: CourierState[]
  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290190000000' })
    await setRules(service.services, { PICKUP_WAIT_FEE_FCFA: 500 })
    const shop = await service.openShop({ name: 'Boutique Ganhi', defaultCollection: 'DIRECT' })
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    states = await courierStates(service, shop)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  /** Shows each state in a browser of its courier; `use` says what is wrong with it. */
  async function faultsOf(
    options: object,
    languages: readonly string[],
    use: (page: Page, name: string) => Promise<string[]>,
  ): Promise<string[]> {
    const faults: string[] = []
    for (const { name, courier, visit } of states) {
      const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', ...options })
      const cookies = [...courier.visitor.cookies].map(([cookie, value]) => ({
        name: cookie,
        value,
        url: base,
      }))
      await context.addCookies(cookies)
      if ('colorScheme' in options && options.colorScheme === 'dark')
        await context.addCookies([{ name: 'colis.look', value: 'dark', url: base }])
      const page = await context.newPage()
      for (const language of languages) {
        await page.goto(`${base}/courier?lang=${language}`)
        await visit?.(page)
        for (const fault of await use(page, `${name}-${language}`))
          faults.push(`${name}, ${language}: ${fault}`)
      }
      await context.close()
    }
    return faults
  }

  for (const [colorScheme, languages] of looks)
    test(`axe finds no fault in any state, and a contrast of 7 and more (${colorScheme})`, async () => {
      const faults = await faultsOf({ colorScheme }, languages, async (page, name) => {
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}-${name}-${colorScheme}.png`,
            fullPage: true,
          })
        return axeFaults(page, ['color-contrast-enhanced'])
      })
      assert.deepEqual(faults, [])
    })

  test('type of 200 % makes no page wider than the screen and breaks no code, number or sum', async () => {
    const faults = await faultsOf({}, isWholeSuite ? spokenLanguages : ['fr', 'es'], async (page, name) => {
      const broken = await page.evaluate<string[]>(brokenAtDoubleSize)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-${name}-double.png`, fullPage: true })
      return broken
    })
    assert.deepEqual(faults, [])
  })
})
