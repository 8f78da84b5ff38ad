import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Language, languages } from '../src/base/kernel/language.ts'
import { changeDays } from '../src/cli/reference/write-reference.ts'
import type { PartnerErrorCode } from '../src/contract/errors.ts'
import { partnerErrors } from '../src/contract/partner-errors.ts'
import { deliveryStatuses, eventTypes, paymentStatuses } from '../src/contract/vocabulary.ts'
import { changesIn } from '../src/doors/developer-docs/changes-feed.ts'
import { docsEntries } from '../src/doors/developer-docs/docs-list.ts'
import { errorAdvice } from '../src/doors/developer-docs/reference/error-advice.ts'
import { describedApi, describedOperations } from '../src/http/openapi-document.ts'
import { openAny } from './support/databases.ts'
import { openService, productionSettings, type TestService } from './support/open-service.ts'

const french = JSON.parse(readFileSync('src/words/developer-docs.fr.json', 'utf8')) as Record<string, string>

/** The most that a page weighs, as browsers get it, its style sheet and its script. */
const maxPageBytes = 14_000
/** The page of changes holds all that a version brings. */
const maxChangesBytes = 16_000
const maxStyleBytes = 3_000
const maxScriptBytes = 500

type Sent = { status: number; text: string; headers: Record<string, string | string[] | number | undefined> }

let service: TestService
/** Every page of the site that a link leads to, by its address. */
const pages = new Map<string, string>()

before(async () => {
  service = await openService(await openAny())
  for (const language of languages) await crawl(`/docs/${language}`)
})
after(() => service?.close())

async function get(url: string, headers: Record<string, string> = {}): Promise<Sent> {
  const { statusCode, body, headers: sent } = await service.app.inject({ url, headers })
  return { status: statusCode, text: body, headers: sent }
}

/** Reads a page and every page of the site that it links to. */
async function crawl(address: string): Promise<void> {
  if (pages.has(address)) return
  const { status, text } = await get(address)
  assert.equal(status, 200, address)
  pages.set(address, text)
  for (const link of linksOf(text)) {
    const [path = ''] = link.split('#')
    if (/^\/docs\/(fr|en)(\/|$)/.test(path)) await crawl(path)
  }
}

const linksOf = (page: string) => [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link ?? '')
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
const languageOf = (address: string): Language => (address.startsWith('/docs/fr') ? 'fr' : 'en')
const pageAt = (address: string): string => pages.get(address) ?? assert.fail(`no link leads to ${address}`)
const descriptionOf = () => describedApi(service.app)
const operationsOf = () => describedOperations(descriptionOf())

