import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openConsole } from './support/console-work.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { openVisitor, type Page, type Visitor } from './support/visitor.ts'

let service: TestService
let shop: TestShop
let operator: Visitor
let owner: Visitor
before(async () => {
  service = await openService(await openAny())
  shop = await service.openShop({ name: 'Awa Mode' })
  operator = await openOperations(service)
  owner = await openConsole(service, { shopId: shop.shopId })
})
after(() => service.close())

const sheetsOf = ({ html }: Page) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, sheet]) => sheet ?? '')

describe('the name and the colour of the company', () => {
  test('no page loads a colour, and pages say Colis, while none is set', async () => {
    const visitor = openVisitor(service)
    const customer = await visitor.open(pagePath(service, await bringTo(service, shop, 'IN_TRANSIT')))
    assert.match(customer.html, /<footer>Colis<\/footer>/)
    const pages = [customer, await operator.open('/operations'), await visitor.open('/courier/sign-in')]
    for (const page of pages) assert.ok(!sheetsOf(page).some((sheet) => sheet.includes('/company/')))
  })

  test('every door shows both, and a page loads the colour after its own style', async () => {
    await setRules(service.services, { COMPANY_BRAND: 'Zém & Fils', COMPANY_COLOUR: '#7a1f4b' })
    const visitor = openVisitor(service)
    const customer = await visitor.open(pagePath(service, await bringTo(service, shop, 'IN_TRANSIT')))
    const courier = await visitor.open('/courier/sign-in')
    const board = await operator.open('/operations')
    const home = await owner.open(`/console/shops/${shop.shopId}`)
    for (const page of [customer, courier, board, home])
      assert.equal(sheetsOf(page).at(-1), '/assets/company/7a1f4b.css')
    assert.match(board.html, /<span>Zém &#38; Fils<\/span>/)
    assert.match(courier.html, />Zém &#38; Fils<\/a>/)
    assert.match(courier.html, /<meta name="theme-color" content="#7a1f4b">/)
    for (const page of [customer, home]) assert.match(page.html, />Colis, Zém &#38; Fils<\//)
    assert.match(home.html, /<span>Awa Mode<\/span>/)
    assert.match((await visitor.open('/')).html, /Un service de Zém &#38; Fils/)
    for (const page of [await visitor.open('/'), await visitor.open('/status')]) {
      assert.deepEqual(sheetsOf(page), ['/assets/company/7a1f4b.css'])
      assert.match(page.html, /<b>Zém &#38; Fils<\/b>/)
    }
    for (const door of ['operations', 'console', 'courier']) {
      const { body } = await service.app.inject({ url: `/${door}/manifest.webmanifest` })
      assert.equal(JSON.parse(body).theme_color, '#7a1f4b', door)
    }
    await setRules(service.services, { COMPANY_BRAND: '' as never, COMPANY_COLOUR: '' as never })
  })

  test('the developers’ site and the list of packages show both, and make their pages anew with them', async () => {
    const visitor = openVisitor(service)
    const paths = ['/docs/fr', '/docs/en/errors', '/docs/fr/search?q=code', '/docs/fr/nowhere', '/sdk/']
    const shown = async () => {
      const pages = []
      for (const path of paths) pages.push(await visitor.open(path))
      return pages.map((page) => [
        sheetsOf(page).filter((sheet) => sheet.includes('/company/')),
        /<a class="brand"[^>]*>.*?<b>([^<]+)<\/b>/.exec(page.html)?.[1],
      ])
    }
    assert.deepEqual(await shown(), Array(5).fill([[], 'Colis']))
    await setRules(service.services, { COMPANY_BRAND: 'Zém', COMPANY_COLOUR: '#7a1f4b' })
    assert.deepEqual(await shown(), Array(5).fill([['/assets/company/7a1f4b.css'], 'Zém']))
    await setRules(service.services, { COMPANY_BRAND: '' as never, COMPANY_COLOUR: '' as never })
    assert.deepEqual(await shown(), Array(5).fill([[], 'Colis']))
  })

  test('the sheet of a colour says that colour and is kept for ever; no other name is one', async () => {
    const { statusCode, body, headers } = await service.app.inject({ url: '/assets/company/7a1f4b.css' })
    assert.deepEqual([statusCode, body], [200, ':root{--brand:#7a1f4b}'])
    assert.match(String(headers['content-type']), /^text\/css/)
    assert.match(String(headers['cache-control']), /immutable/)
    for (const name of ['7A1F4B.css', '7a1f4.css', '7a1f4b', '7a1f4b;.css', 'red.css'])
      assert.equal((await service.app.inject({ url: `/assets/company/${name}` })).statusCode, 404, name)
  })
})

describe('what a page loads', () => {
  test('no page loads more than 12 KB of style sheets with gzip', async (t) => {
    const visitor = openVisitor(service)
    const { cities } = service.services.pricing.map.current()
    const inShop = `/console/shops/${shop.shopId}`
    for (const [who, path] of [
      [operator, '/operations'],
      [operator, '/operations/service'],
      [operator, `/operations/cities/${cities[0]?.id}`],
      [operator, `/operations/cities/${cities[0]?.id}/zones`],
      [owner, inShop],
      [owner, `${inShop}/deliveries/new`],
      [visitor, pagePath(service, await bringTo(service, shop, 'IN_TRANSIT'))],
      [visitor, '/courier/sign-in'],
      [visitor, '/docs/fr'],
    ] as const) {
      const page = await who.open(path)
      const sheets = await Promise.all(
        sheetsOf(page).map((url) => service.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })),
      )
      const weight = sheets.reduce((bytes, { rawPayload }) => bytes + rawPayload.length, 0)
      t.diagnostic(`${path}: ${weight} bytes of ${sheets.length} sheets`)
      assert.ok(weight <= 12 * 1024, `${path}: ${weight} bytes`)
    }
  })

  test('the drawings of acts and statuses are one file that browsers keep', async () => {
    const { html } = await operator.open('/operations')
    const [, sprite = ''] = /<use href="([^"#]+)#/.exec(html) ?? []
    const { statusCode, headers, body } = await service.app.inject({ url: sprite })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
    assert.match(String(headers['cache-control']), /immutable/)
    for (const [, name] of html.matchAll(/<use href="[^"#]+#([\w-]+)"/g))
      assert.ok(body.includes(`id="${name}"`), name)
  })
})

describe('the look of couriers’ pages', () => {
  test('they are light until a courier chooses, and their phone remembers it', async () => {
    const courier = openVisitor(service)
    const light = await courier.open('/courier/sign-in')
    assert.match(light.html, /<html lang="fr">/)
    const dark = await courier.open('/courier/sign-in?look=dark')
    assert.match(dark.html, /<html lang="fr" class="dark">/)
    assert.match((await courier.open('/courier/sign-in')).html, /class="dark"/)
    assert.doesNotMatch((await courier.open('/courier/sign-in?look=light')).html, /class="dark"/)
    assert.doesNotMatch((await courier.open('/courier/sign-in')).html, /class="dark"/)
  })

  test('anything else than a look is none', async () => {
    const courier = openVisitor(service)
    for (const asked of ['black', 'dark&look=dark', '%22%3E'])
      assert.match((await courier.open(`/courier/sign-in?look=${asked}`)).html, /<html lang="fr">/)
    assert.equal(courier.cookies.get('colis.look'), undefined)
  })
})
