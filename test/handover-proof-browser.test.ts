import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openAny } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertSound } from './support/page-crawl.ts'
import { plainPng } from './support/pictures.ts'
import { setRules } from './support/rules.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'

test('a courier proves in a browser that a hand-over failed', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    // The same list that every part of the service holds.
    await setRules(service.services, { HANDOVER_PROOF: ['CALL', 'WAIT', 'PHOTO'] })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  const place = { name: 'lieu.png', mimeType: 'image/png', buffer: plainPng({ width: 40, height: 30 }) }

  /** The page of a courier on the way to the customer, on a cheap phone. */
  async function underWay(options: BrowserContextOptions = {}) {
    const { visitor } = await signInCourier(service)
    const key: DeliveryKey = await offerTrip(service, shop)
    const act = async (action: string, fields: Record<string, string> = {}) =>
      visitor.submit(await visitor.open('/courier'), `/courier/actions/${action}`, fields)
    await act('accept')
    await act('arrive')
    await act('pick-up', { code: (await rowOf(service, key)).pickup_code })
    const context = await browser.newContext({ ...phone, ...options })
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: address })))
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(`${address}/courier`)
    const shot = async (name: string) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-proof-${name}.png`, fullPage: true })
    }
    return { key, page, context, faults, shot }
  }

  await suite.test('what they did is ticked off as they do it, and nothing chosen is lost', async () => {
    const { key, page, context, faults, shot } = await underWay()
    await page.getByText('La remise est impossible', { exact: true }).click()
    await page.getByLabel('Client absent').check()
    await shot('open-fr')
    await page.getByRole('button', { name: 'Signaler l’échec' }).click()
    await page.getByText('Il manque encore quelque chose de cette liste.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.className'), 'proof')
    assert.equal(await page.getByLabel('Client absent').isChecked(), true)
    await shot('missing-fr')

    await page.getByRole('button', { name: 'Je suis chez le client' }).click()
    await page.getByText(/Vous êtes sur place : encore 4:5\d/).waitFor()
    await assertSound(await context.newPage(), address, ['/courier'])
    await page.getByLabel(/Prenez une photo du lieu/).setInputFiles(place)
    await page.getByLabel('Client absent').check()
    // The browser would ask which program calls, and take no other touch meanwhile.
    await page.evaluate("document.querySelector('.proof [data-customer]').onclick = () => false")
    await page.locator('.proof').getByRole('link', { name: 'Appeler Afi' }).click()
    await page.getByText(/Appel noté/).waitFor()
    assert.equal(await page.getByLabel('Client absent').isChecked(), true)
    await shot('called-fr')
    await page.getByRole('button', { name: 'Envoyer la photo' }).click()
    await page.getByText('La photo est reçue.').waitFor()
    await shot('photo-fr')

    service.clock.forward(5 * 60_000)
    await page.evaluate("document.dispatchEvent(new Event('courier:look'))")
    await page.getByText('Cinq minutes attendues.').waitFor()
    await page.getByLabel('Client absent').check()
    await page.getByRole('button', { name: 'Signaler l’échec' }).click()
    await page.getByText('Échec signalé.').waitFor()
    assert.deepEqual([(await rowOf(service, key)).status, faults], ['FAILED', []])
    await context.close()
  })

  await suite.test(
    'a photo that is sent offline is made small, kept, and sent when the network is back',
    async () => {
      const { key, page, context, faults, shot } = await underWay()
      await page.getByText('La remise est impossible', { exact: true }).click()
      await page.getByLabel('Client absent').check()
      const field = page.getByLabel(/Prenez une photo du lieu/)
      const send = page.getByRole('button', { name: 'Envoyer la photo' })
      await field.setInputFiles({ ...place, buffer: Buffer.alloc(6_000_000) })
      await send.click()
      const told = () => page.evaluate<string>("document.querySelector('#place-photo').validationMessage")
      await until(async () => (await told()) !== '', 'the photo to be refused')
      assert.match(await told(), /^Cette photo dépasse 5\sMo\. Prenez-en une plus légère\.$/)

      await field.setInputFiles({
        ...place,
        buffer: plainPng({ width: 2_000, height: 1_000, noise: 6_000_000 }),
      })
      assert.equal(await told(), '')
      await context.setOffline(true)
      await send.click()
      await page.getByText(/la photo partira dès que le réseau reviendra/).waitFor()
      await shot('offline-fr')
      await page.evaluate("document.dispatchEvent(new Event('courier:look'))")
      await page.getByText(/la photo partira dès que le réseau reviendra/).waitFor()
      await context.setOffline(false)
      await page.getByText('La photo est reçue.').waitFor()
      assert.equal(await page.getByLabel('Client absent').isChecked(), true)
      assert.equal(await page.locator('#place-photo').inputValue(), '')
      const stored = await service.services.db
        .selectFrom('delivery_files')
        .select(['delivery_files.content_type', 'delivery_files.size_bytes'])
        .where('delivery_files.delivery_id', '=', key.id)
        .where('delivery_files.stored_at', 'is not', null)
        .execute()
      assert.equal(stored.length, 1)
      assert.equal(stored[0]?.content_type, 'image/jpeg')
      assert.ok((stored[0]?.size_bytes ?? 0) < 100_000, JSON.stringify(stored))
      assert.deepEqual(faults, [])
      await context.close()
    },
  )

  await suite.test('the phone says where it is as the parcel is handed over, where it may', async () => {
    const placesOf = ({ id }: DeliveryKey) =>
      service.services.db
        .selectFrom('handover_places')
        .select(['handover_places.lat', 'handover_places.lng', 'handover_places.accuracy_meters'])
        .where('handover_places.delivery_id', '=', id)
        .execute()
    const geolocation = { latitude: 6.3702, longitude: 2.4301, accuracy: 14 }
    for (const [options, expected] of [
      [{ geolocation, permissions: ['geolocation'] }, [{ lat: 6.3702, lng: 2.4301, accuracy_meters: 14 }]],
      [{}, []],
    ] as const) {
      const { key, page, context } = await underWay({
        ...options,
        permissions: [...(options.permissions ?? [])],
      })
      // The first position is reported as soon as there is one.
      if (expected.length > 0) await page.waitForResponse(`${address}/courier/look`)
      await page.getByLabel('Code de remise').fill((await rowOf(service, key)).confirmation_code)
      await page.getByRole('button', { name: 'Colis remis' }).click()
      await until(async () => (await rowOf(service, key)).status === 'DELIVERED', 'the hand-over')
      assert.deepEqual(await placesOf(key), expected)
      await context.close()
    }
  })

  await suite.test('without JavaScript, in English, they declare the call themselves', async () => {
    const { key, page, context, shot } = await underWay({ javaScriptEnabled: false, locale: 'en-GB' })
    await page.getByText('It cannot be handed over', { exact: true }).click()
    await page.getByRole('button', { name: 'I am at the customer’s place' }).click()
    await shot('waiting-en')
    await page
      .getByLabel(/Take a photo of the place/)
      .setInputFiles({ ...place, buffer: Buffer.from('none') })
    await page.getByRole('button', { name: 'Send the photo' }).click()
    await page.locator('#place-photo-error').waitFor()
    const field = page.getByLabel(/Take a photo of the place/)
    assert.equal(await field.getAttribute('aria-describedby'), 'place-photo-error')
    assert.equal(await page.evaluate('document.activeElement.id'), 'place-photo')
    assert.equal(await page.locator('.notice.refused').count(), 0)
    await shot('no-photo-en')
    await page.getByLabel(/Take a photo of the place/).setInputFiles(place)
    await page.getByRole('button', { name: 'Send the photo' }).click()
    await page.getByText('The photo was received.').waitFor()
    service.clock.forward(5 * 60_000)
    await page.getByLabel('Customer absent').check()
    await page.getByRole('button', { name: 'Report the failure' }).click()
    await page.getByText('Something of this list is still missing.').waitFor()
    await shot('missing-en')
    await page.getByLabel('I have called the customer').check()
    await page.getByRole('button', { name: 'Report the failure' }).click()
    await page.getByText('Failure reported.').waitFor()
    assert.equal((await rowOf(service, key)).status, 'FAILED')
    await context.close()
  })
})
