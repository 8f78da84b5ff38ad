import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { estimateArrivals } from '../src/domain/arrivals/estimate-arrivals.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { courierAt } from './support/courier-work.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'

describe('the customer’s page on a phone of 360 pixels', { skip: skipBrowser }, () => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let base: string
  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop()
    // Browsers allow geolocation only on secure origins, and localhost is one.
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  /**
   * Opens a delivery's page; any error of the browser but those `expected`, and any foreign request, fails the test.
   */
  async function visit(
    key: DeliveryKey,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    expected = /^$/,
  ) {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (line) => {
      if (line.type() === 'error' && !expected.test(line.text())) complaints.push(line.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:'))
        complaints.push(request.url())
    })
    await page.goto(`${base}${pagePath(service, key)}`)
    await use(page, context)
    assert.deepEqual(complaints, [])
    await context.close()
  }

  const order = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 } }
  const confirm = async (page: Page) => {
    await page.click('button[value=price]')
    await page.click('button[value=confirm]')
    await page.waitForSelector('#progress')
  }

  test('the button “Je suis ici” fills in the position of the phone', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    await visit(key, async (page, context) => {
      await context.grantPermissions(['geolocation'], { origin: base })
      await context.setGeolocation({ latitude: 6.371234, longitude: 2.431234, accuracy: 12 })
      await page.click('#here')
      await page.locator('#found', { hasText: 'Position trouvée, à 12 m près.' }).waitFor()
      assert.equal(await page.inputValue('#position'), '6.37123, 2.43123')
      await page.waitForSelector('.pin')
      await page.fill('#landmark', 'Portail bleu')
      await page.click('button[value=price]')
      assert.match(await page.innerText('.total'), /À payer\s+15\u202f\d00\u00a0FCFA/)
      await page.click('button[value=confirm]')
      await page.waitForSelector('#progress')
    })
    const { dropoff_lat, dropoff_lng, dropoff_landmark, status } = await rowOf(service, key)
    assert.deepEqual(
      [dropoff_lat, dropoff_lng, dropoff_landmark, status],
      [6.37123, 2.43123, 'Portail bleu', 'SEARCHING_COURIER'],
    )
  })

  test('a position of the phone to within 3.5 km needs a landmark, and nothing is lost on the way', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    await visit(
      key,
      async (page, context) => {
        await context.grantPermissions(['geolocation'], { origin: base })
        await context.setGeolocation({ latitude: 6.37, longitude: 2.43, accuracy: 3500 })
        await page.click('#here')
        await page.waitForSelector('#found.rough')
        assert.equal(
          await page.innerText('#found'),
          'Position trouvée, mais à 3,5 km près seulement. Touchez votre porte sur la carte, ou écrivez un repère plus bas.',
        )
        await page.click('button[value=price]')
        await page.waitForSelector('#landmark-fault')
        assert.equal(await page.evaluate('document.activeElement.id'), 'landmark')
        assert.equal(await page.inputValue('#position'), '6.37000, 2.43000')
        await page.fill('#landmark', 'Portail bleu')
        await confirm(page)
        assert.match(await page.innerText('#progress'), /East \(approximatif\)/)
      },
      /status of 422/,
    )
    const { dropoff_source, dropoff_accuracy_meters } = await rowOf(service, key)
    assert.deepEqual([dropoff_source, dropoff_accuracy_meters], ['PHONE', 3500])
  })

  test('when the phone refuses its position the customer can still use the map and the written form', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    await visit(key, async (page) => {
      await page.click('#here')
      await page.waitForSelector('#found.rough')
      assert.match(await page.innerText('#found'), /^La position est refusée à cette page\. Autorisez-la/)
      await page.fill('#position', '6.3700, 2.4300')
      await confirm(page)
    })
    const { dropoff_lng, dropoff_source } = await rowOf(service, key)
    assert.deepEqual([dropoff_lng, dropoff_source], [2.43, 'TYPED'])
  })

  test('a tap from far away zooms in and asks for another, until the pin can mean a door', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    await visit(key, async (page) => {
      await page.locator('#map .leaflet-names-pane path.outlines').waitFor()
      const accuracy = () => page.inputValue('[name=accuracy]').then(Number)
      const tap = () => page.locator('#map').tap({ position: { x: 160, y: 150 } })
      await page.locator('#map').scrollIntoViewIfNeeded()
      await tap()
      await page.waitForSelector('.pin')
      assert.match(await page.innerText('#found'), /^Le point est encore approximatif\. Touchez de nouveau/)
      const first = await accuracy()
      assert.ok(first > 300, `a thumb covers ${first} m at first`)
      const thumbs = [first]
      while (thumbs.length < 5 && (thumbs.at(-1) ?? 0) > 30) {
        await page.locator('#map .leaflet-zoom-anim').waitFor({ state: 'detached' })
        await tap()
        thumbs.push(await accuracy())
      }
      assert.ok((thumbs.at(-1) ?? 99) <= 30, `a thumb covers ${thumbs.join(', ')} m`)
      assert.ok(thumbs.length <= 4, `${thumbs.length} taps`)
      assert.equal(await page.innerText('#found'), 'Le point est posé. Vous pouvez encore le déplacer.')

      const tapped = await page.inputValue('#position')
      await drag(page, '.pin', 20, 0)
      const dragged = await page.inputValue('#position')
      const [before, then] = [tapped, dragged].map((text) => Number(text.split(', ')[1]))
      assert.ok((then ?? 0) > (before ?? 0), `${tapped} was dragged east to ${dragged}`)
      await confirm(page)
      const { dropoff_lat, dropoff_lng, dropoff_source } = await rowOf(service, key)
      assert.equal(`${dropoff_lat?.toFixed(5)}, ${dropoff_lng?.toFixed(5)}`, dragged)
      assert.equal(dropoff_source, 'PIN')
    })
  })

  test('one finger scrolls the page over the map until it is tapped, and its buttons speak French', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    await visit(key, async (page) => {
      await page.locator('#map .leaflet-names-pane path.outlines').waitFor()
      const isDraggable = () =>
        page.locator('#map').evaluate((map) => map.classList.contains('leaflet-touch-drag'))
      const touch = () =>
        page.evaluate<string>('getComputedStyle(document.querySelector("#map")).touchAction')
      assert.deepEqual([await isDraggable(), await touch()], [false, 'pan-x pan-y'])
      assert.deepEqual(
        await page
          .locator('#map .leaflet-control-zoom a')
          .evaluateAll((links) => links.map((link) => link.title)),
        ['Zoomer', 'Dézoomer'],
      )
      await page.locator('#map').tap({ position: { x: 160, y: 150 } })
      assert.equal(await isDraggable(), true)
      await page.locator('h1').tap()
      assert.equal(await isDraggable(), false)
    })
  })

  test('the customer’s page updates by itself and announces each change', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', {
      payment: { ...order.payment, collection: 'DIRECT' },
    })
    await visit(key, async (page) => {
      const id = await courierAt(service, center)
      await assignCourier(service.services, key, { ...courier, id, firstName: 'Koffi' })
      await page.waitForSelector('text=Un livreur va chercher votre colis')
      assert.equal(await page.textContent('#updates'), 'Un livreur va chercher votre colis')
      await page.waitForSelector('.courier')
      service.clock.set('2026-11-21T10:00:30.000Z')
      await reportPosition(service.services, id, { lat: 6.37, lng: 2.425, accuracyMeters: 9 })
      await page.waitForSelector('text=Vu à 11:00, à 550 m de chez vous.')
      await act(service, key, 'pickUp')
      await page.waitForSelector('.digits')
      assert.equal(await page.innerText('.digits'), (await rowOf(service, key)).confirmation_code)
      await page.click('button[value=paid]')
      await page.waitForSelector('text=La boutique vérifie')
      await changePayment(service.services, key, 'confirm')
      await page.waitForSelector('text=Payé')
      await act(service, key, 'handOver')
      await page.waitForSelector('text=Votre colis est livré')
      assert.equal(await page.locator('.digits').count(), 0)
    })
  })

  test('going back in the browser leads to the current status of the delivery', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    const refused = /status of 422/
    await visit(
      key,
      async (page) => {
        await page.click('summary')
        await page.fill('#position', 'Ganhi')
        await page.click('button[value=price]')
        await page.waitForSelector('.notice:not([hidden])')
        await page.fill('#position', '6.3700, 2.4300')
        await page.click('button[value=price]')
        await page.click('button[value=change]')
        await page.waitForSelector('button[value=price]')
        await confirm(page)
        for (let step = 0; step < 4; step += 1) {
          await page.goBack()
          await page.waitForSelector('text=Nous cherchons un livreur')
        }
      },
      refused,
    )
  })

  test('a customer’s page whose updates have ended offers a reload, and no longer says that it updates', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', order)
    await visit(key, async (page) => {
      await page.waitForSelector('#updated:visible')
      assert.equal(await page.isVisible('#refresh'), false)
      // At most four pages of a delivery get updates: from the fifth on, the oldest is closed.
      const others = new AbortController()
      const address = `${base}${pagePath(service, key)}/updates`
      for (let other = 0; other < 4; other += 1) await fetch(address, { signal: others.signal })
      await page.waitForSelector('#refresh:visible')
      assert.equal(await page.isVisible('#updated'), false)
      others.abort()
    })
  })

  test('when the map cannot be loaded the written form remains, and no empty box is shown', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    const context = await browser.newContext(phone)
    await context.route('**/leaflet.js', (route) => route.abort())
    const page = await context.newPage()
    await page.goto(`${base}${pagePath(service, key)}`)
    await page.waitForSelector('#position:visible')
    assert.deepEqual([await page.isVisible('#map'), await page.isVisible('#map-hint')], [false, false])
    await page.fill('#position', '6.3700, 2.4300')
    await confirm(page)
    await context.close()
  })

  test('without JavaScript a customer can fill in the same page by hand', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    const context = await browser.newContext({ ...phone, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${base}${pagePath(service, key)}`)
    assert.equal(await page.isVisible('#here'), false)
    assert.equal(await page.isVisible('#map'), false)
    await page.fill('#position', 'https://maps.google.com/?q=6.3700,2.4300')
    await page.fill('#landmark', 'Portail bleu')
    await confirm(page)
    assert.equal(await page.innerText('h1'), 'Nous cherchons un livreur')
    await page.click('#refresh')
    await page.waitForSelector('#progress')
    await context.close()
    assert.equal((await rowOf(service, key)).dropoff_landmark, 'Portail bleu')
  })

  test('without JavaScript a customer can give a neighbourhood and a landmark instead of a position', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION', order)
    const context = await browser.newContext({ ...phone, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${base}${pagePath(service, key)}`)
    await page.selectOption('#zone', 'East')
    await page.fill('#landmark', 'Portail bleu')
    await confirm(page)
    await context.close()
    const { dropoff_label, dropoff_landmark } = await rowOf(service, key)
    assert.deepEqual([dropoff_label, dropoff_landmark], ['East', 'Portail bleu'])
  })

  test('a problem that is being written survives a live update, is sent, and stars are given by one tap', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', { payment: { mode: 'PREPAID' } })
    await visit(key, async (page) => {
      await page.tap('#problem summary')
      await page.tap('.choice:has([value=DAMAGED])')
      await page.fill('#problem-words', 'Le coin est cassé')
      await act(service, key, 'handOver')
      await page.waitForSelector('#rating')
      assert.equal(await page.inputValue('#problem-words'), 'Le coin est cassé')
      await page.tap('button[value=problem]')
      await page.waitForSelector('#problem [role=status]')
      assert.match(await page.innerText('#problem'), /Votre problème est signalé\s+Le colis est abîmé/)
      await page.tap('button[name=stars][value="4"]')
      await page.waitForSelector('[aria-pressed=true]')
      assert.equal(await page.locator('.given').count(), 4)
    })
  })

  test('the time of arrival appears on an open page as soon as it is known', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', { payment: { mode: 'PREPAID' } })
    const id = await courierAt(service, center)
    await assignCourier(service.services, key, { ...courier, id })
    await act(service, key, 'pickUp')
    await visit(key, async (page) => {
      assert.equal(await page.isVisible('#eta'), false)
      await consumeAll(service.services, followArrivals(service.services))
      await estimateArrivals(service.services)
      await page.getByText('Votre livreur arrive chez vous dans 5 à 20 min.').waitFor()
    })
  })

  test('nothing on the customer’s page is wider than the screen, and controls are at least 48 pixels high', async () => {
    for (const status of ['AWAITING_LOCATION', 'IN_TRANSIT', 'CANCELLED', 'DELIVERED'] as const) {
      const prepaid = { payment: { mode: 'PREPAID' } }
      const key = await bringTo(service, shop, status, status === 'DELIVERED' ? prepaid : order)
      await visit(key, async (page) => {
        await page.click('summary')
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
        const targets = page.locator(
          'button:visible, a.big:visible, .switch, input:not([type=radio]):visible, .choice:visible, select:visible, textarea:visible, summary',
        )
        for (const target of await targets.all()) {
          const box = await target.boundingBox()
          assert.ok((box?.height ?? 0) >= 48, `${await target.innerText()} is ${box?.height} pixels high`)
        }
      })
    }
  })
})

/** Drags an element by so many pixels, in steps as a finger does. */
async function drag(page: Page, selector: string, right: number, down: number): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right, y + down, { steps: 8 })
  await page.mouse.up()
}
