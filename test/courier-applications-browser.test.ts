import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { approveApplication } from '../src/domain/couriers/applications/approve-application.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { setPayRule } from '../src/domain/deliveries/pay/set-pay-rule.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { applicationOf } from './support/applicant-work.ts'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { plainPng } from './support/pictures.ts'
import { codeSentTo } from './support/sign-in.ts'

const wide = { viewport: { width: 1440, height: 900 }, locale: 'fr-FR' } as const

test('applying on a phone, and couriers on an operator’s screen', { skip: skipBrowser }, async (suite) => {
  let service: TestService
  let browser: Browser
  let base: string
  before(async () => {
    service = await openService(await openAny())
    base = await service.app.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  /** Nothing of the page is wider than the screen. */
  async function assertFits(page: Page): Promise<void> {
    const [width, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )
    assert.ok(width <= screen, `${page.url()} is ${width} px wide on ${screen} px`)
  }

  await suite.test('somebody applies with a code, a photo and an identity document', async () => {
    const page = await (await browser.newContext(phone)).newPage()
    await page.goto(`${base}/courier/apply`)
    await assertFits(page)
    await page.getByLabel('Dans quelle ville').selectOption({ label: 'Cotonou' })
    await page.getByLabel('Votre numéro').fill('01 97 55 44 33')
    await page.getByRole('button', { name: 'Recevoir un code' }).click()
    await page.getByLabel('Code à 6 chiffres').fill((await codeSentTo(service, '+2290197554433')) ?? '')
    await assertFits(page)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByLabel('Prénom').fill('Codjo')
    await page.getByLabel('Nom (si vous en avez un)').fill('Hounsou')
    await page.getByText('Moto', { exact: true }).click()
    await page.getByLabel('Plaque').fill('AB 1234 RB')
    const buffer = plainPng({ width: 300, height: 400 })
    await page.setInputFiles('#photo', { name: 'moi.png', mimeType: 'image/png', buffer })
    await page.setInputFiles('#identity', { name: 'cip.png', mimeType: 'image/png', buffer })
    await assertFits(page)
    await page.getByRole('button', { name: 'Envoyer ma candidature' }).click()
    await page.getByText('Candidature reçue').waitFor()
  })

  for (const [screen, options] of [
    ['a phone', phone],
    ['a wide screen', wide],
  ] as const)
    await suite.test(
      `the operator’s pages of couriers fit ${screen}, and show what people sent`,
      async () => {
        const operator = await openOperations(service)
        const context = await browser.newContext(options)
        await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url: base })))
        const page = await context.newPage()
        const { id } = await applicationOf(service)
        await page.goto(`${base}/operations/couriers/applications/${id}`)
        const photo = page.getByAltText('Photo de Codjo Hounsou')
        await photo.waitFor()
        await photo.scrollIntoViewIfNeeded()
        assert.equal(await photo.evaluate((img: { naturalWidth: number }) => img.naturalWidth), 8)
        await assertFits(page)

        const acting = { ...service.services, actor: { kind: 'OPERATOR', id: operator.accountId } } as const
        const { courierId } = await approveApplication(acting, id)
        await registerCourier(service, { firstName: 'Sèna', plateNumber: 'ZZ 99' })
        await setPayRule(acting, courierId, {
          percent: 75,
          minimumFcfa: 500,
          bonuses: [{ kind: 'HOURS', from: '08:00', to: '20:00', amountFcfa: 100 }],
        })
        const shop = await service.openShop()
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await assignCourier(service.services, key, await checkCourier(service.services.db, courierId))
        await act(service, key, 'pickUp')
        await act(service, key, 'handOver')
        for (const path of [
          '',
          `/${courierId}`,
          `/${courierId}/pay`,
          `/${courierId}/statement`,
          '/new',
          '/applications',
          '/pay',
        ]) {
          await page.goto(`${base}/operations/couriers${path}`)
          await page.locator('h1').waitFor()
          await assertFits(page)
        }
      },
    )
})
