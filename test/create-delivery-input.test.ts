import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { center, east, openService, plainOrder, type TestService } from './support/open-service.ts'
import { assertInvalid, type ExpectedIssue } from './support/refusal.ts'

/** Lengths of spec section 8, and the status or error code of an order with a text of a valid length. */
const lengths = [
  { field: '/customer/lastName', min: 1, max: 80, answers: 201 },
  { field: '/customer/firstName', min: 1, max: 80, answers: 201 },
  { field: '/pickup/label', min: 1, max: 60, answers: 201 },
  { field: '/pickup/landmark', min: 1, max: 160, answers: 201 },
  { field: '/dropoff/label', min: 1, max: 60, answers: 201 },
  { field: '/dropoff/landmark', min: 1, max: 160, answers: 201 },
  { field: '/parcel/category', min: 2, max: 40, answers: 201 },
  { field: '/parcel/photoKey', min: 10, max: 200, answers: 'PHOTO_KEY_UNKNOWN' },
  { field: '/instructions', min: 0, max: 500, answers: 201 },
  { field: '/promoCode', min: 0, max: 40, answers: 'PROMO_CODE_REFUSED' },
  { field: '/externalRef', min: 1, max: 64, answers: 201 },
] as const

/** Numbers of spec section 8 and decision 7. */
const amounts = [
  { field: '/payment/goodsAmount', min: 0, max: 10_000_000, step: 1, atBounds: [201, 201] },
  { field: '/pickup/lat', min: -90, max: 90, step: 0.000001, atBounds: ['OUT_OF_ZONE', 'OUT_OF_ZONE'] },
  { field: '/pickup/lng', min: -180, max: 180, step: 0.000001, atBounds: ['OUT_OF_ZONE', 'OUT_OF_ZONE'] },
  { field: '/dropoff/lat', min: -90, max: 90, step: 0.000001, atBounds: ['OUT_OF_ZONE', 'OUT_OF_ZONE'] },
  { field: '/dropoff/lng', min: -180, max: 180, step: 0.000001, atBounds: ['OUT_OF_ZONE', 'OUT_OF_ZONE'] },
] as const