describe('every page of the developers’ site', () => {
  test('is there in both languages, under the same name', () => {
    const names = (language: Language) =>
      [...pages.keys()]
        .filter((address) => languageOf(address) === language)
        .map((address) => address.replace(/^\/docs\/../, ''))
        .sort()
    assert.deepEqual(names('fr'), names('en'))
    for (const { slug } of docsEntries) assert.ok(names('fr').includes(`/${slug}`), slug)
    assert.ok(names('fr').length >= docsEntries.length + 6)
  })

  test('says its language, has a title of its own, a heading and a link to itself in the other language', async () => {
    const titles = new Set<string>()
    for (const [address, page] of pages) {
      const language = languageOf(address)
      assert.match(page, new RegExp(`^<!doctype html>\n<html lang="${language}">`), address)
      assert.equal((await get(address)).headers['content-language'], language, address)
      const [, title = ''] = /<title>([^<]+)<\/title>/.exec(page) ?? []
      assert.match(title, /Colis/, address)
      titles.add(`${language} ${title}`)
      assert.equal(page.match(/<h1>/g)?.length, 1, address)
      const other = address.replace(/^\/docs\/../, language === 'fr' ? '/docs/en' : '/docs/fr')
      assert.ok(linksOf(page).includes(other), address)
    }
    assert.equal(titles.size, pages.size)
  })

  test('links only to pages and places that exist', async () => {
    const elsewhere = new Set<string>()
    for (const [address, page] of pages) {
      for (const link of linksOf(page)) {
        const [path = '', hash] = link.split('#')
        const target = path === '' ? page : pages.get(path)
        if (target === undefined) elsewhere.add(path)
        else if (hash !== undefined)
          assert.ok(idsOf(target).includes(decodeURIComponent(hash)), `${address} links to ${link}`)
      }
    }
    assert.deepEqual([...elsewhere].sort(), [
      '/docs/changes.en.atom',
      '/docs/changes.fr.atom',
      '/docs/colis.postman_collection.json',
      '/docs/try',
      '/llms.txt',
      '/openapi.json',
      '/sdk/',
      '/status?lang=en',
      '/status?lang=fr',
    ])
    for (const path of elsewhere) assert.equal((await get(path)).status, 200, path)
  })

  test('names no place twice', () => {
    for (const [address, page] of pages) assert.equal(new Set(idsOf(page)).size, idsOf(page).length, address)
  })

  test('holds no script and no style of its own, and may load from the service alone', async () => {
    for (const [address, page] of pages) {
      const [script = '', ...others] = page.match(/<script[\s\S]*?<\/script>/g) ?? []
      assert.match(
        script,
        /^<script defer src="\/assets\/docs\/[^"]*" data-copy="[^"]+" data-copied="[^"]+"><\/script>$/,
      )
      assert.deepEqual(others, [], address)
      assert.doesNotMatch(page, /<style|<iframe|<object|<[^>]* (style|on\w+)=/, address)
      for (const [, asset = ''] of page.matchAll(/ (?:src|href)="([^"]*)"/g))
        assert.match(asset, /^(\/|#)/, address)
      const { headers } = await get(address)
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })

  test(`weighs at most ${maxPageBytes} bytes over the wire, the style sheet ${maxStyleBytes} and the script ${maxScriptBytes}`, async () => {
    for (const [address, page] of pages) {
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await service.app.inject({ url: address, headers: { 'accept-encoding': encoding } })
        assert.equal(answer.headers['content-encoding'], encoding)
        const maxBytes = address.endsWith('/changelog') ? maxChangesBytes : maxPageBytes
        assert.ok(answer.rawPayload.length <= maxBytes, `${address} weighs ${answer.rawPayload.length}`)
        assert.equal(unpack(answer.rawPayload).toString(), page)
      }
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page) ?? []
      const sheet = await service.app.inject({ url: style, headers: { 'accept-encoding': 'br' } })
      assert.ok(sheet.rawPayload.length <= maxStyleBytes, `the style sheet weighs ${sheet.rawPayload.length}`)
      assert.doesNotMatch((await get(style)).text, /url\(|@import/)
      const [, src = ''] = /<script defer src="([^"]+)"/.exec(page) ?? []
      const script = await service.app.inject({ url: src, headers: { 'accept-encoding': 'br' } })
      assert.ok(script.rawPayload.length <= maxScriptBytes, `the script weighs ${script.rawPayload.length}`)
      assert.equal(script.headers['cache-control'], sheet.headers['cache-control'])
      assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
    }
  })

  test('names the column of each cell of a table, for phones, where it has a name', () => {
    for (const [address, page] of pages)
      for (const [, head = '', body = ''] of page.matchAll(/<thead>(.*?)<\/thead><tbody>(.*?)<\/tbody>/gs)) {
        const names = [...head.matchAll(/<th>(.*?)<\/th>/g)].map(([, name = '']) =>
          name.replace(/<[^>]*>/g, ''),
        )
        const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row)
        const labels = rows.map((row) =>
          [...row.matchAll(/<td(?: data-label="([^"]*)")?>/g)].map(([, label = '']) => label),
        )
        for (const each of labels) assert.deepEqual(each, names, address)
      }
  })

  test('is kept by browsers, and read again only when it has changed', async () => {
    for (const address of pages.keys()) {
      const { headers } = await get(address)
      assert.match(String(headers['cache-control']), /^public, max-age=\d+$/)
      const again = await get(address, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.status, again.text], [304, ''], address)
    }
  })

  test('answers HEAD as it answers GET, without a body', async () => {
    for (const address of pages.keys()) {
      const head = await service.app.inject({ method: 'HEAD', url: address })
      assert.deepEqual([head.statusCode, head.body], [200, ''])
      assert.equal(head.headers['content-type'], 'text/html; charset=utf-8')
    }
  })
})

