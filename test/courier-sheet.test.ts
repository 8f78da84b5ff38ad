import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { speak } from '../src/doors/courier-app/courier-words.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { pdfInfo, pdfPages, pdfWords, skipPdf } from './support/printed-pdf.ts'
import { signInCourier } from './support/sign-in.ts'

const path = '/courier/sheet.pdf'

test('the courier’s sheet', async (suite) => {
  let service: TestService
  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290197000009' })
  })
  after(() => service.close())

  const sheetOf = ({ app }: TestService, url = path) => app.inject({ url })

  await suite.test('anybody loads it, without a session, as a file to keep and print', async () => {
    const { statusCode, headers, rawPayload } = await sheetOf(service)
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-language'], 'fr')
    assert.equal(headers['content-disposition'], 'attachment; filename="fiche-du-livreur.pdf"')
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    assert.equal(headers['set-cookie'], undefined)
    assert.ok(rawPayload.length < 40 * 1024, `${rawPayload.length} bytes`)
  })

  await suite.test(
    'it is two A4 pages in French, in large type that stays on the paper',
    { skip: skipPdf },
    async () => {
      const { rawPayload } = await sheetOf(service)
      const info = await pdfInfo(rawPayload)
      assert.equal(info.Title, 'Fiche du livreur')
      assert.equal(info.Pages, '2')
      assert.match(info['Page size'] ?? '', /A4/)
      const words = await pdfWords(rawPayload)
      for (const { text, left, right, top, bottom } of words)
        assert.ok(left >= 40 && right <= 555 && top >= 30 && bottom <= 830, text)
      // Andika's lines are 1.6 times the size of its letters.
      const small = words.filter(({ top, bottom }) => bottom - top < 20)
      assert.match(small.map(({ text }) => text).join(' '), /^(Fiche du livreur – page \d sur 2 ?)+$/)
    },
  )

  await suite.test(
    'each word of its text is on it, with accents and French spaces, and the number to call',
    { skip: skipPdf },
    async () => {
      const pages = await pdfPages((await sheetOf(service)).rawPayload)
      const printed = pages.join(' ').replaceAll(/Fiche du livreur – page \d sur 2/g, '')
      const written = readFileSync('docs/fr/courier-sheet.md', 'utf8')
        .replaceAll(/^#+ |\*\*/gm, '')
        .replace('`SUPPORT_PHONE`', '+229 01 97 00 00 09')
      assert.equal(plain(printed), plain(written))
      assert.ok(pages[0]?.includes('Quand une course arrive'))
      assert.doesNotMatch(printed, /^\s*[:;!?]/m, 'punctuation stays with its word')
    },
  )

  await suite.test('without SUPPORT_PHONE nothing of a number is on it', { skip: skipPdf }, async () => {
    const other = await openService(await openAny())
    try {
      const printed = (await pdfPages((await sheetOf(other)).rawPayload)).join(' ')
      assert.doesNotMatch(printed, /répond au|SUPPORT_PHONE|undefined|null|\+229/)
      assert.match(printed, /connectez-vous/)
    } finally {
      await other.close()
    }
  })

  await suite.test('it names what is pressed as the pages do', () => {
    const t = speak('fr')
    const pressed = [
      ...[t('Go on duty'), t('Go off duty'), t('Accept'), t('Tell me even with the phone in my pocket')],
      ...[t('My earnings'), t('I am at the shop'), t('I have the parcel'), t('Parcel handed over')],
      ...[t('It cannot be handed over'), t('A problem')],
    ]
    const text = readFileSync('docs/fr/courier-sheet.md', 'utf8')
    for (const name of pressed) assert.ok(text.includes(`**${name}**`), name)
    for (const code of [t('Pickup code'), t('Handover code'), t('Return code')])
      assert.ok(text.includes(`**${code.toLowerCase()}**`), code)
  })

  await suite.test('the guide of tours names what couriers press as their pages say it', () => {
    const t = speak('fr')
    const [, there = ''] = t('At the place: {name}', { name: '…' }).match(/^(.*) : …$/) ?? []
    const named = [
      ...[t('Accept'), t('On your way'), t('I am at the shop'), t('I have these parcels')],
      ...[t('Scan a label'), t('Then'), t('Go there first'), t('Parcel handed over'), there],
      ...[t('Parcel {number}', { number: 1 })],
    ]
    const text = readFileSync('docs/fr/courier-tours.md', 'utf8').replaceAll(/\s+/g, ' ')
    for (const name of named) assert.ok(name && text.includes(`**${name}**`), name)
  })

  await suite.test('many who ask at once get the same bytes, whatever they add to the address', async () => {
    const { rawPayload } = await sheetOf(service)
    const asked = Array.from({ length: 60 }, (_, n) =>
      sheetOf(service, `${path}?lang=en&n=${n}${'x'.repeat(n * 50)}`),
    )
    for (const { statusCode, rawPayload: bytes } of await Promise.all(asked)) {
      assert.equal(statusCode, 200)
      assert.ok(bytes.equals(rawPayload))
    }
    const foreign = await service.app.inject({ method: 'POST', url: path, payload: 'x'.repeat(100_000) })
    assert.ok(foreign.statusCode >= 400 && foreign.statusCode < 500)
  })

  await suite.test('couriers and those who run the service find it', async () => {
    const { visitor } = await signInCourier(service)
    for (const page of ['/courier', '/courier/trips'])
      assert.match((await visitor.open(page)).html, /href="\/courier\/sheet\.pdf"/)
    for (const role of ['OPERATOR', 'DISPATCHER'] as const) {
      const operator = await openOperations(service, { role })
      assert.match((await operator.open('/operations/couriers')).html, /href="\/courier\/sheet\.pdf"/)
    }
  })
})

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
