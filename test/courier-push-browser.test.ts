import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { openBrowser, phone, skipNotifications } from './support/browser.ts'
import { givePushes, hasPushOfOtherKey, losesPush } from './support/browser-pushes.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { answersWith, openPushServer, type PushBrowser, type PushServer } from './support/push-server.ts'
import { type PushWork, pushWork } from './support/push-work.ts'
import { codeSentTo, offerTrip } from './support/sign-in.ts'

const tells = 'Ce téléphone vous prévient, même en poche.'
const lost = 'Ce téléphone ne vous prévient plus en poche.'
const start = 'Me prévenir même téléphone en poche'

test('a courier’s page says whether this phone really tells them', {
  skip: skipNotifications,
}, async (suite) => {
  let service: TestService
  let shop: TestShop
  let browser: Browser
  let server: PushServer
  let work: PushWork
  let address: string

  before(async () => {
    service = await openService(await openAny())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await openBrowser({ notifies: true })
    server = await openPushServer(service.services.push.vapid.publicKey)
    work = pushWork(service, server)
  })
  after(async () => {
    await browser.close()
    await work.close()
    await server.close()
    await service.close()
  })

  const kept = async () => {
    const query = service.services.db.selectFrom('push_subscriptions').select('push_subscriptions.endpoint')
    return (await query.orderBy('push_subscriptions.created_at').execute()).map(({ endpoint }) => endpoint)
  }
  const endpointsOf = (...phones: (PushBrowser | undefined)[]) =>
    phones.map((each) => each?.subscription.endpoint)
  const isSwitch = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

  await suite.test('a subscription that the browser lost is renewed, and offers reach it', async () => {
    const { page, context, phones } = await told(2)
    await page.evaluate(losesPush)
    await page.reload()
    await page.getByText(tells).waitFor()
    assert.deepEqual(await kept(), endpointsOf(phones[1]))
    await offerTrip(service, shop)
    await work.once()
    await phones[1]?.hasReceived(1)
    assert.equal(phones[0]?.received.length, 0)
    await leave(context)
  })

  await suite.test('what cannot be renewed is said, and ended at the service', async () => {
    const { page, context } = await told(1)
    await page.evaluate(losesPush)
    await page.reload()
    await page.getByText(lost).waitFor()
    await isSwitch(page, start)
    assert.equal(await page.getByText(tells).isVisible(), false)
    assert.deepEqual(await kept(), [])
    await leave(context)
  })

  await suite.test(
    'a permission that was reset is said when the page is opened, and ended at the service',
    async () => {
      const { page, context } = await told(1)
      await context.clearPermissions()
      await page.reload()
      await page.getByText(lost).waitFor()
      await isSwitch(page, start)
      assert.deepEqual(await kept(), [])
      await leave(context)
    },
  )

  await suite.test('a subscription under another key of the service is made anew', async () => {
    const { page, context, phones } = await told(2)
    await page.evaluate(hasPushOfOtherKey)
    await page.reload()
    await page.getByText(tells).waitFor()
    assert.deepEqual(await kept(), endpointsOf(phones[1]))
    await leave(context)
  })

  for (const [what, status] of [
    ['an address that its push service no longer knows', 410],
    ['an address that its push service refuses', 403],
  ] as const)
    await suite.test(`${what} is replaced when the page is opened`, async () => {
      const { page, context, phones } = await told(2)
      assert.ok(phones[0])
      phones[0].answering = answersWith(status)
      await offerTrip(service, shop)
      await work.once()
      await page.reload()
      await page.getByText(tells).waitFor()
      assert.deepEqual(await kept(), endpointsOf(phones[1]))
      await leave(context)
    })

  await suite.test('the second phone of a courier says that the other is told, and both can be', async () => {
    const { page: first, context, id } = await told(1)
    const other = await opened(id, 1)
    await other.page.getByText('Un autre de vos téléphones vous prévient.').waitFor()
    await other.page.getByRole('button', { name: start, exact: true }).click()
    await other.page.getByText(tells).waitFor()
    await first.reload()
    await first.getByText(tells).waitFor()
    assert.equal((await kept()).length, 2)
    await other.context.close()
    await leave(context)
  })

  await suite.test('a phone that was switched off stays off', async () => {
    const { page, context } = await told(2)
    await page.getByRole('button', { name: 'Ne plus me prévenir en poche' }).click()
    await isSwitch(page, start)
    await page.reload()
    await isSwitch(page, start)
    assert.deepEqual(await kept(), [])
    await leave(context)
  })

  /** A courier at work on whose phone notifications are on; it may subscribe so many times. */
  async function told(subscriptions: number) {
    await service.services.db.deleteFrom('push_subscriptions').execute()
    const id = await registerCourier(service)
    await setDuty(service.services, id, true)
    await reportPosition(service.services, id, { ...center, accuracyMeters: 12 })
    const signedIn = await opened(id, subscriptions)
    await signedIn.page.getByRole('button', { name: start, exact: true }).click()
    await signedIn.page.getByText(tells).waitFor()
    return { id, ...signedIn }
  }

  /** The page of a courier on a phone where they have just signed in. */
  async function opened(id: string, subscriptions: number) {
    const phones = Array.from({ length: subscriptions }, () => server.browser())
    const number = (await findCourier(service.services.db, id))?.phone ?? ''
    const context = await browser.newContext({
      ...phone,
      permissions: ['geolocation', 'notifications'],
      geolocation: { latitude: center.lat, longitude: center.lng },
    })
    await givePushes(context, phones)
    const page = await context.newPage()
    service.clock.forward(1_000)
    await page.goto(`${address}/courier`)
    await page.getByLabel('Numéro de téléphone').fill(number)
    await page.getByRole('button', { name: 'Recevoir un code' }).click()
    const field = page.getByLabel('Code à 6 chiffres')
    await field.waitFor()
    await field.fill((await codeSentTo(service, number)) ?? '')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByText('Pas de course pour l’instant').waitFor()
    return { page, context, phones }
  }

  async function leave(context: BrowserContext): Promise<void> {
    await context.close()
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  }
})