describe('the reference of the developers’ site', () => {
  for (const language of languages) {
    test(`every operation stands under its name with its rights and error codes (${language})`, () => {
      const operations = operationsOf()
      assert.ok(operations.length >= 12)
      for (const operation of operations) {
        const tag = operation.tags[0]?.toLowerCase().replaceAll(' ', '-')
        const page = pageAt(`/docs/${language}/reference/${tag}`)
        const [, section = ''] = page.split(`id="${operation.operationId}"`)
        const own = section.split('</section>')[0] ?? ''
        for (const right of operation['x-scopes']) assert.ok(own.includes(`<code>${right}</code>`), right)
        for (const code of operation['x-error-codes'])
          assert.ok(
            own.includes(`href="/docs/${language}/errors#${code}"`),
            `${operation.operationId} ${code}`,
          )
      }
    })

    test(`every named object of the description has a page, and its name in their index leads there (${language})`, () => {
      const address = `/docs/${language}/reference/objects`
      const index = pageAt(address)
      for (const name of Object.keys(descriptionOf().components.schemas)) {
        assert.match(index, new RegExp(`<li id="${name}"><a href="${address}/${name}">`))
        assert.match(pageAt(`${address}/${name}`), new RegExp(`<h1>${name}</h1>`))
      }
    })

    test(`an operation leads to the page of the object that it answers, and that page back to it (${language})`, () => {
      const operation = `/docs/${language}/reference/deliveries`
      const object = `/docs/${language}/reference/objects/CreatedDelivery`
      assert.ok(linksOf(pageAt(operation)).includes(object))
      assert.ok(linksOf(pageAt(object)).includes(`${operation}#createDelivery`))
      assert.ok(linksOf(pageAt(object)).includes(`/docs/${language}/reference/objects`))
    })

    test(`every error code stands under its name with what to do (${language})`, () => {
      const page = pageAt(`/docs/${language}/errors`)
      for (const code of Object.keys(partnerErrors)) {
        assert.ok(idsOf(page).includes(code), code)
        const advice = errorAdvice[code as PartnerErrorCode]
        const said = language === 'fr' ? french[advice] : advice
        assert.ok((said?.length ?? 0) > 20, `nothing says what to do about ${code}`)
        assert.ok(language === 'en' || said !== advice, `what to do about ${code} is said in English alone`)
      }
    })

    test(`every status and every event stands under its name (${language})`, () => {
      const statuses = idsOf(pageAt(`/docs/${language}/statuses`))
      for (const status of deliveryStatuses) assert.ok(statuses.includes(status), status)
      for (const status of paymentStatuses) assert.ok(statuses.includes(`payment-${status}`), status)
      const events = pageAt(`/docs/${language}/events`)
      for (const type of eventTypes) {
        assert.ok(idsOf(events).includes(type), type)
        assert.match(events, new RegExp(`<td[^>]*><a [^>]*><code>${RegExp.escape(type)}</code>`), type)
      }
    })

    test(`every webhook of the description is shown with its example body (${language})`, () => {
      const events = pageAt(`/docs/${language}/events`)
      for (const type of Object.keys(descriptionOf().webhooks ?? {}))
        assert.match(
          events.split(`id="${type}"`)[1] ?? '',
          /^[\s\S]{0,300}<details><summary>[^<]+<\/summary><div class="code"><pre[^>]*><code>\{\n {2}&#34;id&#34;/,
        )
    })
  }

  test('everything that the description says is said in French too', () => {
    const french = JSON.parse(readFileSync('src/words/reference.fr.json', 'utf8')) as Record<string, string>
    const { tags, paths, components } = descriptionOf()
    const texts = [tags, paths, components.schemas, components.responses].flatMap(textsOf)
    assert.ok(texts.length > 200)
    assert.deepEqual(
      [...new Set(texts)].filter((text) => !(text in french)),
      [],
    )
  })
})

/** What the reference shows of a part of the description: summaries, descriptions by paragraph, names of groups. */
function textsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  if (Array.isArray(part)) return part.flatMap(textsOf)
  return Object.entries(part).flatMap(([key, value]) => {
    if (['example', 'examples', 'headers'].includes(key)) return []
    const isText = typeof value === 'string' && ['summary', 'description'].includes(key)
    return isText ? value.split('\n\n').filter(isShown) : textsOf(value)
  })
}

