import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Label } from '../src/doors/console/ordering/labels/label-view.ts'
import { labelView } from '../src/doors/console/ordering/labels/label-view.ts'
import { type LabelFormat, labelsPdf } from '../src/doors/console/ordering/labels/labels-pdf.ts'
import { onEachDatabase } from './support/databases.ts'
import { holdsCode } from './support/holds-code.ts'
import { openService } from './support/open-service.ts'
import { bytesOf, pdfInfo, pdfPages, pdfWords, printedPage, skipPdf } from './support/printed-pdf.ts'

type DecodedCode = { data: string; location: { topLeftCorner: { x: number; y: number } } }
const readCode = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => DecodedCode | null

const plain: Label = {
  reference: 'COL-7K2M9Q',
  shop: 'Boutique Élégance',
  firstName: 'Afi',
  place: 'Cadjèhoun',
  landmark: 'Près de la pharmacie, portail bleu',
  money: { caption: 'À encaisser', text: '12\u202f500\u00a0FCFA' },
  size: 'Petit colis',
  fragile: 'FRAGILE',
}
const numbered = (count: number): Label[] =>
  Array.from({ length: count }, (_, at) => ({ ...plain, reference: `COL-${String(at).padStart(6, '0')}` }))

const createdAt = new Date('2026-11-21T10:00:00.000Z')
const print = async (labels: readonly Label[], format: LabelFormat = 'A6', language: 'fr' | 'en' = 'fr') =>
  bytesOf(await labelsPdf(labels, { format, language, createdAt }))

const linesOf = (page = '') => page.split('\n').filter((line) => line !== '')

describe('labels as a PDF', { skip: skipPdf }, () => {
  test('a label shows what its view holds, and nothing else (decision 136)', async () => {
    const pages = await pdfPages(await print([plain]))
    assert.deepEqual(pages.map(linesOf), [
      [
        'Boutique Élégance',
        'FRAGILE',
        'Petit colis',
        'COL-7K2M9Q',
        'Afi',
        'Cadjèhoun',
        'Près de la pharmacie, portail bleu',
        'À encaisser',
        '12 500 FCFA',
      ],
    ])
  })

  test('names in Fon and Yoruba are printed as they are written', async () => {
    const [firstName, place, landmark] = ['Ọláṣubọ̀mí Kɔ́kú', 'Gbɛ̀gamɛ̀y', 'Ɖò Fɔ̀ngbè xwé kpá, ẹ̀gbẹ́ ọjà ńlá']
    const [page = ''] = await pdfPages(await print([{ ...plain, firstName, place, landmark }]))
    for (const text of [firstName, place, landmark]) assert.ok(page.includes(text.normalize('NFC')), page)
  })

  test('what the typeface does not have is left out, and so is a text of nothing else', async () => {
    const unknown = { shop: '🛍️ Chez 漢字 Afi', firstName: 'محمد', place: '한국', landmark: '👍\u202e\u0007' }
    const pages = await pdfPages(await print([{ ...plain, ...unknown }]))
    assert.deepEqual(pages.map(linesOf), [
      ['Chez Afi', 'FRAGILE', 'Petit colis', 'COL-7K2M9Q', 'À encaisser', '12 500 FCFA'],
    ])
  })

  for (const format of ['A6', 'A4'] as const)
    for (const count of [1, 4, 5, 100])
      test(`${count} labels on ${format} are ${format === 'A6' ? 'one a page' : 'four a page'}`, async () => {
        const pages = await pdfPages(await print(numbered(count), format))
        const perPage = format === 'A6' ? 1 : 4
        assert.equal(pages.length, Math.ceil(count / perPage))
        assert.deepEqual(
          pages.map((page) => page.match(/COL-\d{6}/g)?.sort()),
          pages.map((_, at) =>
            numbered(count)
              .map(({ reference }) => reference)
              .slice(at * perPage, (at + 1) * perPage),
          ),
        )
      })

  test('no label and more than a hundred are refused', async () => {
    for (const count of [0, 101]) await assert.rejects(print(numbered(count)), RangeError)
  })

  test('the code of each label is read from the printed page as the reference alone', async () => {
    const labels = numbered(5)
    const pdf = await print(labels, 'A4')
    const read = [...(await codesOn(pdf, 1)), ...(await codesOn(pdf, 2))]
    assert.deepEqual(
      read,
      labels.map(({ reference }) => reference),
    )
  })

  test('the document names its title, language and date, and nobody', async () => {
    const pdf = await print([plain], 'A6', 'en')
    const info = await pdfInfo(pdf)
    assert.equal(info.Title, 'Label COL-7K2M9Q')
    assert.equal((await pdfInfo(await print(numbered(12)))).Title, '12 étiquettes de colis')
    assert.equal(new Date(info.CreationDate ?? '').toISOString(), createdAt.toISOString())
    assert.deepEqual([info.Creator, info.Producer, info.Tagged], ['Colis', 'Colis', 'yes'])
    assert.deepEqual(
      [info.Author, info.Subject, info.Keywords, info.JavaScript],
      [undefined, undefined, undefined, 'no'],
    )
    assert.match(pdf.toString('latin1'), /\/Lang \(en\)/)
    assert.match(pdf.toString('latin1'), /\/DisplayDocTitle true/)
    assert.match(pdf.toString('latin1'), /\/Alt \(QR code of COL-7K2M9Q\)/)
  })

  const long = 'Adjovi Houngbédji '.repeat(12)
  const hostile: Record<string, Partial<Label>> = {
    'one endless word': {
      shop: 'W'.repeat(200),
      firstName: 'W'.repeat(80),
      place: 'M'.repeat(120),
      landmark: 'W'.repeat(1_000),
    },
    'many words': { shop: long, firstName: long.slice(0, 80), place: long, landmark: long.slice(0, 160) },
    'piles of marks': { firstName: `Z${'\u0301'.repeat(79)}`, landmark: 'Ẹ\u0302\u0301\u030c'.repeat(40) },
    'nothing that can be printed': { shop: '🛍️', firstName: 'محمد', place: '漢字', landmark: '\u202e\u0007' },
    'the largest amount': { money: { caption: 'À encaisser', text: '10\u202f150\u202f000\u00a0FCFA' } },
    'the widest reference': { reference: 'COL-WWWWWW' },
  }
  for (const [what, values] of Object.entries(hostile))
    test(`a label with ${what} stays within its quarter of the page`, async () => {
      const pdf = await print([plain, { ...plain, ...values }, plain, plain], 'A4')
      const [middle, half] = [595.28 / 2, 841.89 / 2]
      const words = await pdfWords(pdf)
      const ours = words.filter(({ left, top }) => left > middle - 15 && top < half)
      assert.ok(ours.length > 0)
      for (const word of ours) {
        assert.ok(word.left >= middle + 19 && word.right <= 595.28 - 19, JSON.stringify(word))
        assert.ok(word.bottom <= half, JSON.stringify(word))
      }
      const { pixels, width, height } = await printedPage(pdf, 1)
      const isBlank = (x: number, y: number) => pixels[Math.round(y) * width + Math.round(x)] === 255
      const [right, bottom] = [width / 2, height / 2]
      for (let y = 0; y < height / 2 - 4; y += 1)
        for (const x of [right + 8, right + 20, width - 20, width - 8]) assert.ok(isBlank(x, y), `${x}, ${y}`)
      // The frame of the amount is 60 points high, and 20 above the lower end of its quarter.
      const aboveFrame = (half - 20 - 60 - 5) * (width / 595.28)
      for (let x = right + 4; x < width - 1; x += 1) assert.ok(isBlank(x, aboveFrame), `${x}`)
      for (let x = right + 4; x < width - 1; x += 1)
        for (const y of [4, 16, bottom - 16, bottom - 6]) assert.ok(isBlank(x, y), `${x}, ${y}`)
      assert.equal((await codesOn(pdf, 1))[1], values.reference ?? plain.reference)
    })

  test('no text breaks the document', async () => {
    const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
    await fc.assert(
      fc.asyncProperty(text(80), text(80), text(60), text(160), async (shop, firstName, place, landmark) => {
        const pages = await pdfPages(await print([{ ...plain, shop, firstName, place, landmark }]))
        assert.equal(pages.length, 1)
        assert.match(pages[0] ?? '', /COL-7K2M9Q/)
        assert.match(pages[0] ?? '', /12\s500\sFCFA/)
      }),
      { numRuns: 25 },
    )
  })

  test('a reader that goes away ends the drawing', async () => {
    const pdf = await labelsPdf(numbered(100), { format: 'A6', language: 'fr', createdAt })
    pdf.once('data', () => pdf.destroy())
    await new Promise((resolve) => pdf.once('close', resolve))
    assert.equal(pdf.readableEnded, false)
  })
})

