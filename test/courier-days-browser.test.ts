import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { announceToCouriers } from '../src/domain/couriers/announcements/announce-to-couriers.ts'
import { addDocument } from '../src/domain/couriers/documents/add-document.ts'
import { setGoal } from '../src/domain/couriers/goals/set-goal.ts'
import { planShifts } from '../src/domain/couriers/shifts/plan-shifts.ts'
import { listShifts } from '../src/domain/couriers/shifts/shift-store.ts'
import { takeShift } from '../src/domain/couriers/shifts/take-shift.ts'
import { enqueueAnnouncements } from '../src/domain/messages/couriers/enqueue-announcements.ts'
import { readZones } from '../src/domain/zones/zone-store.ts'
import { openBrowser, skipBrowser } from './support/browser.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { axeFaults } from './support/page-crawl.ts'
import { signInCourier } from './support/sign-in.ts'

const day = '2026-11-21'

describe('the pages of couriers’ days in a browser', { skip: skipBrowser }, () => {
  let service: TestService
  let browser: Browser
  let base: string
  let operatorPages: string[]
  let cookies: { operator: Map<string, string>; courier: Map<string, string> }

  before(async () => {
    service = await openService(await openAny(), { PUBLIC_URL: 'http://localhost' })
    const { services } = service
    const cityId = services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
    const [zone] = await readZones(services.db, cityId)
    const [courier, operator] = [await signInCourier(service), await openOperations(service)]
    const at = (time: string) => new Date(`${day}T${time}:00.000Z`)
    for (const [from, until, wanted, zoneIds] of [
      ['10:30', '16:00', 4, []],
      ['17:00', '21:00', 6, [zone?.id ?? '']],
    ] as const)
      await planShifts(services, {
        ...{ cityId, wanted, zoneIds, spans: [{ beginsAt: at(from), endsAt: at(until) }] },
      })
    const [shift] = await listShifts(services.db, { cityId, from: at('00:00'), until: at('23:00') })
    const shiftId = shift?.id ?? ''
    for (const courierId of [courier.id, await registerCourier(service, { firstName: 'Sessi' })])
      await takeShift(services, { shiftId, courierId })
    await announceToCouriers(services, { cityId, text: 'Forte pluie à Akpakpa : roulez doucement.' })
    await enqueueAnnouncements(services.messages)
    await addDocument(services, {
      ...{ courierId: courier.id, kind: 'INSURANCE', expiresOn: '2026-11-30', file: undefined },
    })
    await setGoal(services, courier.id, { period: 'DAY', amountFcfa: 10_000 })
    for (const [hour, value] of [
      [9, 12],
      [12, 30],
      [18, 44],
    ] as const)
      await services.db
        .insertInto('report_sums')
        .values({
          ...{ measure: 'ORDERED', is_month: false, day: '2026-11-14', city_id: cityId },
          ...{ part: zone?.id ?? '', bucket: hour, value },
        })
        .execute()
    const couriers = '/operations/couriers'
    operatorPages = [
      `${couriers}/shifts`,
      `${couriers}/shifts/${shiftId}`,
      `${couriers}/shifts/needs?city=${cityId}&day=${day}`,
      `${couriers}/announcements`,
    ]
    cookies = { operator: operator.cookies, courier: courier.visitor.cookies }
    base = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  async function visit(
    who: 'operator' | 'courier',
    options: object,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ locale: 'fr-FR', ...options })
    await context.addCookies([...cookies[who]].map(([name, value]) => ({ name, value, url: base })))
    await use(await context.newPage())
    await context.close()
  }

  async function assertReadable(page: Page, path: string): Promise<void> {
    const response = await page.goto(`${base}${path}`)
    assert.equal(response?.status(), 200, path)
    assert.deepEqual(await axeFaults(page), [], path)
    const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    assert.equal(tooWide, false, `${path} is wider than the screen`)
  }

  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const)
    test(`at ${width} px, ${colorScheme}, axe finds nothing on the operator’s pages and nothing is too wide`, () =>
      visit('operator', { viewport: { width, height: 800 }, colorScheme }, async (page) => {
        for (const path of operatorPages) await assertReadable(page, path)
      }))

  for (const width of [320, 360])
    test(`at ${width} px axe finds nothing on the courier’s pages and nothing is too wide`, () =>
      visit('courier', { viewport: { width, height: 740 } }, async (page) => {
        for (const path of ['/courier', '/courier/shifts', '/courier/goal', '/courier/trips'])
          await assertReadable(page, path)
      }))

  test('a courier takes a shift by a press, and puts an announcement away', () =>
    visit('courier', { viewport: { width: 360, height: 740 } }, async (page) => {
      await page.goto(`${base}/courier`)
      await page.getByRole('button', { name: 'J’ai lu' }).click()
      await page.getByText('Forte pluie').waitFor({ state: 'detached' })
      await page.goto(`${base}/courier/shifts`)
      await page.getByRole('button', { name: 'Prendre ce créneau' }).click()
      await page.getByText('Le créneau est à vous.').waitFor()
    }))
})
