import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startBackground } from '../src/app.ts'
import { findDelivery } from '../src/domain/deliveries/delivery-store.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openConsole } from './support/console-work.ts'
import { searchOnce } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { handOnAll } from './support/event-work.ts'
import { enterAt, typeInto } from './support/keyboard.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { assertSound, assertZoomHolds, pagesFrom, someOf } from './support/page-crawl.ts'
import { codeSentTo, type SignedIn, signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'

const desk = { viewport: { width: 1440, height: 900 }, locale: 'fr-FR' } as const

test('the console takes a seller from an empty sandbox to a delivered parcel, on a phone and at a desk', {
  skip: skipBrowser,
}, async (suite) => {
  let service: TestService
  let browser: Browser
  let address: string
  let context: BrowserContext
  let page: Page
  let shopUrl: string
  let deliveryId: string
  let paths: string[] = []
  const faults: string[] = []

  before(async () => {
    service = await openService(await openAny(), {
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
      WEBHOOK_ALLOW_INSECURE: 'true',
    })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser()
    context = await browser.newContext(phone)
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(request.url())
    })
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const shopId = () => shopUrl.split('/').at(-1) ?? ''

  await suite.test('a shop is opened with a code that comes to the phone', async () => {
    await page.goto(`${address}/console/open-shop`)
    await page.locator('[name=shopName]').fill('Chez Afi')
    await page.locator('[name=ownerName]').fill('Afi Dossou')
    await page.locator('[name=name]').fill('97 00 00 50')
    await page.locator('[name=city]').selectOption({ label: 'Cotonou' })
    await page.getByRole('button', { name: 'Ouvrir ma boutique' }).click()
    await page.waitForURL(/\/sign-in\/code/)
    const code = await codeSentTo(service, '+2290197000050')
    assert.ok(code, page.url())
    await page.locator('[name=code]').fill(code)
    await page.locator('main form button').first().click()
    await page.getByText('Votre première livraison').waitFor()
    shopUrl = page.url().split('?')[0] ?? ''
    assert.match(shopUrl, /\/console\/shops\/[\w-]{36}$/)
  })

  await suite.test('the address of the shop is placed on the map', async () => {
    await page.goto(`${shopUrl}/deliveries/new`)
    await page.getByRole('link', { name: 'Ajouter l’adresse de ma boutique' }).click()
    const add = page.getByRole('link', { name: /Ajouter/ })
    if ((await page.locator('[name=position]').count()) === 0) await add.first().click()
    await page.locator('[name=label]').fill('Boutique')
    await page.locator('[name=position]').fill(`${center.lat}, ${center.lng}`)
    await page.locator('main form button.primary').first().click()
    await page.getByText('Boutique').first().waitFor()
  })

  await suite.test('the first delivery is ordered from a pasted message, and the price follows', async () => {
    await page.goto(`${shopUrl}/deliveries/new`)
    await page.locator('#message').fill('Ama Agbo 97 00 00 51, robe, 15000, West près de la pharmacie')
    await press('Remplir avec ce message')
    await page.locator('mark').first().waitFor()
    assert.equal(await page.locator('#phone').inputValue(), '+2290197000051')
    assert.equal(await page.locator('#amount').inputValue(), '15000')
    const before = await page.locator('#price').textContent()
    await page.locator('#amount').fill('20000')
    await until(async () => (await page.locator('#price').textContent()) !== before, 'another price')
    await press('Commander')
    await page.getByText('La livraison est commandée.').waitFor()
    await page.locator('.big-code').waitFor()
    deliveryId = /deliveries\/([\w-]{36})/.exec(page.url())?.[1] ?? ''
  })

  await suite.test('the customer’s link is shared by WhatsApp, and that is recorded', async () => {
    const link = await page.locator('a[href^="https://wa.me/"]').getAttribute('href')
    assert.match(link ?? '', /^https:\/\/wa\.me\/2290197000051\?text=.*%2Fp%2F/)
    await page.getByText('C’est envoyé ?').click()
    await press('Oui, par WhatsApp')
    await page
      .getByText(/Envoyé par WhatsApp/)
      .first()
      .waitFor()
  })

  await suite.test('the page follows the delivery until a courier has handed it over', async () => {
    const row = async () => findDelivery(service.services.db, { shopId: shopId(), id: deliveryId })
    const { customerLink } = service.services
    const made = await row()
    assert.ok(made)
    const customer = await browser.newContext(phone)
    const customerPage = await customer.newPage()
    const link = customerLink({ shopId: shopId(), id: deliveryId, linkVersion: made.link_version })
    await customerPage.goto(`${address}${new URL(link).pathname}`)
    await customerPage.locator('#writing').evaluate((details) => details.setAttribute('open', ''))
    await customerPage.locator('#position').fill('6.37012, 2.43011')
    await customerPage.locator('#position').press('Enter')
    await customerPage.getByRole('button', { name: 'Oui, livrez ici' }).click()
    await until(async () => (await row())?.status === 'SEARCHING_COURIER', 'the position')
    await customer.close()

    const courier: SignedIn = await signInCourier(service)
    await handOnAll(service.services)
    await searchOnce(service)
    const act = async (action: string, typed: Record<string, string> = {}) => {
      const home = await courier.visitor.open('/courier')
      await courier.visitor.submit(home, `/courier/actions/${action}`, typed)
    }
    await act('accept')
    await handOnAll(service.services)
    await page.goto(`${shopUrl}/deliveries/${deliveryId}`)
    await page.getByText('Livreur en route vers vous').first().waitFor()
    await act('arrive')
    await act('pick-up', { code: made.pickup_code })
    await handOnAll(service.services)
    await page.getByText('En livraison').first().waitFor()
    await page.goto(`${shopUrl}/deliveries/${deliveryId}`)
    await page.getByRole('button', { name: 'Oui, j’ai reçu l’argent' }).click()
    await page.getByText('Paiement confirmé').waitFor()
    await act('hand-over', { code: made.confirmation_code })
    await handOnAll(service.services)
    await page.getByText('Livrée').first().waitFor()
    assert.equal((await row())?.status, 'DELIVERED')
  })

  await suite.test('an API key is made, shown once and used with curl', async () => {
    await page.goto(`${shopUrl}/developers/keys`)
    await page.locator('[name=label]').fill('Notre site')
    await page.locator('main form button.primary').first().click()
    const key = await page.locator('input[value^="colis_live_"]').inputValue()
    const { stdout } = await promisify(execFile)('curl', [
      '-s',
      '-H',
      `Authorization: Bearer ${key}`,
      `${address}/api/v1/partner/zones`,
    ])
    assert.ok(JSON.parse(stdout).zones.length > 0)
    await page.goto(`${shopUrl}/developers/keys`)
    assert.ok(!(await page.content()).includes(key))
  })

  await suite.test(
    'an endpoint is added, pinged, broken, seen failing, and sent its event again',
    async () => {
      const received: string[] = []
      let status = 204
      const receiver = createServer((request, response) => {
        received.push(String(request.headers['svc-event']))
        request.resume().on('end', () => response.writeHead(status).end())
      })
      await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
      const loops = await startBackground(service.services)
      try {
        await page.goto(`${shopUrl}/developers/endpoints`)
        await page
          .locator('[name=url]')
          .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/colis`)
        await page.locator('main form:has([name=url]) button.primary').click()
        await page.locator('input[value^="whsec_"]').waitFor()
        await page.getByRole('button', { name: 'Envoyer un ping' }).click()
        await page.getByText('204').first().waitFor()
        assert.deepEqual(received, ['ping'])

        status = 500
        await page.goto(`${shopUrl}/deliveries/new`)
        await page.locator('#phone').fill('97000053')
        await page.locator('#firstName').fill('Yao')
        await press('Commander')
        await page.getByText('La livraison est commandée.').waitFor()
        await until(() => received.includes('delivery.created'), 'the attempt')
        await until(async () => {
          await page.goto(`${shopUrl}/developers/endpoints`)
          return (await page.getByText('En échec').count()) > 0
        }, 'the failing endpoint')

        status = 200
        await page.locator('a[href*="/developers/endpoints/"]').first().click()
        await page.locator('a[href*="/log"]').first().click()
        await page.getByRole('button', { name: 'Renvoyer', exact: true }).first().click()
        await until(() => received.filter((type) => type === 'delivery.created').length === 2, 'the resend')
        await until(async () => {
          await page.goto(`${shopUrl}/developers/endpoints`)
          return (await page.getByText('En échec').count()) === 0
        }, 'the endpoint to be well')
      } finally {
        for (const loop of loops) await loop.stop()
        receiver.close()
      }
    },
  )

  await suite.test('no page has a fault that axe calls serious, whatever its width and colours', async () => {
    const console = { origin: address, prefix: '/console' }
    paths = await pagesFrom(page, console, [
      new URL(shopUrl).pathname,
      '/console/account',
      '/console/open-shop',
      '/console/sign-in',
    ])
    assert.ok(paths.length >= 25, paths.join('\n'))
    await assertSound(page, address, paths)
  })

  await suite.test('at 200 % nothing is cut off, and the keyboard alone orders a delivery', async () => {
    await assertZoomHolds(page, address, someOf(paths))
    await page.goto(`${shopUrl}/deliveries/new`)
    await typeInto(page, '[name=phone]', '97000052')
    await typeInto(page, '[name=firstName]', 'Kossi')
    await enterAt(page, '.order-bar [value=order]')
    await page.getByText('La livraison est commandée.').waitFor()
  })

  await suite.test('a page of staff has none of what is the owner’s alone', async () => {
    const staff = await openConsole(service, { shopId: shopId(), role: 'STAFF' })
    const own = await browser.newContext(desk)
    await own.addCookies([...staff.cookies].map(([name, value]) => ({ name, value, url: address })))
    const theirs = await own.newPage()
    await theirs.goto(`${shopUrl}/settings`)
    assert.equal(await theirs.locator('a[href$="/settings/team"]').count(), 0)
    const refused = await theirs.goto(`${shopUrl}/developers/keys`)
    assert.equal(refused?.status(), 403)
    await own.close()
  })

  await suite.test('no script failed, and nothing was asked of another host', () => {
    assert.deepEqual(faults, [])
  })
})
