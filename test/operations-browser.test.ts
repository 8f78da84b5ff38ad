import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { type ColisProcess, runColis, startColis } from './support/colis-process.ts'
import { createServerDatabase, skipServer } from './support/databases.ts'
import { assertKeyboardSuffices, enterAt, followAt, sendWith, typeInto } from './support/keyboard.ts'
import { productionSettings } from './support/open-service.ts'
import { assertSound, assertZoomHolds, pagesFrom, someOf } from './support/page-crawl.ts'
import { plainPng } from './support/pictures.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'
import { openWhatsAppServer, type WhatsAppServer } from './support/whatsapp-server.ts'

const zonesFile = fileURLToPath(new URL('../../shared/geo/cotonou-arrondissements.geojson', import.meta.url))
const skip =
  skipBrowser || skipServer || (!existsSync(zonesFile) && 'The zones of Cotonou are not beside it.')

/** The shop stands in Ganhi, the couriers beside it, and the customer lives some way to the west. */
const shopPlace = { lat: 6.3573, lng: 2.4351 }
const customerPlace = '6.3632, 2.4110'

/**
 * The service as a company begins with it: a process of its own in production, on an empty server database, whose
 * operator is named at the terminal and does everything else on their pages.
 */
test('an operator runs a company from an empty production database without a terminal', {
  skip,
}, async (suite) => {
  let whatsApp: WhatsAppServer
  let service: ColisProcess
  let browser: Browser
  let desk: Page
  let seller: Page
  let afi: Page
  let codjo: Page
  let cityPath = ''
  let deliveryId = ''
  let paths: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'colis-company-'))
  const contexts: BrowserContext[] = []
  const faults: string[] = []

  before(async () => {
    whatsApp = await openWhatsAppServer()
    const port = String(await freePort())
    const env = {
      ...productionSettings,
      ...whatsApp.env,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: await createServerDatabase('empty'),
      DATA_FOLDER: folder,
      PORT: port,
      COURIER_ROUND_SECONDS: '5',
    }
    service = await startColis(env)
    await service.ready
    const { code, stderr } = await runColis({ ...env, PORT: String(await freePort()) }, [
      'src/cli/colis.ts',
      'operators',
      'create',
      '--phone',
      '+2290197000010',
    ])
    assert.equal(code, 0, stderr)
    browser = await openBrowser()
    desk = await openPage({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' })
    seller = await openPage(phone)
    afi = await openPage({ ...phone, ...standingAt(shopPlace.lat, shopPlace.lng + 0.002) })
    codjo = await openPage({ ...phone, ...standingAt(shopPlace.lat, shopPlace.lng + 0.006) })
  })
  after(async () => {
    for (const context of contexts) await context.close()
    await browser?.close()
    service?.child.kill('SIGTERM')
    await service?.ended
    await whatsApp?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const standingAt = (latitude: number, longitude: number) => ({
    geolocation: { latitude, longitude, accuracy: 10 },
    permissions: ['geolocation'],
  })

  async function openPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await browser.newContext(options)
    contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) faults.push(request.url())
    })
    return page
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

  /** The last code that was sent to a phone, once there is one after the `before` messages. */
  async function codeTo(number: string, before: number): Promise<string> {
    const codes = () =>
      whatsApp.asked
        .slice(before)
        .filter(({ body }) => body.template.name === 'colis_sign_in_code_v2' && number.endsWith(body.to))
    await until(() => codes().length > 0, `a code to ${number}`)
    const texts =
      codes()
        .at(-1)
        ?.body.template.components.flatMap(({ parameters }) => parameters) ?? []
    return texts.map(({ text }) => text).find((text) => /^\d{6}$/.test(text)) ?? ''
  }

  /** Signs a courier in on their phone. */
  async function signInCourier(page: Page, number: string): Promise<void> {
    const before = whatsApp.asked.length
    await page.goto(`${service.url}/courier`)
    await page.locator('#phone').fill(number)
    await page.locator('main button.primary').first().click()
    await page.locator('#code').fill(await codeTo(number, before))
    await page.locator('main button.primary').first().click()
  }

  await suite.test('whoever was named an operator signs in with a code and sees an empty board', async () => {
    await desk.goto(`${service.url}/operations`)
    await desk.locator('[name=name]').fill('+229 01 97 00 00 10')
    await desk.locator('main form button').first().click()
    await desk.locator('[name=code]').fill(await codeTo('+2290197000010', 0))
    await desk.locator('main form button').first().click()
    await desk.waitForURL(/\/operations$/)
  })

  await suite.test(
    'a city is added, its zones are imported after a preview, and it gets a tariff',
    async () => {
      await desk.goto(`${service.url}/operations/cities/new`)
      await desk.locator('#name').fill('Cotonou')
      await desk.locator('#country').selectOption('BJ')
      await desk.locator('#position').fill('6.3703, 2.3912')
      await desk.locator('#radius').fill('20')
      await desk.locator('main form button.primary').first().click()
      await desk.waitForURL(/\/operations\/cities\/[\w-]{36}/)
      cityPath = new URL(desk.url()).pathname
      await desk.goto(`${service.url}${cityPath}/zones/import`)
      await desk.locator('#file').setInputFiles(zonesFile)
      await desk.locator('[name=nameProperty]').fill('arrondissement')
      await press(desk, 'Voir ce qui changerait')
      await desk.waitForURL(/\/zones\/proposals\//)
      assert.ok((await desk.locator('tbody tr').count()) > 10)
      await desk.locator('main form button.primary').first().click()
      await desk.waitForURL(/\/zones(\?|$)/)
      await setTariff({ baseFcfa: '500', includedKm: '2', perKmFcfa: '100', stepFcfa: '50' })
      await press(desk, 'Mettre en vigueur maintenant')
      await desk.waitForURL(/done=/)
    },
  )

  async function setTariff(terms: Record<string, string>): Promise<void> {
    await desk.goto(`${service.url}${cityPath}/tariff`)
    await desk.locator('#draft details').evaluate((details) => details.setAttribute('open', ''))
    const others = { collectionPercent: '1', collectionMinimumFcfa: '0', cancellationFeeFcfa: '300' }
    for (const [name, value] of Object.entries({ ...others, returnFeeFcfa: '500', ...terms }))
      await desk.locator(`#draft [name="${name}"]`).fill(value)
    await desk.locator('#draft details form button').first().click()
    await desk.waitForURL(/done=/)
  }

  await suite.test('a shop that opened by itself is approved', async () => {
    const before = whatsApp.asked.length
    await seller.goto(`${service.url}/console/open-shop`)
    await seller.locator('[name=shopName]').fill('Chez Mahoussi')
    await seller.locator('[name=ownerName]').fill('Mahoussi Dossou')
    await seller.locator('[name=name]').fill('01 97 00 00 20')
    await seller.locator('[name=city]').selectOption({ label: 'Cotonou' })
    await press(seller, 'Ouvrir ma boutique')
    await seller.locator('[name=code]').fill(await codeTo('+2290197000020', before))
    await seller.locator('main form button').first().click()
    await seller.getByText(/attend d’être approuvée/).waitFor()
    await desk.goto(`${service.url}/operations/shops`)
    await desk.getByRole('link', { name: '1 boutique attend votre approbation', exact: true }).click()
    await desk.getByRole('link', { name: 'Chez Mahoussi' }).click()
    await press(desk, 'Approuver la boutique')
    await desk.getByText('La boutique est approuvée').waitFor()
  })

  await suite.test('two people apply as couriers, are approved, and go on duty', async () => {
    for (const [page, firstName, number] of [
      [afi, 'Afi', '+2290197000031'],
      [codjo, 'Codjo', '+2290197000032'],
    ] as const) {
      const before = whatsApp.asked.length
      await page.goto(`${service.url}/courier/apply`)
      await page.locator('#phone').fill(number)
      await page.locator('main button.primary').first().click()
      await page.locator('#code').fill(await codeTo(number, before))
      await page.locator('main button.primary').first().click()
      await page.locator('#firstName').fill(firstName)
      await page.locator('#lastName').fill('Ahouansou')
      await page.locator('[name=vehicleType][value=MOTO]').check()
      await page.locator('#plateNumber').fill('AB 1234 RB')
      const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(plainPng()) }
      await page.locator('#photo').setInputFiles(picture)
      await page.locator('#identity').setInputFiles(picture)
      await page.locator('main button.primary').first().click()
      await page.waitForURL(/\/apply\/sent/)
      await desk.goto(`${service.url}/operations/couriers/applications`)
      await desk.getByText(`${firstName} Ahouansou`).click()
      await press(desk, /^Accepter$/)
      await desk.waitForURL(/done=/)
      await signInCourier(page, number)
      await page.locator('form[action$="/go-on-duty"] button').first().click()
      await page.locator('form[action$="/go-off-duty"]').first().waitFor()
    }
  })

  await suite.test(
    'the board shows an order of the shop, and who accepts it, without being loaded again',
    async () => {
      await desk.goto(`${service.url}/operations`)
      const home = new URL(seller.url()).pathname
      const shop = /\/console\/shops\/[\w-]{36}/.exec(home)?.[0] ?? ''
      await seller.goto(`${service.url}${shop}/settings/addresses/new`)
      await seller.locator('[name=label]').fill('Boutique')
      await seller.locator('[name=position]').fill(`${shopPlace.lat}, ${shopPlace.lng}`)
      await seller.locator('main form button.primary').first().click()
      await seller.waitForURL(/\/addresses(\?|$)/)
      await seller.goto(`${service.url}${shop}/deliveries/new`)
      await seller.locator('#message').fill(`Ama Agbo 01 97 00 00 51, robe, ${customerPlace}`)
      await press(seller, 'Remplir avec ce message')
      await seller.locator('mark').first().waitFor()
      await seller.locator('[name=mode][value=PREPAID]').check()
      await seller.getByRole('button', { name: 'Commander', exact: true }).click()
      await seller.getByText('La livraison est commandée.').waitFor()
      deliveryId = /deliveries\/([\w-]{36})/.exec(seller.url())?.[1] ?? ''
      await desk.locator(`a[href="/operations/deliveries/${deliveryId}"]`).first().waitFor()
      await afi.locator('form[action$="/accept"] button').first().click()
      await until(
        async () => /Afi/.test((await desk.locator(`tr:has(a[href$="/${deliveryId}"])`).textContent()) ?? ''),
        'the courier on the board',
      )
    },
  )

  await suite.test('the delivery is given to the other courier, whose phone shows it', async () => {
    await desk.goto(`${service.url}/operations/deliveries/${deliveryId}/courier`)
    await desk.getByText('Codjo Ahouansou').first().click()
    await desk.locator('#reason').fill('Afi est en panne')
    await press(desk, 'Remplacer le livreur')
    await desk.waitForURL(new RegExp(`${deliveryId}\\?done=`))
    assert.match((await desk.locator('main').textContent()) ?? '', /Afi est en panne/)
    await codjo.goto(`${service.url}/courier`)
    await codjo.locator('form[action$="/arrive"] button').first().click()
    const pickupCode = /\d{4}/.exec((await seller.locator('.big-code').textContent()) ?? '')?.[0] ?? ''
    await codjo.locator('form[action$="/pick-up"] [name=code]').fill(pickupCode)
    await codjo.locator('form[action$="/pick-up"] button').first().click()
    await codjo.locator('form[action$="/hand-over"] [name=code]').fill(await handOverCode())
    await codjo.locator('form[action$="/hand-over"] button').first().click()
    await codjo.getByText(/Colis remis/).waitFor()
  })

  /** The code that the customer was sent when the parcel was picked up. */
  async function handOverCode(): Promise<string> {
    const sent = () =>
      whatsApp.asked.find(({ body }) => body.template.name.startsWith('colis_courier_on_the_way'))?.body
    await until(() => sent() !== undefined, 'the message to the customer')
    const texts = sent()?.template.components.flatMap(({ parameters }) => parameters) ?? []
    return texts.map(({ text }) => text).find((text) => /^\d{4}$/.test(text)) ?? ''
  }

  await suite.test(
    'a dearer tariff is tried on the trips of before and on one trip, then put in force',
    async () => {
      await setTariff({ baseFcfa: '900', includedKm: '2', perKmFcfa: '100', stepFcfa: '50' })
      await desk.goto(`${service.url}${cityPath}/tariff/trial`)
      const past = (await desk.locator('#past').textContent()) ?? ''
      assert.match(past.replaceAll(/\s/g, ' '), /\+400 FCFA/)
      await desk.locator('[name=fromPoint]').fill(`${shopPlace.lat}, ${shopPlace.lng}`)
      await desk.locator('[name=toPoint]').fill(customerPlace)
      await desk.locator('main form.card button').first().click()
      const quote = (await desk.locator('#quote').textContent()) ?? ''
      assert.match(quote.replaceAll(/\s/g, ' '), /\+400/)
      await desk.goto(`${service.url}${cityPath}/tariff`)
      await press(desk, 'Mettre en vigueur maintenant')
      await desk.waitForURL(/done=/)
    },
  )

  await suite.test('no page has a fault that axe calls serious, whatever its width and colours', async () => {
    const door = { origin: service.url, prefix: '/operations' }
    paths = await pagesFrom(desk, door, ['/operations'])
    assert.ok(paths.length >= 35, `only ${paths.length} pages: ${paths.join(' ')}`)
    await assertSound(desk, service.url, paths)
  })

  await suite.test('at 200 % no page is wider than its screen', async () => {
    await assertZoomHolds(desk, service.url, someOf(paths))
  })

  await suite.test('on every page the keyboard reaches everything, and the focus is seen', async () => {
    await desk.setViewportSize({ width: 1440, height: 900 })
    await assertKeyboardSuffices(desk, service.url, someOf(paths))
  })

  await suite.test('the keyboard alone finds a delivery and switches on the rain', async () => {
    await desk.goto(`${service.url}/operations`)
    await enterAt(desk, '.skip')
    assert.equal(new URL(desk.url()).hash, '#main')
    await desk.goto(`${service.url}/operations/deliveries`)
    await typeInto(desk, '[name=q]', 'Ama Agbo')
    await sendWith(desk, 'Enter')
    await followAt(desk, `main a[href$="/${deliveryId}"]`)
    await desk.goto(`${service.url}${cityPath}/demand`)
    await followAt(desk, 'main form button')
    await desk.waitForURL(/done=/)
  })

  await suite.test('nothing was loaded from elsewhere, and no script failed', () => {
    assert.deepEqual(faults, [])
  })
})
