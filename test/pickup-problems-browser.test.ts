import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openAny } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertSound } from './support/page-crawl.ts'
import { setRules } from './support/rules.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'

test('a courier says in a browser that they cannot take a parcel', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await setRules(service.services, { PICKUP_WAIT_FEE_FCFA: 500 })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  /** The page of a courier who has accepted a trip, on a cheap phone. */
  async function carrying(options: { javaScriptEnabled?: boolean; locale?: string } = {}) {
    const { visitor, id } = await signInCourier(service)
    const key: DeliveryKey = await offerTrip(service, shop)
    await visitor.submit(await visitor.open('/courier'), '/courier/actions/accept')
    const context = await browser.newContext({ ...phone, ...options })
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: address })))
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(`${address}/courier`)
    return { id, key, page, context, faults }
  }

  await suite.test('they wait at the shop, see the time run out, and leave the trip to another', async () => {
    const { key, page, context, faults } = await carrying()
    const shot = async (name: string) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-problem-${name}.png`, fullPage: true })
    }
    await page.getByText('Un problème').click()
    await page.getByText('Touchez d’abord « Je suis à la boutique »').waitFor()
    await shot('on-the-way')
    await page.getByRole('button', { name: 'Je suis à la boutique' }).click()
    await page.getByText('Votre arrivée est notée.').waitFor()
    await page.getByText('Un problème').click()
    await page.getByLabel('La boutique est fermée').check()
    await page.getByLabel('Précisez si besoin').fill('Rideau baissé')
    await shot('at-shop')
    await page.getByLabel('J’attends 10 minutes : 500 FCFA').check()
    await page.getByRole('button', { name: 'Envoyer' }).click()
    await page.getByText('Vous attendez à la boutique').waitFor()
    await page.getByText(/Encore 9:5\d/).waitFor()
    await shot('waiting')
    // It looks at other widths, so it has a page of its own.
    await assertSound(await context.newPage(), address, ['/courier'])

    service.clock.forward(10 * 60_000)
    await page.reload()
    await page.getByText('L’attente est finie.').waitFor()
    await shot('over')
    await page.getByText('Un problème').click()
    await page.getByLabel('La boutique est fermée').check()
    await page.getByRole('button', { name: 'Laisser la course à un autre' }).click()
    await page.getByText('C’est noté.').waitFor()
    const row = await rowOf(service, key)
    assert.deepEqual([row.status, row.waiting_fee_fcfa, faults], ['SEARCHING_COURIER', 500, []])
    await context.close()
  })

  await suite.test('without JavaScript a wrong form keeps what was typed, in English too', async () => {
    const { key, page, context } = await carrying({ javaScriptEnabled: false, locale: 'en-GB' })
    await page.getByRole('button', { name: 'I am at the shop' }).click()
    await page.getByText('A problem').click()
    await page.getByLabel('I have a breakdown, I go off duty').check()
    await page.getByLabel('More about it, if needed').fill('Flat tyre')
    await page.getByLabel('I wait 10 minutes').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('One waits only if the shop is closed').waitFor()
    assert.equal(await page.getByLabel('More about it, if needed').inputValue(), 'Flat tyre')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}-problem-wrong.png`, fullPage: true })
    await page.getByLabel('I leave the trip to another').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Noted.').waitFor()
    assert.equal((await rowOf(service, key)).status, 'SEARCHING_COURIER')
    await context.close()
  })
})
