import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { imageSizeOf } from '../src/base/kernel/image-size.ts'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import { findPortrait } from '../src/domain/couriers/portrait/courier-portrait-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { openBrowser, phone, skipNotifications } from './support/browser.ts'
import { givePushes } from './support/browser-pushes.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { beginTransfer, endTransfer, post } from './support/money-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertSound } from './support/page-crawl.ts'
import { plainPng } from './support/pictures.ts'
import { openPushServer, type PushBrowser } from './support/push-server.ts'
import { pushWork } from './support/push-work.ts'
import { codeSentTo, offerTrip } from './support/sign-in.ts'
import { until } from './support/until.ts'

/** Counts what the page sounds and vibrates, in the place of the phone's own. */
const countCalls = `
  globalThis.called = { tones: 0, vibrations: 0, contexts: 0 }
  const Context = globalThis.AudioContext
  globalThis.AudioContext = class extends Context {
    constructor() { super(); called.contexts += 1 }
    createGain() { called.tones += 1; return super.createGain() }
  }
  called.screens = { asked: 0, held: 0 }
  navigator.wakeLock.request = async (type) => {
    if (type !== 'screen' || document.hidden) throw new DOMException('hidden', 'NotAllowedError')
    called.screens.asked += 1
    called.screens.held += 1
    const lock = new EventTarget()
    lock.release = async () => {
      if (lock.isReleased) return
      lock.isReleased = true
      called.screens.held -= 1
      lock.dispatchEvent(new Event('release'))
    }
    called.lock = lock
    return lock
  }
  navigator.vibrate = (pattern) => { if (pattern !== 0) called.vibrations += 1; return true }
`
type Called = {
  tones: number
  vibrations: number
  contexts: number
  screens: { asked: number; held: number }
}

