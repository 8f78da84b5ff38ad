import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { PaperFormat } from '../src/doors/console/ordering/labels/label-formats.ts'
import type { Label } from '../src/doors/console/ordering/labels/label-view.ts'
import { labelView } from '../src/doors/console/ordering/labels/label-view.ts'
import { labelsPdf } from '../src/doors/console/ordering/labels/labels-pdf.ts'
import { labelsZpl } from '../src/doors/console/ordering/labels/labels-zpl.ts'
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
const print = async (labels: readonly Label[], format: PaperFormat = 'A6', language: 'fr' | 'en' = 'fr') =>
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

  test('names in Arabic and N’Ko are printed as they are written (decision 309)', async () => {
    const [firstName, place, landmark] = ['مُحَمَّد', 'ߓߡߊ߬ߞߐ߫', 'خلف المسجد الكبير قرب باب أخضر']
    const [page = ''] = await pdfPages(await print([{ ...plain, firstName, place, landmark }]))
    for (const text of [firstName, place, landmark])
      assert.ok(lettersOf(page).includes(lettersOf(text)), `${text} in ${page}`)
  })

  test('of a line in two directions each word stands where it is read', async () => {
    const landmark = 'Chez محمد علي, porte 12 (مكة)'
    const words = await pdfWords(await print([{ ...plain, landmark }]))
    const lefts = ['Chez', 'علي', 'محمد', 'porte', '12'].map((text) => {
      const found = words.find((word) => isWritten(word.text, text))
      assert.ok(found, `${text} in ${words.map((word) => word.text)}`)
      return found.left
    })
    assert.deepEqual(
      lefts,
      lefts.toSorted((one, other) => one - other),
    )
  })

  test('a text that begins in Arabic stands at the right, with its figures in their order', async () => {
    const words = await pdfWords(await print([{ ...plain, landmark: 'شارع 12 منزل ٣٤' }]))
    const rightOf = (text: string) => words.find((word) => isWritten(word.text, text))?.right ?? 0
    assert.ok(Math.abs(rightOf('شارع') - (105 / 25.4) * 72 + 20) < 3, `${rightOf('شارع')}`)
    assert.ok(rightOf('12') < rightOf('شارع') && rightOf('٣٤') < rightOf('منزل'))
    assert.ok(rightOf('منزل') < rightOf('12'))
  })

  test('letters that no typeface has are written in Latin ones, and nothing is ever a box', async () => {
    const unknown = { shop: '🛍️ Chez 漢字 Afi', firstName: 'አበበ', place: '한국', landmark: '👍\u202e\u0007' }
    const pages = await pdfPages(await print([{ ...plain, ...unknown }]))
    assert.deepEqual(pages.map(linesOf), [
      [
        'Chez HanZi Afi',
        'FRAGILE',
        'Petit colis',
        'COL-7K2M9Q',
        "'abebe",
        'HanGug',
        'À encaisser',
        '12 500 FCFA',
      ],
    ])
  })

  for (const firstName of ['👩🏾', '-', '…', '\u202e', '12'])
    test(`of somebody called ${JSON.stringify(firstName)} the label says that they are a customer`, async () => {
      const [page = ''] = await pdfPages(await print([{ ...plain, firstName }]))
      assert.equal(linesOf(page)[4], 'Client')
    })

  for (const [format, millimetres] of [
    ['ROLL_58', 58],
    ['ROLL_80', 80],
  ] as const)
    test(`on a roll of ${millimetres} mm each label is a page of that width, as long as it needs`, async () => {
      const long = { ...plain, landmark: 'Derrière la grande mosquée, portail vert, deuxième étage à gauche' }
      const pdf = await print([plain, { ...long, reference: 'COL-WWWWWW' }], format)
      const pages = await pdfPages(pdf)
      assert.equal(pages.length, 2)
      const heights = []
      for (const [at, label] of [plain, { ...long, reference: 'COL-WWWWWW' }].entries()) {
        const { pixels, width, height } = await printedPage(pdf, at + 1)
        assert.ok(Math.abs(width / (102 / 25.4) - millimetres) < 1, `${width}`)
        heights.push(height)
        assert.equal(readCode(coloursOf(pixels, width, height), width, height)?.data, label.reference)
        for (const text of [label.reference, 'Afi', 'Cadjèhoun', 'Petit colis', 'FRAGILE', '12 500 FCFA'])
          assert.ok(pages[at]?.replaceAll('\u202f', ' ').includes(text), pages[at])
        const blank = Math.round(4 * (102 / 25.4))
        for (let y = 0; y < height; y += 1)
          for (const x of [1, blank - 2, width - blank + 1, width - 2])
            assert.equal(pixels[y * width + x], 255, `${x}, ${y}`)
      }
      assert.ok((heights[1] ?? 0) > (heights[0] ?? 0))
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
    'nothing that can be printed': { shop: '🛍️', firstName: '👍', place: '🏠', landmark: '\u202e\u0007' },
    'endless Arabic': {
      shop: 'متجر '.repeat(20),
      firstName: 'م'.repeat(80),
      landmark: 'خلف المسجد '.repeat(30),
    },
    'endless N’Ko': { firstName: 'ߓߡߊ߬ߞߐ߫'.repeat(12), landmark: 'ߡߊ߬ߙߌ '.repeat(40) },
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

describe('labels for a label printer', () => {
  const zplOf = async (labels: readonly Label[], dotsPerMm: 8 | 12 = 8) =>
    (await bytesOf(labelsZpl(labels, { dotsPerMm, language: 'fr' }))).toString('ascii')

  for (const dotsPerMm of [8, 12] as const)
    test(`a label of ${dotsPerMm} dots to a millimetre is a picture of 100 by 150 mm with a code that is read`, async () => {
      const zpl = await zplOf([plain, { ...plain, reference: 'COL-WWWWWW', firstName: 'محمد' }], dotsPerMm)
      const pictures = picturesIn(zpl)
      assert.deepEqual(
        pictures.map(({ width, height, pixels }) => [
          width,
          height,
          readCode(coloursOf(pixels, width, height), width, height)?.data,
        ]),
        [plain.reference, 'COL-WWWWWW'].map((reference) => [100 * dotsPerMm, 150 * dotsPerMm, reference]),
      )
      assert.deepEqual(zpl.match(/\^XA|\^XZ/g), ['^XA', '^XZ', '^XA', '^XZ'])
    })

  test('nothing that a customer is called is a command of the printer', async () => {
    const evil = '^XZ^XA~JA^FDx^FS~DG'
    const zpl = await zplOf([{ ...plain, shop: evil, firstName: evil, place: evil, landmark: evil }])
    assert.doesNotMatch(zpl, /~/)
    assert.deepEqual(
      zpl.match(/\^../g)?.sort(),
      ['^CI', '^FO', '^FS', '^FS', '^FX', '^GF', '^LH', '^LL', '^PQ', '^PW', '^XA', '^XZ'].sort(),
    )
    assert.equal(picturesIn(zpl).length, 1)
  })

  test('tones, Arabic and N’Ko are drawn for a label printer', async () => {
    const label = { ...plain, firstName: 'مُحَمَّد', place: 'Gbɛ̀gamɛ̀y', landmark: 'ߓߡߊ߬ߞߐ߫ 12' }
    const [picture] = picturesIn(await zplOf([label]))
    assert.ok(picture)
    const darkRows = (from: number, until: number) => {
      let rows = 0
      for (let y = from; y < until; y += 1)
        if (picture.pixels.subarray(y * picture.width, (y + 1) * picture.width).includes(0)) rows += 1
      return rows
    }
    // Between the reference and the frame of the amount there are three lines of text.
    assert.ok(darkRows(470, 900) > 90, `${darkRows(470, 900)}`)
  })

  test('no label and more than a hundred are refused', async () => {
    for (const count of [0, 101])
      assert.throws(() => labelsZpl(numbered(count), { dotsPerMm: 8, language: 'fr' }), RangeError)
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

/** The letters of a text without its marks and blanks, which readers of documents order in ways of their own. */
const lettersOf = (text: string) => text.normalize('NFC').replaceAll(/[\p{M}\p{C}\s]/gu, '')

/** Whether a word is this one, as it is read or as it stands from left to right. */
const isWritten = (word: string, text: string) =>
  [text, [...text].reverse().join('')].includes(word.normalize('NFC'))

const coloursOf = (pixels: Uint8Array, width: number, height: number): Uint8ClampedArray => {
  const colours = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1) colours.fill(pixels[at] ?? 255, at * 4, (at + 1) * 4)
  return colours
}

/** The pictures that a text of ZPL prints, as its guide says: 0 is black and 255 is white. */
function picturesIn(zpl: string): { width: number; height: number; pixels: Uint8Array }[] {
  return [...zpl.matchAll(/\^GFA,(\d+),\1,(\d+),([^^]*)\^FS/g)].map(([, bytes, perRow, data = '']) => {
    const digits = Number(perRow) * 2
    const rows: string[] = []
    let row = ''
    let count = 0
    for (const sign of data) {
      if (sign === ':') row = rows.at(-1) ?? ''
      else if (sign === ',') row = row.padEnd(digits, '0')
      else if (/[0-9A-F]/.test(sign)) {
        row += sign.repeat(count || 1)
        count = 0
      } else if (/[g-z]/.test(sign)) count += (sign.charCodeAt(0) - 102) * 20
      else if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - 70
      if (row.length === digits) {
        rows.push(row)
        row = ''
      }
    }
    assert.equal(rows.length * Number(perRow), Number(bytes))
    const width = Number(perRow) * 8
    const pixels = new Uint8Array(width * rows.length)
    for (const [y, hex] of rows.entries())
      for (const [at, byte] of Buffer.from(hex, 'hex').entries())
        for (let bit = 0; bit < 8; bit += 1) pixels[y * width + at * 8 + bit] = byte & (0x80 >> bit) ? 0 : 255
    return { width, height: rows.length, pixels }
  })
}

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