/** Rights and error codes are shown in another form. */
const isShown = (text: string) => !/^Needs (the right|one of)|^`[A-Z_]+`(, `[A-Z_]+`)*$/.test(text)

describe('addresses of the developers’ site', () => {
  test('/docs leads to French, or to English where the browser prefers it', async () => {
    for (const [path, language, expected] of [
      ['/docs', '', '/docs/fr'],
      ['/docs/', 'fr-BJ,fr;q=0.9', '/docs/fr'],
      ['/docs', 'en-US,en;q=0.9,fr;q=0.1', '/docs/en'],
      ['/docs', 'de', '/docs/fr'],
    ] as const) {
      const { status, headers } = await get(path, language ? { 'accept-language': language } : {})
      assert.deepEqual([status, headers.location], [302, expected])
    }
    assert.equal((await get('/docs/fr/')).headers.location, '/docs/fr')
  })

  test('the language of a page is that of its address, whatever the browser prefers', async () => {
    const { text, headers } = await get('/docs/fr/guide', { 'accept-language': 'en' })
    assert.match(text, /<html lang="fr">/)
    assert.equal(headers['content-language'], 'fr')
  })

  test('an address that does not exist, or that points out of the site, gets a page that says so', async () => {
    for (const path of [
      '/docs/fr/nothing',
      '/docs/en/reference/nothing',
      '/docs/nothing',
      '/docs/fr/..%2f..%2fpackage.json',
      '/docs/fr//etc/passwd',
      '/docs/fr/partner-guide.md',
      '/docs/fr/__proto__',
      '/docs/fr/constructor',
      '/docs/fr/%00',
      `/docs/fr/${'x'.repeat(5_000)}`,
    ]) {
      const { status, text, headers } = await get(path)
      assert.equal(status, 404, path)
      assert.match(text, /^<!doctype html>\n<html lang="(fr|en)">[\s\S]*<h1>/, path)
      assert.doesNotMatch(text, /"dependencies"|root:/)
      assert.equal(headers['cache-control'], 'no-store')
    }
    for (const path of ['/docs/fr/%2e%2e/%2e%2e/package.json', '/docs/fr/../../package.json'])
      assert.equal((await get(path)).status, 404, path)
    assert.match((await get('/docs/en/nothing')).text, /There is no such page/)
    assert.match((await get('/docs/nothing', { 'accept-language': 'en' })).text, /There is no such page/)
  })

  test('a page takes no method but GET and HEAD', async () => {
    const { statusCode, headers } = await service.app.inject({ method: 'POST', url: '/docs/fr/guide' })
    assert.deepEqual([statusCode, headers.allow], [405, 'GET, HEAD'])
  })

  test('the link of an error leads to its entry', async () => {
    for (const language of languages) {
      const { text } = await get('/api/v1/partner/zones', { 'accept-language': language })
      const { details } = JSON.parse(text) as { details: { docs: string } }
      const [path = '', anchor = ''] = details.docs.replace('http://colis.test', '').split('#')
      assert.ok(idsOf(pageAt(path)).includes(anchor))
    }
  })
})