const texts = lengths.map(({ field }) => field)
const shownTexts = texts.filter(
  (field) => !['/parcel/photoKey', '/instructions', '/promoCode'].includes(field),
)

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** The status of an order in which one member is `value`, or the code of its refusal. */
  async function answerTo(field: string, value: unknown): Promise<number | string> {
    const shop = await service.openShop()
    const { status, body } = await shop.order(orderWith(field, value))
    return body.code ?? status
  }

  async function assertOrderInvalid(input: object, issues: ExpectedIssue[]): Promise<void> {
    const shop = await service.openShop()
    await assertInvalid((language) => shop.order(input, language), issues)
    assert.equal((await shop.get('/deliveries')).body.total, 0)
  }

  describe('bounds (spec 8)', () => {
    for (const { field, min, max, answers } of lengths) {
      test(`the field ${field} of an order accepts ${min} to ${max} characters`, async () => {
        // An empty promo code counts as absent; any other here is unknown.
        assert.equal(
          await answerTo(field, textOf(field, min)),
          field === '/promoCode' ? 201 : answers,
          'the least',
        )
        assert.equal(await answerTo(field, textOf(field, max)), answers, 'the most')
        await assertOrderInvalid(orderWith(field, textOf(field, max + 1)), [tooLong(field, max)])
      })
    }

    for (const { field, min } of lengths.filter(({ min }) => min > 1)) {
      test(`an order whose ${field} has fewer than ${min} characters is refused`, () =>
        assertOrderInvalid(orderWith(field, textOf(field, min - 1)), [tooShort(field, min)]))
    }

    test('the field /customer/phone of an order accepts 8 to 20 characters', async () => {
      assert.equal(await answerTo('/customer/phone', '97000001'), 201)
      assert.equal(await answerTo('/customer/phone', '+229-(01)97 00 00 01'), 201)
      await assertOrderInvalid(orderWith('/customer/phone', '9700000'), [tooShort('/customer/phone', 8)])
      await assertOrderInvalid(orderWith('/customer/phone', '+229 (01) 97 00 00 01'), [
        tooLong('/customer/phone', 20),
      ])
    })

    test('the length of a text is counted in Unicode characters, so that an emoji counts as one', async () => {
      assert.equal(await answerTo('/pickup/label', '🛵'.repeat(60)), 201)
      await assertOrderInvalid(orderWith('/pickup/label', '🛵'.repeat(61)), [tooLong('/pickup/label', 60)])
    })

    for (const { field, min, max, step, atBounds } of amounts) {
      test(`the field ${field} of an order accepts a number from ${min} to ${max}`, async () => {
        assert.deepEqual([await answerTo(field, min), await answerTo(field, max)], atBounds)
        await assertOrderInvalid(orderWith(field, min - step), [
          { field, rule: 'minimum', en: `must be at least ${min}`, fr: `doit valoir au moins ${min}` },
        ])
        await assertOrderInvalid(orderWith(field, max + step), [
          { field, rule: 'maximum', en: `must be at most ${max}`, fr: `doit valoir au plus ${max}` },
        ])
      })
    }

    test('an externalRef accepts letters, digits and _ . : / # - (spec 2.6)', async () => {
      assert.equal(await answerTo('/externalRef', 'Az09_.:/#-'), 201)
      for (const externalRef of ['order 2041', 'commande-é', 'a+b', 'a\\b', 'a,b']) {
        await assertOrderInvalid({ externalRef }, [
          {
            field: '/externalRef',
            rule: 'pattern',
            en: 'may contain letters without accents, digits and _ . : / # - only, and no blanks',
            fr: 'ne peut contenir que des lettres sans accent, des chiffres et _ . : / # -, sans espaces',
          },
        ])
      }
    })

    test('a parcel’s category is free text, and may be one of the six documented words (spec 2.4)', async () => {
      for (const category of [
        'FASHION',
        'BEAUTY',
        'FOOD',
        'ELECTRONICS',
        'DOCUMENTS',
        'OTHER',
        'Pièces auto',
      ]) {
        const shop = await service.openShop()
        const made = await shop.order({ parcel: { category, size: 'MEDIUM' } })
        assert.deepEqual(made.body.parcel, { category, size: 'MEDIUM', fragile: false })
      }
    })
  })

  describe('text (decision 7)', () => {
    for (const field of shownTexts) {
      test(`the field ${field} of an order is trimmed before its length is checked and it is stored`, async () => {
        const shop = await service.openShop()
        const longest = textOf(field, lengthsOf(field).max)

        const made = await shop.order(orderWith(field, ` \t\n${longest}\u00a0 `))

        assert.equal(memberAt(made.body, field), longest)
      })
    }

    for (const { field } of lengths.filter(({ min }) => min > 0)) {
      test(`an order with a blank ${field} is refused`, async () => {
        const shop = await service.openShop()
        for (const blank of ['', '   ', '\t\n', '\u200b', '\u200d\u200c', '\u202e \u2066', '\u3164']) {
          const { status, body } = await shop.order(orderWith(field, blank))
          assert.deepEqual([status, body.code, body.details.issues.length], [400, 'VALIDATION_FAILED', 1])
          assert.deepEqual([body.details.issues[0].field, body.details.issues[0].rule], [field, 'minLength'])
        }
      })
    }

    test('an order with a blank last name is refused with the message that it must not be blank', () =>
      assertOrderInvalid(orderWith('/customer/lastName', '  '), [
        {
          field: '/customer/lastName',
          rule: 'minLength',
          en: 'must not be blank',
          fr: 'ne doit pas être vide',
        },
      ]))

    test('blank instructions and a blank promo code are treated as absent', async () => {
      assert.equal(await answerTo('/instructions', '  '), 201)
      assert.equal(await answerTo('/promoCode', '  '), 201)
    })

    test('line breaks and tabs in instructions become blanks, and empty lines are left out (decision 7)', async () => {
      const shop = await service.openShop()
      for (const [sent, kept] of [
        ['Sonner\nDemander Afi', 'Sonner Demander Afi'],
        ['Sonner\r\n\r\n  Demander\tAfi \r\n', 'Sonner Demander Afi'],
        ['Sonner\u2028Demander\u2029Afi', 'Sonner Demander Afi'],
        [`\n${'a\n'.repeat(250)}`, `${'a '.repeat(249)}a`],
      ] as const) {
        const { status, body } = await shop.order({ instructions: sent })
        assert.deepEqual(
          [status, (await rowOf(service, { shopId: shop.shopId, id: body.id })).instructions],
          [201, kept],
        )
      }
      assert.equal(
        (await shop.order({ instructions: '\r\n \n' })).status,
        201,
        'nothing but line breaks is no instructions',
      )
    })

    test('instructions are measured after their line breaks became blanks', async () => {
      const shop = await service.openShop()
      assert.equal((await shop.order({ instructions: `${'a'.repeat(500)}\r\n\r\n` })).status, 201)
      await assertOrderInvalid({ ...plainOrder, instructions: `${'a'.repeat(250)}\n${'b'.repeat(250)}` }, [
        {
          field: '/instructions',
          rule: 'maxLength',
          en: 'must have at most 500 characters',
          fr: 'doit avoir au plus 500 caractères',
        },
      ])
    })

    for (const field of texts) {
      test(`an order with a control character in ${field} is refused`, async () => {
        const lineEnds = field === '/instructions' ? [] : ['\n', '\r', '\t', '\u0085', '\u2028']
        for (const control of ['\u0000', '\u001b', '\u007f', '\u009f', ...lineEnds]) {
          await assertOrderInvalid(orderWith(field, `before${control}after`), [hasControls(field)])
        }
      })

      test(`an order with an invisible or direction-changing character in ${field} is refused`, async () => {
        for (const hidden of ['\u200b', '\u2060', '\ufeff', '\u202a', '\u202e', '\u2066', '\u2069']) {
          await assertOrderInvalid(orderWith(field, `before${hidden}after`), [
            {
              field,
              rule: 'text',
              en: 'must not contain characters that are invisible or turn the direction of the text',
              fr: 'ne doit pas contenir de caractères invisibles ou qui inversent le sens du texte',
            },
          ])
        }
      })
    }

    test('a text with half of a Unicode surrogate pair is refused', () =>
      assertOrderInvalid(orderWith('/customer/lastName', 'Dossou\ud83d'), [
        {
          field: '/customer/lastName',
          rule: 'text',
          en: 'holds broken Unicode: half of a character',
          fr: 'contient de l’Unicode invalide : une moitié de caractère',
        },
      ]))

    test('a pickupAddressId that is not a UUID is refused with a message that says so', () =>
      assertOrderInvalid({ pickupAddressId: 'boutique' }, [
        {
          field: '/pickupAddressId',
          rule: 'format',
          en: 'must be an identifier as the service gives them (a UUID)',
          fr: 'doit être un identifiant tel que le service les donne (un UUID)',
        },
      ]))

    test('accents, other scripts, quotes and emoji in a name are stored as they are', async () => {
      const shop = await service.openShop()
      const lastName = 'N’Guessan-Ọlá “D\'A" \\ <b> 👨\u200d👩\u200d👧 الله می\u200cخواهم'

      const made = await shop.order(orderWith('/customer/lastName', lastName))

      assert.equal(made.body.customer.lastName, lastName)
      assert.equal((await shop.get(`/deliveries/${made.body.id}`)).body.customer.lastName, lastName)
    })
  })

  describe('strict bodies (decision 6)', () => {
    for (const [field, like] of [
      ['/dropof', 'dropoff'],
      ['/dropOff', 'dropoff'],
      ['/drop_off', 'dropoff'],
      ['/external_ref', 'externalRef'],
      ['/promocode', 'promoCode'],
      ['/customer/lastname', 'lastName'],
      ['/customer/phones', 'phone'],
      ['/parcel/photokey', 'photoKey'],
      ['/payment/goodAmount', 'goodsAmount'],
      ['/pickup/long', 'lng'],
      ['/dropoff/landmarks', 'landmark'],
    ] as const) {
      test(`the misspelt field ${field} of an order is refused with the suggestion ${like}`, () =>
        assertOrderInvalid(orderWith(field, 'x'), [
          {
            field,
            rule: 'additionalProperties',
            en: `is not a known field; did you mean ${like}?`,
            fr: `n’est pas un champ connu ; vouliez-vous dire ${like} ?`,
          },
        ]))
    }

    for (const field of ['/webhook', '/status', '/customer/email', '/payment/currency', '/a~1b', '/__x']) {
      test(`the unknown field ${field} of an order is refused`, () =>
        assertOrderInvalid(orderWith(field, 'x'), [
          {
            field,
            rule: 'additionalProperties',
            en: 'is not a known field',
            fr: 'n’est pas un champ connu',
          },
        ]))
    }

    for (const [field, value, issue] of [
      ['/pickup/lat', '6.37', { en: 'must be a number', fr: 'doit être un nombre' }],
      ['/dropoff/lng', '2.41', { en: 'must be a number', fr: 'doit être un nombre' }],
      ['/pickup/lat', null, { en: 'must be a number', fr: 'doit être un nombre' }],
      ['/payment/goodsAmount', '1500', { en: 'must be a whole number', fr: 'doit être un nombre entier' }],
      ['/payment/goodsAmount', 1500.5, { en: 'must be a whole number', fr: 'doit être un nombre entier' }],
      ['/payment/goodsAmount', null, { en: 'must be a whole number', fr: 'doit être un nombre entier' }],
      ['/parcel/fragile', 'true', { en: 'must be true or false', fr: 'doit être true ou false' }],
      ['/parcel/fragile', 1, { en: 'must be true or false', fr: 'doit être true ou false' }],
      ['/customer/lastName', 7, { en: 'must be text', fr: 'doit être un texte' }],
      ['/customer/phone', 97000001, { en: 'must be text', fr: 'doit être un texte' }],
      ['/externalRef', 2041, { en: 'must be text', fr: 'doit être un texte' }],
      ['/externalRef', null, { en: 'must be text', fr: 'doit être un texte' }],
      ['/dropoff', null, { en: 'must be a JSON object', fr: 'doit être un objet JSON' }],
      ['/dropoff', [2.43, 6.37], { en: 'must be a JSON object', fr: 'doit être un objet JSON' }],
      ['/customer', 'Afi', { en: 'must be a JSON object', fr: 'doit être un objet JSON' }],
    ] as const) {
      test(`the value ${JSON.stringify(value)} has the wrong type for ${field} and is refused`, () =>
        assertOrderInvalid(orderWith(field, value), [{ field, rule: 'type', ...issue }]))
    }

    test('an amount written as 1500.0 is accepted as a whole number', async () => {
      const shop = await service.openShop()
      const { payment, ...order } = plainOrder
      const text = `${JSON.stringify(order).slice(0, -1)},"payment":${JSON.stringify(payment).slice(0, -1)},"goodsAmount":1500.0}}`

      const made = await service.call({
        method: 'POST',
        url: '/deliveries',
        headers: {
          authorization: `Bearer ${shop.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'whole-amount',
        },
        payload: text,
      })

      assert.deepEqual([made.status, made.body.payment.goodsAmount], [201, 1500])
    })

    for (const [field, value, known] of [
      ['/parcel/size', 'HUGE', 'SMALL, MEDIUM, LARGE'],
      ['/parcel/size', 'small', 'SMALL, MEDIUM, LARGE'],
      ['/payment/mode', 'CASH', 'PREPAID, CASH_ON_DELIVERY'],
      ['/payment/feePayer', 'SHOP', 'CUSTOMER, MERCHANT'],
      ['/payment/collection', 'MOMO', 'SECURE, DIRECT'],
    ] as const) {
      test(`the unknown value ${value} of ${field} is refused`, () =>
        assertOrderInvalid(orderWith(field, value), [
          { field, rule: 'enum', en: `must be one of ${known}`, fr: `doit être l’une des valeurs ${known}` },
        ]))
    }

    for (const field of [
      '/customer',
      '/customer/lastName',
      '/customer/firstName',
      '/customer/phone',
      '/parcel',
      '/parcel/category',
      '/parcel/size',
      '/payment',
      '/payment/mode',
      '/pickup/lat',
      '/pickup/lng',
      '/dropoff/lat',
      '/dropoff/lng',
    ]) {
      test(`an order without ${field} is refused`, () =>
        assertOrderInvalid(orderWith(field, undefined), [isMissing(field)]))
    }

    test('all faults of an order are listed at once', () =>
      assertOrderInvalid(
        {
          dropof: east,
          customer: { lastName: '', firstName: 'Afi', phone: '0197' },
          parcel: { category: 'FASHION', size: 'HUGE' },
          payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: '1500' },
        },
        [
          {
            field: '/dropof',
            rule: 'additionalProperties',
            en: 'is not a known field; did you mean dropoff?',
            fr: 'n’est pas un champ connu ; vouliez-vous dire dropoff ?',
          },
          {
            field: '/customer/lastName',
            rule: 'minLength',
            en: 'must not be blank',
            fr: 'ne doit pas être vide',
          },
          tooShort('/customer/phone', 8),
          {
            field: '/parcel/size',
            rule: 'enum',
            en: 'must be one of SMALL, MEDIUM, LARGE',
            fr: 'doit être l’une des valeurs SMALL, MEDIUM, LARGE',
          },
          {
            field: '/payment/goodsAmount',
            rule: 'type',
            en: 'must be a whole number',
            fr: 'doit être un nombre entier',
          },
        ],
      ))

    test('an empty order is refused with the list of its required fields', async () => {
      const shop = await service.openShop()
      const headers = { 'idempotency-key': 'nothing-in-it' }

      await assertInvalid(
        (language) => shop.post('/deliveries', {}, { ...headers, ...language }),
        ['/customer', '/parcel', '/payment'].map(isMissing),
      )
    })

    test('an order that is not a JSON object is refused', async () => {
      const shop = await service.openShop()
      const headers = { 'idempotency-key': 'no-object-at-all' }

      for (const body of [[], [plainOrder]]) {
        await assertInvalid(
          (language) => shop.post('/deliveries', body, { ...headers, ...language }),
          [{ field: '', rule: 'type', en: 'must be a JSON object', fr: 'doit être un objet JSON' }],
        )
      }
    })

    test('an order without a body is refused with the fields that it needs', async () => {
      const shop = await service.openShop()
      const headers = { 'idempotency-key': 'nothing-at-all' }

      await assertInvalid(
        (language) => shop.post('/deliveries', undefined, { ...headers, ...language }),
        [
          {
            field: '',
            rule: 'type',
            en: 'is missing: send a JSON object with customer, parcel and payment',
            fr: 'est absent : envoyez un objet JSON avec customer, parcel et payment',
          },
        ],
      )
    })
  })
})

/** An order with every place, in which the member at a JSON pointer is `value`. */
function orderWith(pointer: string, value: unknown): object {
  const order: Record<string, unknown> = structuredClone({ ...plainOrder, pickup: center, dropoff: east })
  const [outer = '', inner] = pointer.slice(1).split('/').map(unescaped)
  if (inner === undefined) order[outer] = value
  else (order[outer] as Record<string, unknown>)[inner] = value
  return order
}

function memberAt(body: Record<string, unknown>, pointer: string): unknown {
  const [outer = '', inner] = pointer.slice(1).split('/')
  return inner === undefined ? body[outer] : (body[outer] as Record<string, unknown>)[inner]
}

const unescaped = (member: string) => member.replaceAll('~1', '/').replaceAll('~0', '~')

const lengthsOf = (field: string) => lengths.find((length) => length.field === field) ?? { min: 0, max: 0 }

/** Letters, of which an externalRef is made too; no two fields have the same. */
const textOf = (field: string, length: number) => (field.at(-1) ?? '').repeat(length)

const tooLong = (field: string, max: number): ExpectedIssue => ({
  field,
  rule: 'maxLength',
  en: `must have at most ${max} characters`,
  fr: `doit avoir au plus ${max} caractères`,
})

const tooShort = (field: string, min: number): ExpectedIssue => ({
  field,
  rule: 'minLength',
  en: `must have at least ${min} characters`,
  fr: `doit avoir au moins ${min} caractères`,
})

const isMissing = (field: string): ExpectedIssue => ({
  field,
  rule: 'required',
  en: 'is required',
  fr: 'est obligatoire',
})

const hasControls = (field: string): ExpectedIssue => ({
  field,
  rule: 'text',
  en: 'must not contain line breaks or other control characters',
  fr: 'ne doit pas contenir de retours à la ligne ni d’autres caractères de contrôle',
})
