import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openBrowser, phone, skipBrowser } from './support/browser.ts'
import { openAny } from './support/databases.ts'
import { openService, productionSettings, type TestService } from './support/open-service.ts'
import { assertSound } from './support/page-crawl.ts'

/** What the first page and the one of an address that leads nowhere may weigh, compressed. */
const maxBytes = 1_600

let service: TestService
before(async () => {
  service = await openService(await openAny())
})
after(() => service?.close())

async function get(url: string, headers: Record<string, string> = {}, of = service) {
  const { statusCode, rawPayload, headers: sent } = await of.app.inject({ url, headers })
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(sent['content-encoding'])]
  return {
    status: statusCode,
    bytes: rawPayload.length,
    text: (unpack ? unpack(rawPayload) : rawPayload).toString('utf8'),
    headers: sent,
  }
}
const linksOf = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link ?? '')

describe('the first page', () => {
  test('says what this is in the language of the browser, in French where it asks for none of ours', async () => {
    for (const [accept, language, heading] of [
      [undefined, 'fr', 'La livraison des boutiques en ligne'],
      ['fon,yo;q=0.5', 'fr', 'La livraison des boutiques en ligne'],
      ['en-GB,fr;q=0.5', 'en', 'Deliveries for online shops'],
    ] as const) {
      const { status, text, headers } = await get('/', accept ? { 'accept-language': accept } : {})
      assert.equal(status, 200)
      assert.equal(headers['content-language'], language)
      assert.match(text, new RegExp(`<html lang="${language}">`))
      assert.ok(text.includes(`<h1>${heading}</h1>`), text)
    }
    assert.match((await get('/?lang=en')).text, /<html lang="en">/)
    assert.match((await get('/?lang=fr', { 'accept-language': 'en' })).text, /<html lang="fr">/)
    assert.match((await get('/?lang=xx')).text, /<html lang="fr">/)
  })

  test('every link of it leads to a page that is there', async () => {
    for (const language of ['fr', 'en']) {
      const links = linksOf((await get(`/?lang=${language}`)).text)
      for (const link of ['/console', '/courier', `/docs/${language}`, '/operations', '/health/ready'])
        assert.ok(links.includes(link), `${language}: ${link}`)
      for (const link of links) {
        const { status } = await get(link, { accept: 'text/html' })
        assert.ok(status === 200 || status === 302 || status === 303, `${link}: ${status}`)
      }
    }
  })

  test('it is light, has no script, loads nothing, and is sent compressed', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { bytes, text, headers } = await get('/', { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding)
      assert.ok(bytes <= maxBytes, `${encoding}: ${bytes} bytes`)
      assert.doesNotMatch(text, /<script|<link rel="stylesheet"|<img/)
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'self' 'sha256-/,
      )
    }
    assert.equal((await get('/')).headers['content-encoding'], undefined)
  })

  test('it names who runs the service, and says that a sandbox is one', async () => {
    assert.match((await get('/')).text, /bac à sable/)
    const production = await openService(await openAny(), {
      ...productionSettings,
      COMPANY_NAME: 'Zém & Fils <SARL>',
      SUPPORT_EMAIL: 'aide@colis.test',
    })
    const { text } = await get('/', {}, production)
    assert.doesNotMatch(text, /bac à sable/)
    assert.match(
      text,
      /Un service de Zém &#38; Fils &#60;SARL&#62;\.|Un service de Zém &amp; Fils &lt;SARL&gt;\./,
    )
    assert.ok(linksOf(text).includes('mailto:aide@colis.test'))
    await production.close()
  })
})

describe('an address that leads nowhere', () => {
  test('shows people a page that says what to do, and programs the usual body', async () => {
    for (const [language, title] of [
      ['fr', 'Cette page n’existe pas'],
      ['en', 'There is no such page'],
    ] as const) {
      const { status, bytes, text, headers } = await get('/nothing/<b>', {
        accept: 'text/html,*/*;q=0.8',
        'accept-language': language,
      })
      assert.equal(status, 404)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(text.includes(`<h1>${title}</h1>`))
      assert.doesNotMatch(text, /nothing|<script/)
      assert.deepEqual(linksOf(text), ['/', '/'])
      assert.ok(bytes < 3_000)
    }
    for (const [url, accept] of [
      ['/nothing', '*/*'],
      ['/nothing', 'application/json'],
      ['/api/v1/partner/nothing', 'text/html'],
    ] as const) {
      const { status, text, headers } = await get(url, { accept })
      assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'])
      assert.equal(JSON.parse(text).code, 'ROUTE_NOT_FOUND')
    }
  })
})

describe('in a browser', { skip: skipBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser?.close())

  test('no page has a fault that axe calls serious, in both languages, light and dark', async () => {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const page = await (await browser.newContext({ ...phone, bypassCSP: true })).newPage()
    await assertSound(page, origin, [
      '/?lang=fr',
      '/?lang=en',
      '/nothing',
      ...['fr', 'en'].flatMap((language) =>
        ['', '/guide', '/reference', '/errors', '/statuses', '/events', '/changelog'].map(
          (slug) => `/docs/${language}${slug}`,
        ),
      ),
    ])
  })
})