onEachDatabase((open) => {
  test('the label of an order holds none of its codes, no phone and no last name', {
    skip: skipPdf,
  }, async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const shop = await service.openShop({ name: 'Chez Sènami' })
    const { body: made } = await shop.order({
      customer: { lastName: 'Houngbédji', firstName: 'Fifamè', phone: '97000001' },
      dropoff: { lat: 6.37, lng: 2.43, landmark: 'Portail vert, appeler le 97 00 00 01' },
      instructions: 'Code du portail 8642',
    })
    const { db, pricing } = service.services
    const query = db.selectFrom('deliveries').selectAll().where('deliveries.id', '=', made.id)
    const row = await query.executeTakeFirstOrThrow()
    const label = labelView(row, { shopName: 'Chez Sènami', map: pricing.map.current(), language: 'fr' })

    const pdf = await print([label])
    const [page = ''] = await pdfPages(pdf)

    const shown = [made.reference, 'Chez Sènami', 'Fifamè', 'East', 'Portail vert, appeler le …']
    for (const text of shown) assert.ok(page.includes(text), page)
    const everything = JSON.stringify([label, page, await pdfInfo(pdf)])
    const secrets = [row.customer_phone, '97 00 00 01', '8642', 'Houng']
    for (const secret of secrets) assert.equal(everything.includes(secret), false, secret)
    for (const code of [row.pickup_code, row.confirmation_code])
      assert.equal(holdsCode(everything, code), false)
  })
})

/** The codes on a page of four, from left to right and from top to bottom. */
async function codesOn(pdf: Buffer, page: number): Promise<string[]> {
  const { pixels, width, height } = await printedPage(pdf, page)
  const quarters = [0, 1].flatMap((row) => [0, 1].map((column) => ({ row, column })))
  const [wide, high] = [Math.floor(width / 2), Math.floor(height / 2)]
  return quarters.flatMap(({ row, column }) => {
    const colours = new Uint8ClampedArray(wide * high * 4)
    for (let y = 0; y < high; y += 1)
      for (let x = 0; x < wide; x += 1)
        colours.fill(
          pixels[(y + row * high) * width + x + column * wide] ?? 255,
          (y * wide + x) * 4,
          (y * wide + x + 1) * 4,
        )
    const code = readCode(colours, wide, high)
    return code ? [code.data] : []
  })
}
