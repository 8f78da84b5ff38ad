import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import { findPosition } from '../src/domain/couriers/position-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { eventsOf, rowOf } from './support/delivery-verbs.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { brokenAtDoubleSize } from './support/page-crawl.ts'
import { codeSentTo, offerTrip } from './support/sign-in.ts'
import { until } from './support/until.ts'

test('the courier’s pages work in a browser that is 360 pixels wide', {
  skip: skipBrowser,
}, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string

  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290197000009' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  await suite.test(
    'a courier takes a trip from its offer to the customer on pages that load nothing from other hosts',
    async () => {
      const { id, page, faults } = await signedIn()
      await press(page, 'Commencer le service')
      await page.getByText('Pas de course pour l’instant').waitFor()
      await until(async () => (await findPosition(service.services.db, id)) !== undefined, 'the position')
      const position = await findPosition(service.services.db, id)
      assert.deepEqual([position?.lat, position?.lng], [6.37, 2.41])

      const key = await offerTrip(service, shop)
      await page.getByText('Une course proposée').waitFor()
      await assertFitsAThumb(page)
      await press(page, 'Accepter')
      await page.getByText('La course est à vous.').waitFor()
      await press(page, 'Je suis à la boutique')
      const { pickup_code, confirmation_code } = await rowOf(service, key)
      await page.getByLabel('Code de retrait').fill(pickup_code)
      await assertFitsAThumb(page)
      await press(page, 'J’ai le colis')
      await page.getByText('Livrez le colis').waitFor()
      await assertFitsAThumb(page)
      await page.getByLabel('Code de remise').fill(confirmation_code)
      await press(page, 'Colis remis')
      await page.getByText('Colis remis. Merci !').waitFor()

      assert.equal((await rowOf(service, key)).status, 'DELIVERED')
      assert.deepEqual(faults, [])
      await leave(page, id)
    },
  )

  await suite.test(
    'an action without a network is kept, reported to the courier, and sent once when the network is back',
    async () => {
      const { id, page, context } = await signedIn()
      const key = await offerTripTo(page, id)
      await press(page, 'Accepter')
      await press(page, 'Je suis à la boutique')
      const { pickup_code } = await rowOf(service, key)
      await page.getByLabel('Code de retrait').fill(pickup_code)

      await context.setOffline(true)
      await press(page, 'J’ai le colis')
      await page.getByText('Pas de connexion. Votre action est gardée').waitFor()
      assert.equal((await rowOf(service, key)).status, 'ASSIGNED')
      await context.setOffline(false)
      await page.getByText('Colis pris. Bonne route !').waitFor()
      assert.equal(await page.locator('#connection').isVisible(), false)

      const emitted = (await eventsOf(service, key)).map(({ type }) => type)
      assert.equal(emitted.filter((type) => type === 'delivery.picked_up').length, 1)
      await leave(page, id)
    },
  )

  await suite.test('an action whose response is lost is sent again and shown as done', async () => {
    const { id, page } = await signedIn()
    const key = await offerTripTo(page, id)
    await press(page, 'Accepter')
    let isLost = false
    await page.route('**/actions/arrive', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Je suis à la boutique')
    await page.getByText('Votre arrivée est notée.').waitFor()
    assert.ok(isLost)
    assert.ok((await rowOf(service, key)).arrived_at_pickup_at)
    await leave(page, id)
  })

  await suite.test(
    'an action refused because the session had ended is sent after signing in again',
    async () => {
      const { id, page, number } = await signedIn()
      await setDuty(service.services, id, true)
      const key = await offerTripTo(page, id)
      await press(page, 'Accepter')
      await page.getByRole('button', { name: 'Je suis à la boutique' }).waitFor()
      await service.services.db.deleteFrom('sessions').execute()
      await press(page, 'Je suis à la boutique')
      await page.getByText('Votre session est terminée.').waitFor()
      await signIn(page, number)
      await page.getByText('Votre arrivée est notée.').waitFor()
      assert.ok((await rowOf(service, key)).arrived_at_pickup_at)
      await leave(page, id)
    },
  )

  await suite.test(
    'the hand-over form appears by itself once the payment is settled, and typed text is kept',
    async () => {
      const { id, page } = await signedIn()
      await setDuty(service.services, id, true)
      const key = await offerTripTo(page, id, {
        payment: {
          mode: 'CASH_ON_DELIVERY',
          goodsAmount: 12_500,
          feePayer: 'MERCHANT',
          collection: 'DIRECT',
        },
      })
      await press(page, 'Accepter')
      await press(page, 'Je suis à la boutique')
      await page.getByLabel('Code de retrait').fill((await rowOf(service, key)).pickup_code)
      await press(page, 'J’ai le colis')
      await page.getByText('le client doit d’abord payer 12 500 FCFA').waitFor()
      await page.getByText('La remise est impossible').click()
      await page.getByLabel('Précisez').fill('Il arrive')

      await service.services.db
        .updateTable('deliveries')
        .set({ payment_status: 'PAID', paid_at: service.clock.now() })
        .execute()
      await page.getByText('Le client a payé 12 500 FCFA').waitFor()
      assert.equal(await page.locator('#words').inputValue(), 'Il arrive')
      await leave(page, id)
    },
  )

  await suite.test(
    'without a connection the courier’s page explains it, and the browser’s cache holds nothing personal',
    async () => {
      const { id, page, context } = await signedIn()
      await page.evaluate('navigator.serviceWorker.ready')
      await page.reload()
      await context.setOffline(true)
      await page.goto(`${address}/courier`)
      await page.getByRole('heading', { name: 'Pas de connexion' }).waitFor()
      const kept = (await page.evaluate(
        'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))',
      )) as string[]
      assert.deepEqual(
        kept.filter((path) => !path.startsWith('/assets/courier/')),
        ['/courier/offline'],
      )
      await context.setOffline(false)
      await page.getByText('Réessayer').click()
      await page.getByText('Bonjour Koffi').waitFor()
      await leave(page, id)
    },
  )

  await suite.test(
    'without a connection a courier reads the parcel they carry and hands it over, and it is sent when the network is back',
    async () => {
      const { id, page, context } = await signedIn()
      await page.evaluate('navigator.serviceWorker.ready')
      const key = await takeParcel(page, id)
      const { confirmation_code, reference } = await rowOf(service, key)
      await until(async () => (await keptParcels(page)).length === 1, 'the parcel is kept')

      await context.setOffline(true)
      await page.goto(`${address}/courier`)
      await page.getByText('Vous êtes hors ligne.').waitFor()
      await page.getByRole('heading', { name: 'Livrez le colis' }).waitFor()
      for (const kept of [reference, 'Portail bleu', 'Appeler Afi', 'Appeler le responsable'])
        assert.ok(await page.getByText(kept).first().isVisible(), kept)
      assert.equal(await page.getByText('Colis pris. Bonne route !').count(), 0)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-offline.png`, fullPage: true })
      assert.deepEqual(await page.evaluate(brokenAtDoubleSize), [])
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-offline-double.png`, fullPage: true })
      await page.goto(`${address}/courier/trips`)
      await page.getByRole('heading', { name: 'Pas de connexion' }).waitFor()
      await page.getByText('Réessayer').click()
      await page.getByLabel('Code de remise').fill(confirmation_code)
      await press(page, 'Colis remis')
      await page.getByText('Votre action est gardée').waitFor()
      await page.reload()
      await page.getByText('Votre action est gardée').waitFor()
      assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')

      await context.setOffline(false)
      await page.getByText('Colis remis. Merci !').waitFor()
      assert.equal((await rowOf(service, key)).status, 'DELIVERED')
      await until(async () => (await keptParcels(page)).length === 0, 'the parcel is erased at its end')
      await leave(page, id)
    },
  )

  await suite.test(
    'the parcel that is kept on a phone is erased when it is called off, on signing out, and before another courier signs in',
    async () => {
      const { id, page, context, number } = await signedIn()
      await page.evaluate('navigator.serviceWorker.ready')
      const key = await offerTripTo(page, id)
      await press(page, 'Accepter')
      await page.getByRole('button', { name: 'Je suis à la boutique' }).waitFor()
      await until(async () => (await keptParcels(page)).length === 1, 'the parcel is kept')
      await cancelDelivery(service.services, key, { reason: null, idempotencyKey: null })
      await page.evaluate("document.dispatchEvent(new Event('courier:look'))")
      await page.getByText('est annulée : n’y allez plus').waitFor()
      await until(async () => (await keptParcels(page)).length === 0, 'the parcel is erased')

      const other = await takeParcel(page, id)
      const { reference } = await rowOf(service, other)
      await until(async () => (await keptParcels(page)).length === 1, 'the next parcel is kept')
      // A session that ends is noticed at the next request, and whoever signs in then finds nothing of before.
      await service.services.db.deleteFrom('sessions').execute()
      await page.goto(`${address}/courier`)
      await page.getByText('Votre session est terminée.').waitFor()
      await until(
        async () => (await keptParcels(page)).length === 0,
        'the parcel is erased at the end of the session',
      )

      await signIn(page, number)
      await page.getByText(reference).waitFor()
      await until(async () => (await keptParcels(page)).length === 1, 'the parcel is kept again')
      await press(page, 'Se déconnecter')
      await press(page, 'Se déconnecter quand même')
      await page.getByLabel('Numéro de téléphone').waitFor()
      await until(async () => (await keptParcels(page)).length === 0, 'the parcel is erased on signing out')
      await context.setOffline(true)
      await page.goto(`${address}/courier`)
      await page.getByRole('heading', { name: 'Pas de connexion' }).waitFor()
      assert.equal(await page.getByText(reference).count(), 0)
      await context.setOffline(false)

      const stranger = await registerCourier(service)
      await page.goto(`${address}/courier`)
      await signIn(page, (await findCourier(service.services.db, stranger))?.phone ?? '')
      await page.getByText('Bonjour Koffi').waitFor()
      assert.deepEqual(await keptParcels(page), [])
      await leave(page, id)
    },
  )

  await suite.test('a wrong code is shown at its field, which has the focus', async () => {
    const { id, page } = await signedIn()
    const key = await takeParcel(page, id)
    const { confirmation_code } = await rowOf(service, key)
    const field = page.getByLabel('Code de remise')
    await field.fill(confirmation_code === '0000' ? '1111' : '0000')
    await press(page, 'Colis remis')
    await page.getByText('Essais restants : 4.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'code')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    const box = await page.getByText('Essais restants : 4.').boundingBox()
    assert.ok(box && box.y > 0 && box.y + box.height < phone.viewport.height)
    await leave(page, id)
  })

  /** Takes a courier from an offer to the way to the customer. */
  async function takeParcel(page: Page, id: string) {
    const key = await offerTripTo(page, id)
    await press(page, 'Accepter')
    await press(page, 'Je suis à la boutique')
    await page.getByLabel('Code de retrait').fill((await rowOf(service, key)).pickup_code)
    await press(page, 'J’ai le colis')
    await page.getByText('Livrez le colis').waitFor()
    return key
  }

  /** The addresses of pages of parcels that the phone keeps. */
  function keptParcels(page: Page): Promise<string[]> {
    return page.evaluate(
      "caches.has('colis-courier-parcel').then((has) => has ? caches.open('colis-courier-parcel').then((kept) => kept.keys()) : []).then((all) => all.map(({ url }) => new URL(url).pathname))",
    )
  }

  async function signedIn() {
    const id = await registerCourier(service)
    const courier = await findCourier(service.services.db, id)
    const context = await browser.newContext({
      ...phone,
      permissions: ['geolocation'],
      geolocation: { latitude: 6.37, longitude: 2.41 },
    })
    const page = await context.newPage()
    const faults = faultsOf(page)
    await page.goto(`${address}/courier`)
    await signIn(page, courier?.phone ?? '')
    await page.getByText('Bonjour Koffi').waitFor()
    return { id, page, context, faults, number: courier?.phone ?? '' }
  }

  async function signIn(page: Page, number: string): Promise<void> {
    // A second later than any earlier code, so that the last one can be recognised.
    service.clock.forward(1_000)
    await page.getByLabel('Numéro de téléphone').fill(number)
    await press(page, 'Recevoir un code')
    const field = page.getByLabel('Code à 6 chiffres')
    await field.waitFor()
    await field.fill((await codeSentTo(service, number)) ?? '')
    await press(page, 'Se connecter')
  }

  /** Offers a trip to a courier, who goes on duty first, and reloads their page. */
  async function offerTripTo(page: Page, id: string, input: object = {}) {
    await setDuty(service.services, id, true)
    await reportPosition(service.services, id, { ...center, accuracyMeters: 12 })
    const key = await offerTrip(service, shop, input)
    await page.reload()
    return key
  }

  async function leave(page: Page, id: string): Promise<void> {
    await page.context().close()
    await setDuty(service.services, id, false)
  }

  /** The errors of a page, and its requests to other hosts. */
  function faultsOf(page: Page): string[] {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    page.on('request', (request) => request.url().startsWith(address) || faults.push(request.url()))
    return faults
  }
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Asserts that nothing is wider than the phone, and that whatever is pressed is at least 56 pixels high. */
async function assertFitsAThumb(page: Page): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  const pressed = page.locator('button:visible, a:visible, input:not([type=radio]):visible, summary:visible')
  for (const each of await pressed.all()) {
    const box = await each.boundingBox()
    assert.ok(box && box.height >= 56, await each.evaluate((element) => String(element.outerHTML)))
  }
}
