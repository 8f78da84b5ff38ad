import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { goThereFirst } from '../src/domain/tours/go-there-first.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { eastOfShop, registerCourier, searchOnce } from './support/courier-work.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { brokenAtDoubleSize } from './support/page-crawl.ts'
import { setRules } from './support/rules.ts'
import { codeSentTo } from './support/sign-in.ts'
import { give, orderTo, orderToEach } from './support/tour-work.ts'
import { until } from './support/until.ts'

const pictures = process.env.SCREENSHOTS

/** A camera that sees nothing, and a reader that finds these labels one after the other. */
const cameraOf = (labels: readonly string[]) => `
  const labels = ${JSON.stringify(labels)}
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    setInterval(() => pen.fillRect(0, 0, 9, 9), 50)
    return canvas.captureStream()
  }
  window.BarcodeDetector = class {
    async detect() {
      const rawValue = labels.shift()
      return rawValue ? [{ rawValue }] : []
    }
  }`

test('tours in a browser', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let address: string

  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290197000009' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await setRules(service.services, { COURIER_MAX_PARCELS: 4 })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  await suite.test(
    'a courier fetches four parcels with one card and one form, brings two of them without a connection, and four customers see theirs come',
    async () => {
      const { id, page, context, faults } = await signedIn()
      const keys = await orderToEach(shop, [900, 1_800, 2_700, 3_600])
      const customers = await Promise.all(keys.map(customerPage))
      await moveTo(context, id, 0)
      await searchOnce(service)
      await look(page)
      await page.getByText('4 colis, même boutique').waitFor()
      await press(page, 'Accepter')
      await page.getByText('La course est à vous.').waitFor()
      await press(page, 'Je suis à la boutique')

      const rows = await Promise.all(keys.map((key) => rowOf(service, key)))
      const [first, second, third, fourth] = rows
      assert.ok(first && second && third && fourth)
      for (const row of rows) await page.getByLabel(row.reference).waitFor()
      await fits(page, 'at-the-shop')
      // One code is mistyped, one parcel is not ready yet.
      await page.getByLabel(first.reference).fill(first.pickup_code)
      await page.getByLabel(second.reference).fill(wrongFor(second.pickup_code))
      await page.getByLabel(third.reference).fill(third.pickup_code)
      await press(page, 'J’ai ces colis')
      await page.getByText('Essais restants : 4.').waitFor()
      assert.equal(
        await page.evaluate('document.activeElement.id'),
        await page.getByLabel(second.reference).getAttribute('id'),
      )
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'ASSIGNED', 'IN_TRANSIT', 'ASSIGNED'])
      await page.getByLabel(second.reference).fill(second.pickup_code)
      await page.getByLabel(fourth.reference).fill(fourth.pickup_code)
      await press(page, 'J’ai ces colis')
      await page.getByText('Colis pris. Bonne route !').waitFor()
      await page.getByRole('heading', { name: 'Livrez le colis' }).waitFor()
      await fits(page, 'on-the-way')

      await moveTo(context, id, 500)
      await seen(customers[0], /Vu à /)
      for (const [at, expected] of [
        [1, /Encore un arrêt avant vous/],
        [2, /Encore 2 arrêts avant vous/],
        [3, /Encore 3 arrêts avant vous/],
      ] as const)
        await seen(customers[at], expected)

      // From here on there is no network: the page that is kept leads to two doors, and keeps what is done there.
      await page.evaluate('navigator.serviceWorker.ready')
      await until(async () => (await keptParcels(page)).length === 1, 'the tour is kept')
      await context.setOffline(true)
      await page.goto(`${address}/courier`)
      await page.getByText('Vous êtes hors ligne.').waitFor()
      await page.getByLabel('Code de remise').first().fill(first.confirmation_code)
      await page.getByRole('button', { name: 'Colis remis' }).first().click()
      await page.getByText('Votre action est gardée').waitFor()
      const door = page.locator(`details:has-text("${second.reference}")`)
      await door.locator('summary').first().click()
      assert.ok(await door.getByText('Appeler Afi').isVisible())
      await fits(page, 'without-connection')
      await door.getByLabel('Code de remise').fill(second.confirmation_code)
      await door.getByRole('button', { name: 'Colis remis' }).click()
      await page.getByText('Actions gardées : 2.').waitFor()
      await page.reload()
      await page.getByText('Actions gardées : 2.').waitFor()
      assert.equal(await page.locator('form[data-action] button:disabled').count(), 2)
      assert.deepEqual(await statuses(keys), Array(4).fill('IN_TRANSIT'))

      await context.setOffline(false)
      await page.getByText('Colis remis. Merci !').waitFor()
      await until(async () => (await statuses(keys))[1] === 'DELIVERED', 'the second hand-over')
      assert.deepEqual(await statuses(keys), ['DELIVERED', 'DELIVERED', 'IN_TRANSIT', 'IN_TRANSIT'])
      const [one, two] = await Promise.all(keys.slice(0, 2).map((key) => rowOf(service, key)))
      assert.ok((one?.ended_at ?? 0) <= (two?.ended_at ?? 0))
      assert.deepEqual(await page.evaluate('JSON.parse(localStorage.getItem("colis-courier-queue"))'), [])
      for (const at of [0, 1]) await seen(customers[at], /Votre colis est livré/)

      // Far from the doors before, the third sees who comes; not while the courier goes to another first.
      service.clock.forward(120_000)
      await moveTo(context, id, 2_300)
      await seen(customers[2], /Vu à /)
      await customers[2]?.locator('.leaflet-marker-icon.courier, .courier').first().waitFor()
      await page.getByText(`${third.reference} · Colis`).waitFor()
      await press(page, 'D’abord ici')
      await page.getByText('vous y allez d’abord').waitFor()
      await seen(customers[2], /Encore un arrêt avant vous/)
      await until(
        async () => (await customers[2]?.locator('#map .courier').count()) === 0,
        'the courier goes from the map',
      )
      for (const row of [fourth, third]) {
        await page.getByLabel('Code de remise').first().fill(row.confirmation_code)
        await page.getByRole('button', { name: 'Colis remis' }).first().click()
        await until(async () => (await rowOf(service, keyOf(row))).status === 'DELIVERED', 'a hand-over')
        if (row === fourth) await page.getByText(`${third.reference}`).first().waitFor()
      }
      await page.getByText('Pas de course pour l’instant').waitFor()
      await until(async () => (await keptParcels(page)).length === 0, 'nothing is kept of the tour')
      for (const customer of customers) await seen(customer, /Votre colis est livré/)
      // What fails without a network is said by the browser itself.
      assert.deepEqual(
        faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(fault)),
        [],
      )
      for (const customer of customers) await customer.context().close()
      await leave(page, id)
    },
  )

  await suite.test(
    'of actions that were kept without a connection one that is refused is told, and those after it are done',
    async () => {
      const { page, context, first, second, id, keys } = await onTheWay([1_000, 2_000])
      await context.setOffline(true)
      await page.getByLabel('Code de remise').first().fill(wrongFor(first.confirmation_code))
      await page.getByRole('button', { name: 'Colis remis' }).first().click()
      await page.getByText('Votre action est gardée').waitFor()
      const door = page.locator(`details:has-text("${second.reference}")`)
      await door.locator('summary').first().click()
      await door.getByLabel('Code de remise').fill(second.confirmation_code)
      await door.getByRole('button', { name: 'Colis remis' }).click()
      await page.getByText('Actions gardées : 2.').waitFor()
      await context.setOffline(false)
      const told = page.locator('.notice.refused')
      await told.waitFor()
      assert.match(
        (await told.textContent()) ?? '',
        new RegExp(`${first.reference} · Colis 1 – Ce code est faux\\. Essais restants\\s: 4\\.`),
      )
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'DELIVERED'])
      await act(service, keyOf(first), 'handOver')
      await leave(page, id)
    },
  )

  await suite.test(
    'an action that the service always fails with is set aside, told, and sent again when the courier says so',
    async () => {
      const { page, context, first, second, id, keys } = await onTheWay([1_000, 2_000])
      let isBroken = true
      await keepBoth(page, context, { first, second })
      await page.route('**/courier/actions/hand-over', (route) =>
        isBroken && route.request().postData()?.includes(first.id)
          ? route.fulfill({ status: 500, contentType: 'text/html', body: 'Broken.' })
          : route.continue(),
      )
      await context.setOffline(false)
      const aside = page.locator('#aside')
      await hurryUntil(page, () => aside.isVisible())
      assert.match((await aside.textContent()) ?? '', asideOf(first.reference))
      await until(async () => (await statuses(keys))[1] === 'DELIVERED', 'the one behind it is sent')
      await fits(page, 'set-aside')
      await page.reload()
      assert.match((await aside.textContent()) ?? '', asideOf(first.reference))
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'DELIVERED'])
      assert.equal(await page.locator('form[data-action] button:disabled').count(), 0)

      // While the service still fails it is set aside anew; then it is done, once.
      await press(page, 'Réessayer')
      await hurryUntil(page, () => aside.isVisible())
      isBroken = false
      await press(page, 'Réessayer')
      await page.getByText('Colis remis. Merci !').waitFor()
      assert.equal(await aside.isVisible(), false)
      assert.deepEqual(await statuses(keys), ['DELIVERED', 'DELIVERED'])
      assert.deepEqual(await queueOf(page), [])
      await page.unrouteAll({ behavior: 'wait' })
      await leave(page, id)
    },
  )

  await suite.test(
    'an action that never gets an answer while all else does is set aside, told and sent again; an outage sets none aside',
    async () => {
      const { page, context, first, second, id, keys } = await onTheWay([1_000, 2_000])
      let away: 'ALL' | 'FIRST' | 'NOTHING' = 'ALL'
      let tries = 0
      await keepBoth(page, context, { first, second })
      await page.route('**/courier/{look,actions/**}', (route) => {
        const isFirst = route.request().postData()?.includes(first.id) ?? false
        if (isFirst) tries += 1
        return away === 'ALL' || (away === 'FIRST' && isFirst)
          ? route.fulfill({ status: 503, contentType: 'text/html', body: 'Away.' })
          : route.continue()
      })
      await context.setOffline(false)
      const hoursLater = () => page.evaluate('{ const now = Date.now; Date.now = () => now() + 3600000 }')
      const aside = page.locator('#aside')
      const tried = async (more: number) => {
        const before = tries
        await hurryUntil(page, async () => tries >= before + more)
      }
      await tried(4)
      await hoursLater()
      await tried(4)
      assert.equal(await aside.isVisible(), false)
      away = 'FIRST'
      await tried(6)
      assert.equal(await aside.isVisible(), false)
      // The page that is shown after it takes its time: what is pressed meanwhile counts.
      const isShown = Promise.withResolvers<void>()
      await page.route('**/courier', async (route) => {
        await isShown.promise
        await route.continue()
      })
      await hoursLater()
      await hurryUntil(page, () => aside.isVisible())
      assert.match((await aside.textContent()) ?? '', asideOf(first.reference))
      await until(async () => (await statuses(keys))[1] === 'DELIVERED', 'the one behind it is sent')
      away = 'NOTHING'
      await press(page, 'Réessayer')
      isShown.resolve()
      await until(async () => (await statuses(keys))[0] === 'DELIVERED', 'it is sent again')
      await until(async () => (await queueOf(page)).length === 0, 'nothing is left of it')
      await page.unrouteAll({ behavior: 'wait' })
      await leave(page, id)
    },
  )

  await suite.test(
    'what is set aside is given up when the courier says so, and replaced where they send the form again',
    async () => {
      const { page, first, id, keys } = await onTheWay([1_000, 2_000])
      await page.route('**/courier/actions/hand-over', (route) => route.fulfill({ status: 500 }))
      const handOver = async () => {
        await page.getByLabel('Code de remise').first().fill(first.confirmation_code)
        await page.getByRole('button', { name: 'Colis remis' }).first().click()
      }
      const aside = page.locator('#aside')
      await handOver()
      await hurryUntil(page, () => aside.isVisible())
      await handOver()
      await until(async () => !(await aside.isVisible()), 'the new one takes its place')
      await hurryUntil(page, () => aside.isVisible())
      assert.equal((await queueOf(page)).length, 1)
      await press(page, 'Abandonner')
      assert.equal(await aside.isVisible(), false)
      assert.deepEqual(await queueOf(page), [])
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'IN_TRANSIT'])
      await page.unrouteAll({ behavior: 'wait' })
      for (const key of keys) await act(service, key, 'handOver')
      await leave(page, id)
    },
  )

  await suite.test(
    'whether a courier with a parcel goes off duty is asked after what else was kept, and not dropped',
    async () => {
      const { page, context, first, second, id, keys } = await onTheWay([1_000, 2_000, 3_000])
      await keepBoth(page, context, { first, second })
      const off = {
        ...{ courier: id, url: `${address}/courier/actions/go-off-duty`, about: '' },
        body: [['token', randomUUID()]],
      }
      const [one, two] = await queueOf(page)
      await page.evaluate(
        `localStorage.setItem('colis-courier-queue', ${JSON.stringify(JSON.stringify([one, off, two]))})`,
      )
      await context.setOffline(false)
      await page.getByText('Vous avez encore un colis').waitFor()
      assert.deepEqual(await statuses(keys), ['DELIVERED', 'DELIVERED', 'IN_TRANSIT'])
      assert.deepEqual(await queueOf(page), [])
      await page.getByRole('button', { name: 'Terminer le service quand même' }).click()
      await page.getByText('Votre service est terminé.').waitFor()
      for (const key of keys.slice(2)) await act(service, key, 'handOver')
      await page.context().close()
    },
  )

  await suite.test(
    'a parcel of a later stop that cannot be handed over is reported without a connection',
    async () => {
      const { page, context, second, id, keys } = await onTheWay([1_000, 2_000])
      await context.setOffline(true)
      const door = page.locator(`details.door:has-text("${second.reference}")`)
      await door.locator('summary').first().click()
      await door.locator('details.fail summary').click()
      await door.locator('input[value="CUSTOMER_ABSENT"]').check()
      await fits(page, 'failing-later')
      await door.getByRole('button', { name: 'Signaler l’échec' }).click()
      await page.getByText('Votre action est gardée').waitFor()
      await context.setOffline(false)
      await until(async () => (await statuses(keys))[1] === 'FAILED', 'the failure is reported')
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'FAILED'])
      await page.getByText('Échec signalé.').waitFor()
      await act(service, keys[0] as DeliveryKey, 'handOver')
      await act(service, keys[1] as DeliveryKey, 'return')
      await leave(page, id)
    },
  )

  await suite.test(
    'what was chosen about a later parcel stays with it when the page is shown anew',
    async () => {
      const { page, second, id, keys } = await onTheWay([1_000, 2_000])
      const door = page.locator(`details.door:has-text("${second.reference}")`)
      await door.locator('summary').first().click()
      await door.locator('details.fail summary').click()
      await door.locator('input[value="CUSTOMER_ABSENT"]').check()
      await give(service, await orderTo(shop, 3_000), id)
      await look(page)
      await page.getByText('Colis 3').first().waitFor()
      assert.deepEqual(
        await page.evaluate(
          "[...document.querySelectorAll('input:checked')].map(({ form }) => form.elements.delivery.value)",
        ),
        [keys[1]?.id],
      )
      await leave(page, id)
    },
  )

  await suite.test(
    'an arrival without a connection opens the codes of the shop, and both are sent in their order',
    async () => {
      const { id, page, context } = await signedIn()
      const keys = await orderToEach(shop, [1_000, 2_000])
      for (const key of keys) await give(service, key, id)
      const rows = await Promise.all(keys.map((key) => rowOf(service, key)))
      await page.reload()
      await page.getByRole('button', { name: 'Je suis à la boutique' }).waitFor()
      assert.equal(await page.getByLabel(rows[0]?.reference ?? '').count(), 0)
      await page.evaluate('navigator.serviceWorker.ready')
      await until(async () => (await keptParcels(page)).length === 1, 'the tour is kept')
      await context.setOffline(true)
      await press(page, 'Je suis à la boutique')
      for (const row of rows) await page.getByLabel(row.reference).fill(row.pickup_code)
      await fits(page, 'at-the-shop-without-connection')
      await press(page, 'J’ai ces colis')
      await page.getByText('Actions gardées : 2.').waitFor()
      await page.goto(`${address}/courier`)
      await page.getByText('Actions gardées : 2.').waitFor()
      assert.equal(await page.locator('form[data-action] button:disabled').count(), 2)
      await context.setOffline(false)
      await page.getByText('Colis pris. Bonne route !').waitFor()
      assert.deepEqual(await statuses(keys), ['IN_TRANSIT', 'IN_TRANSIT'])
      for (const key of keys) await act(service, key, 'handOver')
      await leave(page, id)
    },
  )

  await suite.test(
    'without a connection the next shop opens once the door before it is done, and all is sent in its order',
    async () => {
      const { id, page, context } = await signedIn()
      const [held, ...fetched] = await orderToEach(shop, [1_000, 2_000, 2_500])
      assert.ok(held)
      await give(service, held, id)
      await act(service, held, 'pickUp')
      for (const key of fetched) await give(service, key, id)
      // The door of the parcel that is aboard comes first.
      await goThereFirst(service.services, id, held)
      const keys = [held, ...fetched]
      const rows = await Promise.all(keys.map((key) => rowOf(service, key)))
      const [door, ...others] = rows
      await page.reload()
      await page.getByRole('heading', { name: 'Livrez le colis' }).waitFor()
      await page.evaluate('navigator.serviceWorker.ready')
      await until(async () => (await keptParcels(page)).length === 1, 'the tour is kept')
      await context.setOffline(true)
      const arrive = page.getByRole('button', { name: 'Je suis à la boutique' })
      assert.equal(await arrive.count(), 0)
      await page
        .getByLabel('Code de remise')
        .first()
        .fill(door?.confirmation_code ?? '')
      await page.getByRole('button', { name: 'Colis remis' }).first().click()
      await arrive.waitFor()
      assert.equal(await page.getByLabel(others[0]?.reference ?? '').count(), 0)
      await arrive.click()
      for (const row of others) await page.getByLabel(row.reference).fill(row.pickup_code)
      await fits(page, 'at-a-later-shop-without-connection')
      await press(page, 'J’ai ces colis')
      await page.getByText('Actions gardées : 3.').waitFor()
      await page.goto(`${address}/courier`)
      await page.getByText('Actions gardées : 3.').waitFor()
      await context.setOffline(false)
      await until(
        async () => `${await statuses(keys)}` === 'DELIVERED,IN_TRANSIT,IN_TRANSIT',
        'all three are sent',
      )
      for (const key of fetched) await act(service, key, 'handOver')
      await leave(page, id)
    },
  )

  await suite.test('an action that is begun while an answer still arrives is sent after it', async () => {
    const { page, first, second, id, keys } = await onTheWay([1_000, 2_000])
    const answered = Promise.withResolvers<void>()
    const pressed = Promise.withResolvers<void>()
    await page.route('**/courier/actions/hand-over', async (route) => {
      const response = await route.fetch()
      answered.resolve()
      await pressed.promise
      await route.fulfill({ response })
    })
    await page.getByLabel('Code de remise').first().fill(first.confirmation_code)
    await page.getByRole('button', { name: 'Colis remis' }).first().click()
    await answered.promise
    const door = page.locator(`details:has-text("${second.reference}")`)
    await door.locator('summary').first().click()
    await door.getByLabel('Code de remise').fill(second.confirmation_code)
    await door.getByRole('button', { name: 'Colis remis' }).click()
    pressed.resolve()
    await until(
      async () => (await statuses(keys)).every((status) => status === 'DELIVERED'),
      'both parcels are handed over',
    )
    await page.unrouteAll({ behavior: 'wait' })
    await leave(page, id)
  })

  await suite.test('an action that an earlier version of the page kept alone is sent', async () => {
    const { page, context, first, id, keys } = await onTheWay([1_000, 2_000])
    await context.setOffline(true)
    await page.getByLabel('Code de remise').first().fill(first.confirmation_code)
    await page.getByRole('button', { name: 'Colis remis' }).first().click()
    await page.getByText('Votre action est gardée').waitFor()
    await page.evaluate(
      `localStorage.setItem('colis-courier-queue', JSON.stringify(JSON.parse(localStorage.getItem('colis-courier-queue'))[0]))`,
    )
    await context.setOffline(false)
    await page.getByText('Colis remis. Merci !').waitFor()
    assert.deepEqual(await statuses(keys), ['DELIVERED', 'IN_TRANSIT'])
    for (const key of keys.slice(1)) await act(service, key, 'handOver')
    await leave(page, id)
  })

  await suite.test(
    'the label of a parcel that is scanned leads to the field of its code, and that of another is told',
    async () => {
      const keys = await orderToEach(shop, [1_000, 2_000])
      const [first, second] = await Promise.all(keys.map((key) => rowOf(service, key)))
      assert.ok(first && second)
      const { id, page } = await signedIn(cameraOf(['COL-ZZZZZZ', second.reference]))
      for (const key of keys) await give(service, key, id)
      for (const key of keys)
        await service.services.db
          .updateTable('deliveries')
          .set({ arrived_at_pickup_at: service.clock.now() })
          .where('deliveries.id', '=', key.id)
          .execute()
      await page.reload()
      await press(page, 'Scanner une étiquette')
      await page.getByText('COL-ZZZZZZ n’est aucun de ces colis.').waitFor()
      await press(page, 'Scanner une étiquette')
      await page.getByText(`C’est Colis 2 · ${second.reference}.`).waitFor()
      assert.equal(
        await page.evaluate('document.activeElement.id'),
        await page.getByLabel(second.reference).getAttribute('id'),
      )
      assert.equal(await page.locator('.scanner video').isVisible(), false)
      for (const key of keys) await act(service, key, 'cancel')
      await leave(page, id)
    },
  )

  await suite.test('where a browser reads no codes, nothing offers to scan', async () => {
    const { id, page } = await signedIn(`delete window.BarcodeDetector`)
    const keys = await orderToEach(shop, [1_000, 2_000])
    for (const key of keys) await give(service, key, id)
    await page.reload()
    await press(page, 'Je suis à la boutique')
    await page.getByText('Laissez vide ce qui n’est pas prêt.').waitFor()
    assert.equal(await page.locator('.scanner').isVisible(), false)
    for (const key of keys) await act(service, key, 'cancel')
    await leave(page, id)
  })

  function statuses(keys: readonly DeliveryKey[]) {
    return Promise.all(keys.map(async (key) => (await rowOf(service, key)).status))
  }

  /** A courier with a parcel to each of these doors, all of them fetched. */
  async function onTheWay(doors: readonly number[]) {
    const signed = await signedIn()
    const keys = await orderToEach(shop, doors)
    for (const key of keys) await give(service, key, signed.id)
    for (const key of keys) await act(service, key, 'pickUp')
    const [first, second] = await Promise.all(keys.map((key) => rowOf(service, key)))
    assert.ok(first && second)
    await signed.page.reload()
    await signed.page.getByRole('heading', { name: 'Livrez le colis' }).waitFor()
    return { ...signed, keys, first, second }
  }

  /** Hands both parcels over without a connection, so that both actions are kept. */
  async function keepBoth(
    page: Page,
    context: BrowserContext,
    { first, second }: Pick<Awaited<ReturnType<typeof onTheWay>>, 'first' | 'second'>,
  ): Promise<void> {
    await context.setOffline(true)
    await page.getByLabel('Code de remise').first().fill(first.confirmation_code)
    await page.getByRole('button', { name: 'Colis remis' }).first().click()
    await page.getByText('Votre action est gardée').waitFor()
    const door = page.locator(`details:has-text("${second.reference}")`)
    await door.locator('summary').first().click()
    await door.getByLabel('Code de remise').fill(second.confirmation_code)
    await door.getByRole('button', { name: 'Colis remis' }).click()
    await page.getByText('Actions gardées : 2.').waitFor()
  }

  /** The courier is so many metres east of the shop, as the service and their phone know. */
  async function moveTo(context: BrowserContext, courierId: string, meters: number) {
    const place = meters === 0 ? center : eastOfShop(meters)
    await context.setGeolocation({ latitude: place.lat, longitude: place.lng })
    await reportPosition(service.services, courierId, { ...place, accuracyMeters: 10 })
  }

  async function customerPage(key: DeliveryKey): Promise<Page> {
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    await page.goto(`${address}/${pagePath(service, key).replace(/^\//, '')}`)
    return page
  }

  async function seen(page: Page | undefined, text: RegExp): Promise<void> {
    await page?.locator('main').getByText(text).first().waitFor()
  }

  function keptParcels(page: Page): Promise<string[]> {
    return page.evaluate(
      "caches.has('colis-courier-parcel').then((has) => has ? caches.open('colis-courier-parcel').then((kept) => kept.keys()) : []).then((all) => all.map(({ url }) => new URL(url).pathname))",
    )
  }

  async function fits(page: Page, name: string): Promise<void> {
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    if (pictures) await page.screenshot({ path: `${pictures}-${name}.png`, fullPage: true })
    assert.deepEqual(await page.evaluate(brokenAtDoubleSize), [])
  }

  async function signedIn(script?: string) {
    const id = await registerCourier(service)
    const number = (await findCourier(service.services.db, id))?.phone ?? ''
    const context = await browser.newContext({
      ...phone,
      permissions: ['geolocation'],
      geolocation: { latitude: center.lat, longitude: center.lng },
    })
    if (script) await context.addInitScript(script)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    await page.goto(`${address}/courier`)
    service.clock.forward(1_000)
    await page.getByLabel('Numéro de téléphone').fill(number)
    await press(page, 'Recevoir un code')
    const field = page.getByLabel('Code à 6 chiffres')
    await field.waitFor()
    await field.fill((await codeSentTo(service, number)) ?? '')
    await press(page, 'Se connecter')
    await page.getByText('Bonjour Koffi').waitFor()
    await setDuty(service.services, id, true)
    await page.reload()
    return { id, page, context, faults }
  }

  async function leave(page: Page, id: string): Promise<void> {
    await page.context().close()
    await setDuty(service.services, id, false)
  }
})

const keyOf = ({ shop_id: shopId, id }: { shop_id: string; id: string }): DeliveryKey => ({ shopId, id })

const look = (page: Page) => page.evaluate("document.dispatchEvent(new Event('courier:look'))")

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** What is queued on the phone. */
const queueOf = (page: Page): Promise<unknown[]> =>
  page.evaluate("JSON.parse(localStorage.getItem('colis-courier-queue'))")

const asideOf = (reference: string) =>
  new RegExp(`^Pas encore enregistré : ${reference} · Colis 1 – Colis remis\\. .*Réessayer.*Abandonner$`)

/** Lets the page try again at once, as it does when a network comes, until something is so. */
const hurryUntil = (page: Page, isSo: () => Promise<boolean>) =>
  until(async () => {
    await page.evaluate("dispatchEvent(new Event('online'))")
    return isSo()
  }, 'the page has tried often enough')

const wrongFor = (code: string): string => (code === '0000' ? '1111' : '0000')
