import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { imageSizeOf } from '../src/base/kernel/image-size.ts'
import { limits } from '../src/contract/limits.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { listFilesOf } from '../src/domain/deliveries/files/delivery-file-store.ts'
import { readOwnDoorNote } from '../src/domain/deliveries/files/read-delivery-file.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { cameraJpeg, placeInPicture } from './support/door-notes.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'

describe('a photo of the door and a voice note on a phone of 360 pixels', { skip: skipBrowser }, () => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let base: string
  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    base = `http://localhost:${(service.app.server.address() as AddressInfo).port}`
    // A microphone that hears a beep each second, and is never asked about.
    browser = await openBrowser({
      besides: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    })
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  /** Opens a page; any error of the browser but those `expected`, and any foreign request, fails the test. */
  async function visit(
    path: string,
    use: (page: Page) => Promise<void>,
    { expected = /^$/, ...options }: BrowserContextOptions & { expected?: RegExp } = {},
  ) {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', ...options })
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (line) => {
      if (line.type() === 'error' && !expected.test(line.text())) complaints.push(line.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
        complaints.push(request.url())
    })
    await page.goto(`${base}${path}`)
    await use(page)
    assert.deepEqual(complaints, [])
    await context.close()
  }

  const door = (key: DeliveryKey) => `${pagePath(service, key)}/door`
  async function bytesOf(key: DeliveryKey, kind: string) {
    const file = (await listFilesOf(service.services.db, [key])).find((each) => each.kind === kind)
    assert.ok(file, `There is no ${kind}.`)
    return (await readOwnDoorNote(service.services, key, file.id))?.bytes ?? new Uint8Array()
  }
  /** Waits until an expression is true; the policy of the pages lets no script of Playwright's wait inside them. */
  const holds = (page: Page, expression: string) =>
    until(async () => (await page.evaluate(expression)) === true, expression)
  const fits = async (page: Page) =>
    assert.ok(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    )
  /** The seconds that a sound plays, once the browser has decoded all of it. */
  const secondsOf = (page: Page, selector: string) =>
    page.evaluate(`(async () => {
      const bytes = await (await fetch(document.querySelector('${selector}').src)).arrayBuffer()
      return (await new OfflineAudioContext(1, 48000, 48000).decodeAudioData(bytes)).duration
    })()`) as Promise<number>
  async function plays(page: Page, selector: string) {
    await page.evaluate(`document.querySelector('${selector}').play()`)
    await holds(page, `document.querySelector('${selector}').currentTime > 0.2`)
  }
  const shot = (page: Page, name: string) =>
    process.env.SHOTS
      ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
      : undefined

  test('a message is recorded, heard, sent and then heard by the courier, and a photo is made small first', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await visit(pagePath(service, key), async (page) => {
      await shot(page, 'searching')
      await page.click('a[href$="/door"]')
      await shot(page, 'door')
      await fits(page)
      await page.tap('#record')
      await holds(page, "/^Arrêter \\(2[0-8]\\ss\\)$/.test(document.querySelector('#record').textContent)")
      await shot(page, 'recording')
      await page.tap('#record')
      await page.waitForSelector('#heard:not([hidden])')
      assert.equal(await page.innerText('#voice-says'), 'Écoutez votre message, puis envoyez-le.')
      await plays(page, '#heard audio')
      await shot(page, 'heard')
      await page.tap('#send')
      await page.waitForSelector('.done')
      assert.match(await page.innerText('.done'), /votre livreur entendra le message/)

      const large = plainPng({ width: 4_000, height: 3_000 })
      await page.setInputFiles('#chosen', { name: 'porte.png', mimeType: 'image/png', buffer: large })
      await page.waitForSelector('img.door')
      await holds(page, "document.querySelector('img.door').naturalWidth === 1280")
      await shot(page, 'sent')
      await fits(page)
    })
    assert.deepEqual(imageSizeOf(await bytesOf(key, 'DOOR_PHOTO')), { width: 1_280, height: 960 })
    const voice = await bytesOf(key, 'VOICE_NOTE')
    assert.ok(voice.length > 1_000 && voice.length < 100_000, `${voice.length} bytes`)

    const { id, visitor } = await signInCourier(service)
    await assignCourier(service.services, key, { ...courier, id })
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: base }))
    const storageState = { cookies: [], origins: [] }
    for (const step of ['early', 'with the parcel']) {
      if (step !== 'early') await act(service, key, 'pickUp')
      const context = await browser.newContext({ ...phone, storageState })
      await context.addCookies(cookies)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (line) => void (line.type() === 'error' && complaints.push(line.text())))
      await page.goto(`${base}/courier`)
      if (step === 'early') await page.tap('.door summary')
      await holds(page, "document.querySelector('.door img').naturalWidth === 1280")
      assert.ok((await secondsOf(page, '.door audio')) > 1)
      await plays(page, '.door audio')
      await fits(page)
      await shot(page, `courier-${step}`)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('the recorder stops by itself after half a minute', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    await visit(door(key), async (page) => {
      await page.clock.install()
      await page.reload()
      await page.tap('#record')
      await holds(page, "document.querySelector('#record').classList.contains('on')")
      await page.clock.fastForward(29_000)
      assert.match(await page.innerText('#record'), /^Arrêter \([12]\ss\)$/)
      await page.clock.fastForward(1_500)
      await holds(page, "!document.querySelector('#record').classList.contains('on')")
      assert.doesNotMatch(await page.innerText('#record'), /^Arrêter/)
    })
  })

  test('a phone that refuses its microphone is told what to do, and a recording of it can be chosen', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    await visit(door(key), async (page) => {
      await page.evaluate("navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('refused'))")
      await page.tap('#record')
      await holds(page, "document.querySelector('#voice-says').textContent.includes('micro')")
      assert.match(await page.innerText('#record'), /^Enregistrer un message vocal/)
    })
  })

  test('without a network nothing is lost, and a second try sends the photo', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    await visit(
      door(key),
      async (page) => {
        await page.context().setOffline(true)
        await page.setInputFiles('#taken', { name: 'porte.png', mimeType: 'image/png', buffer: plainPng() })
        await holds(page, "document.querySelector('#photo-says').textContent.startsWith('Pas de réseau')")
        assert.equal(await page.innerText('#photo-form button'), 'Réessayer l’envoi')
        await shot(page, 'offline')
        await page.context().setOffline(false)
        await page.tap('#photo-form button')
        await page.waitForSelector('img.door')
      },
      { expected: /ERR_INTERNET_DISCONNECTED/ },
    )
    assert.ok((await bytesOf(key, 'DOOR_PHOTO')).length > 0)
  })

  test('a file that is no photo is refused beside the form, and a photo can be taken back', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    await visit(
      door(key),
      async (page) => {
        const text = { name: 'porte.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Portail bleu') }
        await page.setInputFiles('#chosen', text)
        await page.waitForSelector('.notice:not([hidden])')
        assert.match(await page.innerText('.notice:not([hidden])'), /pas une photo que nous pouvons lire/)
        await shot(page, 'refused')
        await page.setInputFiles('#chosen', { ...text, buffer: cameraJpeg() })
        await page.waitForSelector('img.door')
        await page.tap('button[value=remove-photo]')
        await holds(page, "document.querySelector('.done')?.textContent.includes('retirée')")
      },
      { expected: /status of 422/ },
    )
    assert.deepEqual(await listFilesOf(service.services.db, [key]), [])
  })

  test('without JavaScript a photo of a camera is sent as it is, and is shown upright without what the camera wrote', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await visit(
      door(key),
      async (page) => {
        assert.equal(await page.isVisible('#record'), false)
        await page.setInputFiles('#taken', { name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: cameraJpeg() })
        await shot(page, 'plain')
        await page.click('#photo-form button')
        await page.waitForSelector('img.door')
        await shot(page, 'plain-sent')
        await page.click('button[value=remove-photo]')
        await page.waitForSelector('text=La photo est retirée.')
        await page.setInputFiles('#taken', { name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: cameraJpeg() })
        await page.click('#photo-form button')
        await page.waitForSelector('img.door')
      },
      { javaScriptEnabled: false },
    )
    const bytes = await bytesOf(key, 'DOOR_PHOTO')
    assert.ok(bytes.length < limits.deliveryPhotoBytes && !Buffer.from(bytes).includes(placeInPicture))
    // The browser reads what is left as a picture.
    await visit(door(key), (page) => holds(page, "document.querySelector('img.door').naturalWidth === 8"))
  })
})