describe('the search of the developers’ site', () => {
  const found = async (language: Language, question: string) => {
    const { status, text, headers } = await get(`/docs/${language}/search?q=${encodeURIComponent(question)}`)
    assert.equal(status, 200)
    assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex'])
    const [, list = ''] = text.split('<ul class="cards">')
    return linksOf(list.split('</ul>')[0] ?? '')
  }

  for (const [language, question, first] of [
    ['fr', 'EXTERNAL_REF_TAKEN', '/docs/fr/errors#EXTERNAL_REF_TAKEN'],
    ['en', 'delivery.failed', '/docs/en/events#delivery.failed'],
    ['fr', 'créer une livraison', '/docs/fr/reference/deliveries#createDelivery'],
    ['fr', 'CREER UNE LIVRAISON', '/docs/fr/reference/deliveries#createDelivery'],
    ['en', 'change a secret', '/docs/en/rotate-secrets'],
    ['fr', 'changer de secrets', '/docs/fr/rotate-secrets'],
  ] as const) {
    test(`finds ${first} first for “${question}”`, async () => {
      const [link] = await found(language, question)
      assert.equal(link, first)
    })
  }

  test('finds the same with accents and without, and a word in the plural and in the singular', async () => {
    for (const [one, other] of [
      ['clé', 'cle'],
      ['événement', 'evenements'],
      ['l’adresse de retrait', 'adresses de retrait'],
    ] as const) {
      const links = await found('fr', one)
      assert.ok(links.length > 0, one)
      assert.deepEqual(links, await found('fr', other), one)
    }
  })

  test('leads only to places that exist, twenty at most, whatever is asked', async () => {
    for (const question of [
      'a',
      'e',
      'shop',
      '%',
      '"><script>',
      'x'.repeat(5_000),
      'e '.repeat(40),
      '…',
      '(',
    ]) {
      const links = await found('en', question)
      assert.ok(links.length <= 20, question)
      for (const link of links) {
        const [path = '', hash] = link.split('#')
        if (hash !== undefined) assert.ok(idsOf(pageAt(path)).includes(decodeURIComponent(hash)), link)
        else pageAt(path)
      }
    }
    assert.deepEqual(await found('en', 'xyzzyx'), [])
  })

  test('reads a question that is cut within a sign', async () => {
    const question = `${'a'.repeat(98)}😀`
    for (const cut of [question, `${'a'.repeat(99)}😀`])
      assert.equal((await get(`/docs/en/search?q=${encodeURIComponent(cut)}`)).status, 200)
  })

  test('shows what was asked, escaped, and keeps it in the other language', async () => {
    const { text } = await get('/docs/en/search?q=%22%3E%3Cb%3E&q=x')
    assert.doesNotMatch(text, /value="[^"]*"><b>/)
    const { text: asked } = await get('/docs/en/search?q=%22%3E%3Cb%3E')
    assert.ok(
      asked.includes('value="&#34;&#62;&#60;b&#62;"') || asked.includes('value="&quot;&gt;&lt;b&gt;"'),
      asked,
    )
    assert.ok((await get('/docs/en/search?q=webhook')).text.includes('href="/docs/fr/search?q&#61;webhook"'))
    assert.match((await get('/docs/fr/search?q=xyzzyx')).text, /Rien ne correspond à/)
  })
})