test('an offer calls the courier in a browser', { skip: skipNotifications }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser({ notifies: true })
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  const calls = (page: Page) => page.evaluate<Called>('called')

  await suite.test('an open page rings and vibrates for a new offer until it is touched', async () => {
    const { id, page, faults } = await atWork()
    // Signing in was a tap on another page: this one asks for one of its own.
    await page.reload()
    await page.getByText('Touchez l’écran une fois').waitFor()
    assert.equal((await calls(page)).contexts, 0)
    await page.locator('h1').click()
    await page.getByText('Touchez l’écran une fois').waitFor({ state: 'hidden' })
    await offerTrip(service, shop)
    await page.getByText('Une course proposée').waitFor()
    await until(async () => (await calls(page)).tones >= 1, 'a tone')
    assert.ok((await calls(page)).vibrations >= 1)
    assert.match(await page.title(), /^\(1\) /)
    await until(async () => (await calls(page)).tones >= 2, 'it to ring again')
    await page.locator('h1').click()
    const { tones } = await calls(page)
    await page.waitForTimeout(4_500)
    assert.equal((await calls(page)).tones, tones)
    assert.deepEqual(faults, [])
    await leave(page, id)
  })

  await suite.test('a page that was silenced neither rings nor vibrates, and stays so', async () => {
    const { id, page } = await atWork()
    await page.getByRole('button', { name: 'Sonnerie : activée' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Sonnerie : coupée' }).waitFor()
    await page.locator('h1').click()
    await offerTrip(service, shop)
    await page.getByText('Une course proposée').waitFor()
    assert.deepEqual(await calls(page).then(({ tones, vibrations }) => [tones, vibrations]), [0, 0])
    await leave(page, id)
  })

  await suite.test(
    'a page that was never touched makes no sound, and breaks no rule of the browser',
    async () => {
      const { id, page, faults, warnings } = await atWork()
      await offerTrip(service, shop)
      await page.reload()
      await page.getByText('Une course proposée').waitFor()
      assert.deepEqual(await calls(page).then(({ contexts, tones }) => [contexts, tones]), [0, 0])
      assert.deepEqual([...faults, ...warnings.filter((line) => /AudioContext|vibrate/.test(line))], [])
      await leave(page, id)
    },
  )

  await suite.test(
    'the screen stays on while its courier is on duty and sees the page, and no longer',
    async () => {
      const { id, page, faults } = await atWork()
      const held = async () => (await calls(page)).screens.held
      await until(async () => (await held()) === 1, 'the screen to be kept on')
      // The browser lets it go as the page is hidden, and the page asks again once it is seen.
      const isHidden = (hidden: boolean) =>
        page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
        ${hidden} && called.lock.release()
        document.dispatchEvent(new Event('visibilitychange'))
      `)
      await isHidden(true)
      assert.equal(await held(), 0)
      await isHidden(false)
      await until(async () => (await held()) === 1, 'it to be asked for again')
      assert.equal((await calls(page)).screens.asked, 2)
      // An offer does not ask a second time, and taking it keeps the screen.
      await offerTrip(service, shop)
      await page.getByText('Une course proposée').waitFor()
      assert.equal(await held(), 1)
      await page.getByText('De West à East').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}-offer.png`, fullPage: true })
      await press(page, 'Refuser')
      await page.getByText('Course refusée.').waitFor()
      await page.getByRole('button', { name: 'Écran : reste allumé' }).click()
      await until(async () => (await held()) === 0, 'the screen to be let go')
      await page.getByRole('button', { name: 'Écran : peut s’éteindre' }).click()
      await until(async () => (await held()) === 1, 'it to be kept again')
      await press(page, 'Terminer le service')
      await page.getByText('Votre service est terminé.').waitFor()
      await until(async () => (await held()) === 0, 'the screen to be let go off duty')
      assert.deepEqual(faults, [])
      await leave(page, id)
    },
  )

  await suite.test('a push shows a notification, which opens the page when it is pressed', async () => {
    const { id, page, context } = await atWork(['notifications'])
    await page.evaluate('navigator.serviceWorker.ready')
    // The courier's page puts away notifications as it starts, so the phone shows one that does not.
    await page.goto(`${address}/courier/offline`)
    const pushed = {
      offer: 'one',
      title: 'Course : 480 FCFA pour vous',
      body: 'De West vers East.',
      lang: 'fr',
    }
    const deliver = await openPushes(page)
    /** Hands a push over until it is shown: a browser on a busy machine loses one that its tools bring now and then. */
    const show = async (data: string, isShown: (title: string) => boolean) => {
      const shown = async () => (await notifications(page)).some(({ title }) => isShown(title))
      await until(async () => {
        await deliver(data)
        for (let looks = 0; looks < 400; looks += 1) if (await shown()) return true
        return false
      }, data)
    }
    await show(JSON.stringify(pushed), (title) => title === pushed.title)
    assert.deepEqual(await notifications(page), [
      { title: pushed.title, body: pushed.body, tag: 'one', lang: 'fr' },
    ])
    // The same offer replaces it, and what nobody can read is shown in a general way.
    await show(JSON.stringify({ ...pushed, title: 'Course : 500 FCFA pour vous' }), (title) =>
      title.includes('500'),
    )
    assert.equal((await notifications(page)).length, 1)
    await show('no JSON', (title) => title === 'Colis')
    // The courier's page puts away those of offers that it does not show.
    await page.goto(`${address}/courier`)
    await until(async () => (await notifications(page)).length === 0, 'them to be put away')
    assert.equal(context.pages().length, 1)
    await leave(page, id)
  })

  await suite.test('a browser that refuses notifications is told what to do', async () => {
    const { id, page } = await atWork()
    await page.getByText('Le navigateur refuse les notifications').waitFor()
    assert.equal(await page.locator('[data-push]').isVisible(), false)
    await leave(page, id)
  })

  await suite.test('a phone is subscribed and unsubscribed at the press of a button', async () => {
    const server = await openPushServer(service.services.push.vapid.publicKey)
    const work = pushWork(service, server)
    const own = server.browser()
    const { subscription } = own
    const { id, page, faults } = await atWork(['notifications'], [own])
    const kept = () =>
      service.services.db
        .selectFrom('push_subscriptions')
        .select(['push_subscriptions.courier_id as id', 'push_subscriptions.endpoint'])
        .execute()
    await press(page, 'Me prévenir même téléphone en poche')
    await page.getByText('Ce téléphone vous prévient, même en poche.').waitFor()
    assert.deepEqual(await kept(), [{ id, endpoint: subscription.endpoint }])
    await page.reload()
    await press(page, 'Ne plus me prévenir en poche')
    await page.getByRole('button', { name: 'Me prévenir même téléphone en poche' }).waitFor()
    assert.deepEqual([await kept(), faults], [[], []])
    await leave(page, id)
    await work.close()
    await server.close()
  })

  await suite.test('a photo is made small on the phone, whatever it was', async () => {
    const { id, page, faults } = await atWork()
    await page.goto(`${address}/courier/photo`)
    await page.getByLabel('Choisir une photo').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: plainPng({ width: 1_600, height: 1_200, noise: 600_000 }),
    })
    await page.getByAltText('Votre photo').waitFor()
    // The picture is in the page before its script is; the field appears with it.
    await page.getByText('Choisir une photo').waitFor()
    const kept = await findPortrait(service.services.db, id)
    assert.equal(kept?.content_type, 'image/jpeg')
    assert.deepEqual(imageSizeOf(kept.bytes), { width: 200, height: 200 })
    assert.ok(kept.bytes.length <= 8_192)
    await page.getByLabel('Choisir une photo').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText('Ce fichier n’est pas une photo').waitFor()
    assert.deepEqual(faults, [])
    await leave(page, id)
  })

  await suite.test('everything that is pressed on these pages fits a thumb', async () => {
    const { id, page } = await atWork()
    await payAndRefuse(id)
    for (const path of ['/courier', '/courier/trips', '/courier/week', '/courier/photo']) {
      await page.goto(`${address}${path}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      const pressed = page.locator('button:visible, a:visible, input:visible')
      for (const each of await pressed.all()) {
        const box = await each.boundingBox()
        assert.ok(box && box.height >= 56, await each.evaluate((element) => String(element.outerHTML)))
      }
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}${path.replaceAll('/', '-')}.png`,
          fullPage: true,
        })
    }
    await leave(page, id)
  })

  await suite.test('what a courier earned is read on one line on a small phone', async () => {
    const { id, page } = await atWork()
    await page.goto(`${address}/courier/trips`)
    const sum = page.locator('.sum').first()
    const height = async () => (await sum.boundingBox())?.height
    const before = await height()
    await sum.evaluate((element: { textContent: string }) => {
      element.textContent = '124\u202f800\u00a0FCFA'
    })
    assert.equal(await height(), before)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    await leave(page, id)
  })

  await suite.test(
    'the pages of money have no fault that axe calls serious, and need no JavaScript',
    async () => {
      const { id, page, context } = await atWork()
      const refused = await payAndRefuse(id)
      await assertSound(page, address, ['/courier/trips', '/courier/week'])
      const plain = await browser.newContext({ ...phone, javaScriptEnabled: false })
      await plain.addCookies(await context.cookies())
      const plainPage = await plain.newPage()
      await plainPage.goto(`${address}/courier/trips`)
      await plainPage.getByRole('link', { name: 'Semaines et versements' }).click()
      await plainPage.getByText('payé').waitFor()
      await plainPage.getByRole('link', { name: 'Semaine d’avant' }).click()
      await plainPage.getByText('Aucun versement cette semaine.').waitFor()
      await press(plainPage, 'Réessayer')
      await plainPage.getByText('Nous réessayons').waitFor()
      const [transfer] = await listTransfersTo(service.services.db, { courier: id }, 1)
      assert.deepEqual([transfer?.id, transfer?.retry_at], [refused, service.clock.now()])
      await plain.close()
      await leave(page, id)
    },
  )

  /** Books what a courier earned, of which a part was paid and a part their number refuses, some time ago. */
  async function payAndRefuse(courierId: string): Promise<string> {
    await post(service, [
      {
        cause: `earned:${courierId}`,
        kind: 'DELIVERY_ENDED',
        currency: 'XOF',
        shopId: null,
        deliveryId: null,
        happenedAt: service.clock.now(),
        note: null,
        entries: [debit('COURIER_PAY', 18_480), credit('COURIER_EARNINGS', 18_480, courierId)],
      },
    ])
    const number = (await findCourier(service.services.db, courierId))?.phone ?? ''
    await endTransfer(service, await beginTransfer(service, { courierId, amountFcfa: 6_000 }), 'PAID')
    service.clock.forward(60_000)
    const refused = await beginTransfer(service, { courierId, amountFcfa: 12_480, phone: number })
    await endTransfer(service, refused, 'REFUSED', { reason: 'NUMBER_REFUSED' })
    service.clock.forward(16 * 60_000)
    return refused.id
  }

  /** A courier at work, whose page is open. */
  async function atWork(permissions: string[] = [], phones: PushBrowser[] = []) {
    const id = await registerCourier(service)
    const number = (await findCourier(service.services.db, id))?.phone ?? ''
    const context: BrowserContext = await browser.newContext({
      ...phone,
      permissions: ['geolocation', ...permissions],
      geolocation: { latitude: 6.37, longitude: 2.41 },
    })
    await context.addInitScript(countCalls)
    await givePushes(context, phones)
    const page = await context.newPage()
    const [faults, warnings]: string[][] = [[], []]
    page.on('pageerror', (error) => faults?.push(String(error)))
    page.on('console', (line) => {
      if (line.type() === 'error' && !/422/.test(line.text())) faults?.push(line.text())
      else warnings?.push(line.text())
    })
    service.clock.forward(1_000)
    await page.goto(`${address}/courier`)
    await page.getByLabel('Numéro de téléphone').fill(number)
    await press(page, 'Recevoir un code')
    const field = page.getByLabel('Code à 6 chiffres')
    await field.waitFor()
    await field.fill((await codeSentTo(service, number)) ?? '')
    await press(page, 'Se connecter')
    await page.getByText('Bonjour Koffi').waitFor()
    await setDuty(service.services, id, true)
    await reportPosition(service.services, id, { ...center, accuracyMeters: 12 })
    await page.reload()
    await page.getByText('Pas de course pour l’instant').waitFor()
    return { id, page, context, faults: faults ?? [], warnings: warnings ?? [] }
  }

  /**
   * Hands pushes to the service worker, as the browser does when one arrives. One that was handed over by a session that
   * has ended may be lost, so the session stays open as long as the page.
   */
  async function openPushes(page: Page): Promise<(data: string) => Promise<void>> {
    const session: CDPSession = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    const registrationId = await registered
    return async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data })
    }
  }

  function notifications(page: Page) {
    return page.evaluate<{ title: string; body: string; tag: string; lang: string }[]>(
      "navigator.serviceWorker.getRegistration('/courier').then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })))",
    )
  }

  async function leave(page: Page, id: string): Promise<void> {
    await page.context().close()
    await setDuty(service.services, id, false)
    await service.services.db.deleteFrom('courier_searches').execute()
  }
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