describe('what programs read of the developers’ site', () => {
  test('/llms.txt names every page in both languages, and each of its addresses answers', async () => {
    const { text, headers } = await get('/llms.txt')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(text, /^# Colis partner API\n\n> /)
    const links = [...text.matchAll(/\]\(http:\/\/colis\.test([^)]+)\)/g)].map(([, path = '']) => path)
    assert.equal(links.length, docsEntries.length * 2 + 2)
    for (const link of links) {
      const { status, text: page, headers: sent } = await get(link)
      assert.equal(status, 200, link)
      if (!link.endsWith('.md')) continue
      assert.equal(sent['content-type'], 'text/markdown; charset=utf-8', link)
      assert.match(page, /^# /, link)
      for (const [, target = ''] of page.matchAll(/\]\(http:\/\/colis\.test([^)#]+)/g))
        assert.equal((await get(target)).status, 200, `${link} leads to ${target}`)
    }
  })

  for (const language of languages) {
    test(`the changes are a valid Atom feed whose ids stay (${language})`, async () => {
      const url = `/docs/changes.${language}.atom`
      const { text, headers } = await get(url)
      assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8')
      assert.deepEqual(xmlFaults(text), [])
      const of = (name: string, part = text) =>
        [...part.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value)
      const [head = '', ...entries] = text.split('<entry>')
      for (const name of ['id', 'title', 'updated']) assert.equal(of(name, head).length, 1, name)
      assert.ok(head.includes(`rel="self" type="application/atom+xml" href="http://colis.test${url}"`))
      assert.ok(entries.length > 20 && entries.length <= 50)
      for (const entry of entries) {
        for (const name of ['id', 'title', 'updated', 'published'])
          assert.equal(of(name, entry).length, 1, name)
        assert.match(
          of('id', entry)[0] ?? '',
          /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
        )
        assert.ok(Date.parse(of('updated', entry)[0] ?? '') <= Date.parse(of('updated', head)[0] ?? ''))
      }
      const ids = of('id')
      assert.equal(new Set(ids).size, ids.length)
      const page = get(`/docs/${language}/changelog`)
      assert.ok((await page).text.includes(`type="application/atom+xml"`))
    })
  }

  test('a change keeps its id when its lines are wrapped otherwise, when others come before it, and when it is released', () => {
    const changelog = '# Changelog\n\n## 1, not released\n\n- One change\n  of `x`.\n- Another.\n'
    const [one, other] = changesIn(changelog, 'en')
    assert.equal(one?.text, 'One change of `x`.')
    const later =
      '# Changelog\n\n## 1, 2026-12-24\n\n- New.\n- One\n  change of\n  `x`.\n- Another.\n\nAnd so on.\n'
    assert.deepEqual(changesIn(later, 'en').slice(1), [one, other])
    assert.notEqual(changesIn(changelog, 'fr')[0]?.id, one?.id)
  })

  test('the days of changes are kept, and new ones are of the day on which they were written down', async () => {
    const first = await changeDays({}, '2026-11-27')
    assert.deepEqual(Object.keys(first), ['2026-11-27'])
    const [id = '', ...others] = first['2026-11-27'] ?? []
    const later = await changeDays({ '2026-11-20': others }, '2026-12-01')
    assert.deepEqual(later, { '2026-11-20': others, '2026-12-01': [id] })
    const days = Object.keys(JSON.parse(readFileSync('docs/reference/changes.json', 'utf8')) as object)
    for (const day of days) assert.match(day, /^20\d\d-\d\d-\d\d$/)
  })
})

/** What is wrong with a text as XML without a DTD: tags that do not close, bare ampersands, forbidden characters. */
function xmlFaults(text: string): string[] {
  const open: string[] = []
  const faults: string[] = text.match(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g) ?? []
  if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))
    faults.push('character')
  for (const [, end, name = '', empty] of text.matchAll(/<(\/?)([a-z]+)(?: [\w:]+="[^"<]*")*\s*(\/?)>/g)) {
    if (end && open.pop() !== name) faults.push(`</${name}>`)
    if (!end && !empty) open.push(name)
  }
  return [...faults, ...open]
}

describe('the collection for Postman', () => {
  test('is served as a file to keep, for this sandbox, and linked from the first page of the reference', async () => {
    const url = '/docs/colis.postman_collection.json'
    const { status, text, headers } = await get(url)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['content-disposition'], 'attachment; filename="colis.postman_collection.json"')
    assert.equal(headers['content-language'], undefined)
    const stored = readFileSync('docs/reference/colis.postman_collection.json', 'utf8')
    assert.equal(text, stored.replaceAll('http://127.0.0.1:8080', 'http://colis.test'))
    assert.notEqual(text, stored)
    const packed = await service.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    assert.equal(gunzipSync(packed.rawPayload).toString(), text)
    for (const language of languages) {
      const links = linksOf(pageAt(`/docs/${language}/reference`))
      assert.ok(links.includes(url) && links.includes('/openapi.json'))
    }
  })
})

describe('commands on the developers’ site', () => {
  test('those of a sandbox name its own address', () => {
    assert.match(pageAt('/docs/fr/guide'), /^COLIS=http:\/\/colis\.test\/api/m)
    assert.doesNotMatch(pageAt('/docs/fr/guide'), /127\.0\.0\.1:8080/)
  })

  test('those of production do not name it, so that nobody orders a courier by copying', async () => {
    const production = await openService(await openAny(), {
      ...productionSettings,
      PUBLIC_URL: 'https://colis.example',
    })
    try {
      const guide = await production.app.inject({ url: '/docs/fr/guide' })
      assert.equal(guide.statusCode, 200)
      assert.match(guide.body, /COLIS=http:\/\/127\.0\.0\.1:8080\/api/)
      const home = await production.app.inject({ url: '/docs/en' })
      assert.match(home.body, /This production service[\s\S]*https:\/\/colis\.example\/api\/v1\/partner/)
    } finally {
      await production.close()
    }
  })
})

describe('the page that tries calls and the description', () => {
  /** What a browser loads of the page with the description, compressed, at most, and of the description alone. */
  const maxTryBytes = 520_000
  const maxDescriptionBytes = 30_000
  const raw = (url: string, headers: Record<string, string>) => service.app.inject({ url, headers })

  test('all of it is sent compressed, and the same as without', async () => {
    const page = await raw('/docs/try/', {})
    const files = [...page.body.matchAll(/(?:href|src)="\.\/(static\/[^"]+)"/g)].map(
      ([, file]) => `/docs/try/${file}`,
    )
    assert.ok(files.length >= 5, String(files))
    let bytes = 0
    for (const url of [
      '/docs/try/',
      ...files.filter((file) => /\.(css|js)$/.test(file)),
      '/docs/try/json',
      '/openapi.json',
    ]) {
      const plain = await raw(url, {})
      assert.equal(plain.headers['content-encoding'], undefined, url)
      for (let time = 0; time < 2; time += 1) {
        const packed = await raw(url, { 'accept-encoding': 'gzip, br' })
        assert.deepEqual([packed.statusCode, packed.headers['content-encoding']], [200, 'br'], url)
        assert.match(String(packed.headers.vary), /accept-encoding/)
        assert.deepEqual(brotliDecompressSync(packed.rawPayload), plain.rawPayload, url)
        if (time === 0 && url !== '/docs/try/json') bytes += packed.rawPayload.length
      }
      const gzipped = await raw(url, { 'accept-encoding': 'gzip' })
      assert.deepEqual(gunzipSync(gzipped.rawPayload), plain.rawPayload, url)
    }
    const description = await raw('/openapi.json', { 'accept-encoding': 'br' })
    assert.ok(description.rawPayload.length <= maxDescriptionBytes, `${description.rawPayload.length} bytes`)
    assert.ok(bytes <= maxTryBytes, `${bytes} bytes`)
  })

  test('a browser that has a file asks whether it has changed, and gets it once', async () => {
    const url = '/docs/try/static/swagger-ui.css'
    const { etag } = (await raw(url, { 'accept-encoding': 'br' })).headers
    const again = await raw(url, { 'accept-encoding': 'br', 'if-none-match': String(etag) })
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
  })

  test('what does not exist there is refused, however often and by whichever name', async () => {
    for (const path of ['nothing.js', '..%2f..%2fpackage.json', '%2e%2e/package.json', 'a'.repeat(300)])
      assert.ok((await raw(`/docs/try/static/${path}`, { 'accept-encoding': 'br' })).statusCode >= 400, path)
  })
})
