import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onEachDatabase } from './support/databases.ts'
import { east, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { assertInvalid, type ExpectedIssue } from './support/refusal.ts'

const minuteMs = 60_000

const parameters = 'status, from, to, page, pageSize, updatedSince, reference, externalRef'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  describe('pages (spec 4.5)', () => {
    test('a page of the list holds whole deliveries, newest first, and the total of all pages (decision 16)', async () => {
      const shop = await service.openShop()
      const [oldest, middle, newest] = await ordersAt(service, shop, [
        '2026-11-21T10:00:00.000Z',
        '2026-11-21T10:00:00.001Z',
        '2026-11-22T09:00:00.000Z',
      ])
      const { body: moved } = await shop.post(`/sandbox/deliveries/${oldest?.id}/advance`)

      const { status, body } = await shop.get('/deliveries')

      assert.deepEqual(
        { status, body },
        { status: 200, body: { items: [newest, middle, moved], total: 3, page: 1, pageSize: 30 } },
      )
    })

    test('deliveries of one millisecond are listed in the order of their ids, the same each time', async () => {
      const shop = await service.openShop()
      const made = await ordersAt(service, shop, Array(12).fill(testStart))

      const ids = await idsOf(shop)

      assert.deepEqual(
        ids,
        made
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
      assert.deepEqual(await idsOf(shop), ids)
    })

    test('pages of the list follow one another without a gap, and past the last one the total is still right', async () => {
      const shop = await service.openShop()
      const made = await ordersAt(service, shop, everyMinute(7))
      const newestFirst = made.map(({ id }) => id).reverse()

      for (const [page, ids] of [
        [1, newestFirst.slice(0, 3)],
        [2, newestFirst.slice(3, 6)],
        [3, newestFirst.slice(6)],
        [4, []],
        [1_000_000_000, []],
      ] as const) {
        const { body } = await shop.get(`/deliveries?pageSize=3&page=${page}`)
        assert.deepEqual(
          { ...body, items: body.items.map(({ id }: { id: string }) => id) },
          { items: ids, total: 7, page, pageSize: 3 },
        )
      }
    })

    test('a page holds 30 deliveries by default, and 1 to 100 on request (spec 8)', async () => {
      const shop = await service.openShop()
      await ordersAt(service, shop, everyMinute(101))

      for (const [query, items, pageSize] of [
        ['', 30, 30],
        ['?pageSize=1', 1, 1],
        ['?pageSize=100', 100, 100],
        ['?pageSize=100&page=2', 1, 100],
        ['?page=4', 11, 30],
      ] as const) {
        const { body } = await shop.get(`/deliveries${query}`)
        assert.deepEqual([body.items.length, body.total, body.pageSize], [items, 101, pageSize], query)
      }
    })

    test('the list of a shop without deliveries is empty', async () => {
      const { body } = await (await service.openShop()).get('/deliveries')
      assert.deepEqual(body, { items: [], total: 0, page: 1, pageSize: 30 })
    })

    test('pages never hold or count another shop’s deliveries', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const [mine] = await ordersAt(service, shop, [testStart])
      await ordersAt(service, other, everyMinute(3))

      for (const query of ['', '?status=AWAITING_LOCATION', '?from=2026-11-21', '?pageSize=1']) {
        const { body } = await shop.get(`/deliveries${query}`)
        assert.deepEqual([body.items, body.total], [[mine], 1], query)
      }
    })

    for (const [query, issue] of [
      ['page=0', { field: '/page', rule: 'minimum', en: 'must be at least 1', fr: 'doit valoir au moins 1' }],
      [
        'page=-1',
        { field: '/page', rule: 'minimum', en: 'must be at least 1', fr: 'doit valoir au moins 1' },
      ],
      ['page=1.5', { field: '/page', ...wholeNumber() }],
      ['page=two', { field: '/page', ...wholeNumber() }],
      ['page=', { field: '/page', ...wholeNumber() }],
      ['page=0x1', { field: '/page', ...wholeNumber() }],
      ['page=1e0', { field: '/page', ...wholeNumber() }],
      ['page=1.0', { field: '/page', ...wholeNumber() }],
      ['page=%201', { field: '/page', ...wholeNumber() }],
      [`page=${'9'.repeat(400)}`, { field: '/page', ...wholeNumber() }],
      [
        'page=1&page=2',
        {
          field: '/page',
          rule: 'type',
          en: 'is given 2 times: give it once',
          fr: 'est donné 2 fois : donnez-le une seule fois',
        },
      ],
      [
        'pageSize=0',
        { field: '/pageSize', rule: 'minimum', en: 'must be at least 1', fr: 'doit valoir au moins 1' },
      ],
      [
        'pageSize=101',
        { field: '/pageSize', rule: 'maximum', en: 'must be at most 100', fr: 'doit valoir au plus 100' },
      ],
      ['pageSize=30.5', { field: '/pageSize', ...wholeNumber() }],
      [
        'pagesize=10',
        {
          field: '/pagesize',
          rule: 'additionalProperties',
          en: `is not a known parameter; did you mean pageSize? This operation takes ${parameters}`,
          fr: `n’est pas un paramètre connu ; vouliez-vous dire pageSize ? Cette opération accepte ${parameters}`,
        },
      ],
      [
        'ref=COL-7K2M9Q',
        {
          field: '/ref',
          rule: 'additionalProperties',
          en: `is not a known parameter; this operation takes ${parameters}`,
          fr: `n’est pas un paramètre connu ; cette opération accepte ${parameters}`,
        },
      ],
    ] as const) {
      test(`the query ?${query.slice(0, 40)} is refused`, () => assertQueryInvalid(service, query, [issue]))
    }
  })

  describe('status (spec 4.5)', () => {
    test('the status filter lists deliveries of one status or of several', async () => {
      const shop = await service.openShop()
      const [waiting, searching, assigned, cancelled] = await ordersAt(service, shop, everyMinute(4))
      await advance(shop, searching, 1)
      await advance(shop, assigned, 2)
      await shop.post(`/deliveries/${cancelled?.id}/cancel`, {})

      for (const [statuses, expected] of [
        ['AWAITING_LOCATION', [waiting]],
        ['SEARCHING_COURIER', [searching]],
        ['ASSIGNED,CANCELLED', [cancelled, assigned]],
        ['CANCELLED,ASSIGNED', [cancelled, assigned]],
        ['ASSIGNED,ASSIGNED', [assigned]],
        ['ASSIGNED,%20SEARCHING_COURIER', [assigned, searching]],
        ['ASSIGNED,', [assigned]],
        ['DELIVERED,FAILED,RETURNED,EXPIRED,IN_TRANSIT', []],
        [
          'AWAITING_LOCATION,SEARCHING_COURIER,ASSIGNED,IN_TRANSIT,DELIVERED,FAILED,RETURNED,CANCELLED,EXPIRED',
          [cancelled, assigned, searching, waiting],
        ],
      ] as const) {
        const { body } = await shop.get(`/deliveries?status=${statuses}`)
        assert.deepEqual(
          [body.items.map(({ id }: { id: string }) => id), body.total],
          [expected.map((one) => one?.id), expected.length],
          statuses,
        )
      }
    })

    for (const [query, en, fr] of [
      ['NOPE', 'has "NOPE", which is no status', 'contient "NOPE", qui n’est pas un statut'],
      ['assigned', 'has "assigned", which is no status', 'contient "assigned", qui n’est pas un statut'],
      [
        'ASSIGNED,NOPE,X',
        'has "NOPE", "X", which is no status',
        'contient "NOPE", "X", qui n’est pas un statut',
      ],
      ['', 'names no status', 'ne nomme aucun statut'],
      [',', 'names no status', 'ne nomme aucun statut'],
    ] as const) {
      test(`?status=${query} is refused with the list of valid statuses (decision 16)`, () => {
        const known =
          'AWAITING_LOCATION, SEARCHING_COURIER, ASSIGNED, IN_TRANSIT, DELIVERED, FAILED, RETURNED, CANCELLED, EXPIRED'
        return assertQueryInvalid(service, `status=${query}`, [
          {
            field: '/status',
            rule: 'enum',
            en: `${en}; the statuses are ${known}`,
            fr: `${fr} ; les statuts sont ${known}`,
          },
        ])
      })
    }

    test('a status filter that is sent twice is refused, and says to separate by commas', () =>
      assertQueryInvalid(service, 'status=ASSIGNED&status=FAILED', [
        {
          field: '/status',
          rule: 'type',
          en: 'is given 2 times: separate its values by commas, as in status=ASSIGNED,IN_TRANSIT',
          fr: 'est donné 2 fois : séparez les valeurs par des virgules, comme dans status=ASSIGNED,IN_TRANSIT',
        },
      ]))
  })

  describe('from and to (decision 16)', () => {
    test('dates in from and to are whole days of Cotonou, one hour ahead of UTC', async () => {
      const shop = await service.openShop()
      const [, first, last] = await assertPeriods(service, shop, {
        at: [
          '2026-11-20T22:59:59.999Z',
          '2026-11-20T23:00:00.000Z',
          '2026-11-21T22:59:59.999Z',
          '2026-11-21T23:00:00.000Z',
        ],
        periods: [
          ['from=2026-11-21', [3, 2, 1]],
          ['to=2026-11-21', [2, 1, 0]],
          ['from=2026-11-21&to=2026-11-21', [2, 1]],
          ['from=2026-11-20&to=2026-11-22', [3, 2, 1, 0]],
          ['from=2026-11-23', []],
          ['to=2026-11-19', []],
        ],
      })

      // With the other filters, and in pages.
      await advance(shop, first, 1)
      const day = 'from=2026-11-21&to=2026-11-21'
      assert.deepEqual(await idsOf(shop, `${day}&status=SEARCHING_COURIER`), [first?.id])
      const { body } = await shop.get(`/deliveries?${day}&pageSize=1&page=1`)
      assert.deepEqual([body.items.length, body.items[0].id, body.total], [1, last?.id, 2])
    })

    test('dates in from and to are whole days of TIME_ZONE, of 25 hours where clocks go back', async (t) => {
      const abroad = await openService(await open(), { TIME_ZONE: 'America/New_York' })
      t.after(() => abroad.close())
      await assertPeriods(abroad, await abroad.openShop(), {
        at: [
          '2026-11-01T03:59:59.999Z',
          '2026-11-01T04:00:00.000Z',
          '2026-11-02T04:59:59.999Z',
          '2026-11-02T05:00:00.000Z',
        ],
        periods: [
          ['from=2026-11-01', [3, 2, 1]],
          ['to=2026-11-01', [2, 1, 0]],
          ['from=2026-11-01&to=2026-11-01', [2, 1]],
        ],
      })
    })

    test('date-times in from and to are instants, both inclusive to the millisecond', async () => {
      await assertPeriods(service, await service.openShop(), {
        at: ['2026-11-21T09:59:59.999Z', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.001Z'],
        periods: [
          ['from=2026-11-21T10:00:00Z', [2, 1]],
          ['to=2026-11-21T10:00:00Z', [1, 0]],
          ['from=2026-11-21T10:00:00Z&to=2026-11-21T10:00:00Z', [1]],
          ['from=2026-11-21T10:00:00.001Z', [2]],
          ['to=2026-11-21T09:59:59.999Z', [0]],
          ['from=2026-11-21T09:59:59.999Z&to=2026-11-21', [2, 1, 0]],
          ['from=2026-11-21&to=2026-11-21T10:00:00.000Z', [1, 0]],
        ],
      })
    })

    for (const spelling of [
      '2026-11-21T10:00:00Z',
      '2026-11-21t10:00:00z',
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T10:00:00.0Z',
      '2026-11-21T10:00:00.000000000Z',
      '2026-11-21T10:00:00%2B00:00',
      '2026-11-21T10:00:00-00:00',
      '2026-11-21T11:00:00%2B01:00',
      '2026-11-21T11:00:00%2b01:00',
      '2026-11-21T11:00:00+01:00',
      '2026-11-21T11%3A00%3A00+01%3A00',
      '2026-11-21T11:00:00.000+01:00',
      '2026-11-21T04:30:00-05:30',
      '2026-11-22T00:00:00%2B14:00',
      '2026-11-20T22:00:00-12:00',
    ]) {
      test(`the date-time ${spelling} means 10:00 UTC`, async () => {
        await assertPeriods(service, await service.openShop(), {
          at: ['2026-11-21T09:59:59.999Z', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.001Z'],
          periods: [
            [`from=${spelling}`, [2, 1]],
            [`to=${spelling}`, [1, 0]],
          ],
        })
      })
    }

    test('from and to may lie before the first delivery and after the last', async () => {
      await assertPeriods(service, await service.openShop(), {
        at: [testStart],
        periods: [
          ['from=1900-01-01', [0]],
          ['from=1970-01-01&to=9999-12-31', [0]],
          ['from=1000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z', [0]],
          ['from=1900-01-01&to=1950-12-31', []],
          ['from=1900-01-01T00:00:00Z&to=1900-01-01T00:00:00Z', []],
          ['to=1969-12-31', []],
          ['from=9999-12-31', []],
        ],
      })
    })

    for (const query of [
      'from=2026-11-22&to=2026-11-21',
      'from=2026-11-21T10:00:00.001Z&to=2026-11-21T10:00:00.000Z',
      // The day of Cotonou ends at 23:00 UTC.
      'from=2026-11-21T23:00:00Z&to=2026-11-21',
      'from=2026-11-22&to=2026-11-21T22:59:59Z',
      'from=1950-01-01&to=1900-01-01',
    ]) {
      test(`${query} is refused because from is after to`, () =>
        assertQueryInvalid(service, query, [
          {
            field: '/from',
            rule: 'fromAfterTo',
            en: 'must not be after to',
            fr: 'ne doit pas être après to',
          },
        ]))
    }

    for (const text of [
      '',
      'hier',
      '21/11/2026',
      '2026-11',
      '2026-1-1',
      '20261121',
      '1795255200',
      // No such day.
      '2026-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-11-00',
      '0000-01-01',
      '2026-02-30T10:00:00Z',
      '2026-02-29T10:00:00%2B01:00',
      '2026-04-31T10:00:00Z',
      '2026-13-01T10:00:00Z',
      // No such time.
      '2026-11-21T25:00:00Z',
      '2026-11-21T10:60:00Z',
      '2026-11-21T10:00:61Z',
      '2026-11-21T10:00:00%2B25:00',
      '2026-11-21T10:00:00%2B01:60',
      // No offset, or none that can be read.
      '2026-11-21T10:00:00',
      '2026-11-21T10:00:00%2B01',
      '2026-11-21T10:00:00%2B0100',
      '2026-11-21T10:00:00Z%2B01:00',
      '2026-11-21T10:00:00%20Z',
      '2026-11-21%2010:00:00Z',
      '2026-11-21T10:00:00.Z',
      '2026-11-21%00',
    ]) {
      test(`${text || 'an empty text'} is neither a date nor a date-time`, async () => {
        await assertQueryInvalid(service, `from=${text}`, [unreadable('/from')])
        await assertQueryInvalid(service, `to=${text}`, [unreadable('/to')])
      })
    }

    test('a leap day is a valid date', async () => {
      await assertPeriods(service, await service.openShop(), {
        at: ['2028-02-29T12:00:00.000Z'],
        periods: [
          ['from=2028-02-29&to=2028-02-29', [0]],
          ['from=2028-02-29T12:00:00Z&to=2028-02-29T12:00:00Z', [0]],
        ],
      })
    })

    test('an invalid from and to are reported together with every other fault of the query', () =>
      assertQueryInvalid(service, 'from=hier&to=demain&status=NOPE', [
        unreadable('/from'),
        unreadable('/to'),
        {
          field: '/status',
          rule: 'enum',
          en: 'has "NOPE", which is no status; the statuses are AWAITING_LOCATION, SEARCHING_COURIER, ASSIGNED, IN_TRANSIT, DELIVERED, FAILED, RETURNED, CANCELLED, EXPIRED',
          fr: 'contient "NOPE", qui n’est pas un statut ; les statuts sont AWAITING_LOCATION, SEARCHING_COURIER, ASSIGNED, IN_TRANSIT, DELIVERED, FAILED, RETURNED, CANCELLED, EXPIRED',
        },
      ]))
  })

  describe('externalRef (spec 4.5)', () => {
    test('the externalRef filter finds the one delivery with exactly this reference', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { pickupCode, ...made } = (await shop.order({ externalRef: 'A:2041/#1' })).body
      await shop.order({ externalRef: 'A:2041' })
      await other.order({ externalRef: 'theirs' })

      for (const [externalRef, items] of [
        ['A:2041/#1', [made]],
        ['a:2041/#1', []],
        ['A:2041/', []],
        ['A%', []],
        ['theirs', []],
        ['commande é', []],
      ] as const) {
        const { status, body } = await shop.get(`/deliveries?externalRef=${encodeURIComponent(externalRef)}`)
        assert.deepEqual(
          { status, body },
          { status: 200, body: { items, total: items.length, page: 1, pageSize: 30 } },
        )
      }
    })

    test('the externalRef filter can be combined with the other filters', async () => {
      const shop = await service.openShop()
      await shop.order({ externalRef: '2041', dropoff: east })

      assert.equal((await shop.get('/deliveries?externalRef=2041&status=SEARCHING_COURIER')).body.total, 1)
      assert.equal((await shop.get('/deliveries?externalRef=2041&status=ASSIGNED')).body.total, 0)
      assert.equal((await shop.get('/deliveries?externalRef=2041&from=2026-11-22')).body.total, 0)
    })

    test('the externalRef filter takes 1 to 64 characters, and no control characters (spec 8)', async () => {
      const shop = await service.openShop()
      assert.equal((await shop.get(`/deliveries?externalRef=${'a'.repeat(64)}`)).status, 200)

      for (const [text, rule, en, fr] of [
        ['', 'minLength', 'must not be blank', 'ne doit pas être vide'],
        ['%20', 'minLength', 'must not be blank', 'ne doit pas être vide'],
        ['a'.repeat(65), 'maxLength', 'must have at most 64 characters', 'doit avoir au plus 64 caractères'],
        [
          '%00',
          'text',
          'must not contain line breaks or other control characters',
          'ne doit pas contenir de retours à la ligne ni d’autres caractères de contrôle',
        ],
      ] as const) {
        await assertQueryInvalid(service, `externalRef=${text}`, [{ field: '/externalRef', rule, en, fr }])
      }
    })
  })

  describe('the total, with deliveries older than ten minutes counted only once (decision 53)', () => {
    const totalOf = async (shop: TestShop) => (await shop.get('/deliveries?pageSize=1')).body.total

    test('the total is exact for a shop first listed when its deliveries are new', async () => {
      const shop = await service.openShop()
      const totals = []

      for (let hour = 0; hour < 4; hour += 1) {
        await shop.order()
        totals.push(await totalOf(shop))
        service.clock.forward(11 * minuteMs)
        totals.push(await totalOf(shop))
        service.clock.forward(60 * minuteMs)
      }

      assert.deepEqual(totals, [1, 1, 2, 2, 3, 3, 4, 4])
    })

    test('the total is exact for a shop first listed when some deliveries are old and some are new', async () => {
      const shop = await service.openShop()
      // The last three at, just after, and just before ten minutes ago.
      await ordersAt(service, shop, [
        '2026-11-20T08:00:00.000Z',
        '2026-11-21T09:59:59.999Z',
        '2026-11-21T10:00:00.000Z',
        '2026-11-21T10:00:00.001Z',
      ])
      service.clock.set('2026-11-21T10:10:00.000Z')

      assert.equal(await totalOf(shop), 4)
      await shop.order()
      assert.equal(await totalOf(shop), 5)
      service.clock.forward(24 * 60 * minuteMs)
      assert.equal(await totalOf(shop), 5)
      await shop.order()
      assert.equal(await totalOf(shop), 6)
    })

    test('the total of each shop is exact and independent of other shops', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      await ordersAt(service, shop, everyMinute(2))
      await ordersAt(service, other, everyMinute(5))
      service.clock.forward(60 * minuteMs)

      assert.deepEqual([await totalOf(shop), await totalOf(other)], [2, 5])
      await other.order()
      assert.deepEqual([await totalOf(shop), await totalOf(other)], [2, 6])
    })

    test('the total stays exact when deliveries that were counted change their status', async () => {
      const shop = await service.openShop()
      const [first] = await ordersAt(service, shop, everyMinute(2))
      service.clock.forward(60 * minuteMs)
      assert.equal(await totalOf(shop), 2)

      await shop.post(`/deliveries/${first?.id}/cancel`, {})

      assert.equal(await totalOf(shop), 2)
      assert.equal((await shop.get('/deliveries?status=CANCELLED')).body.total, 1)
      assert.equal((await shop.get('/deliveries?status=AWAITING_LOCATION')).body.total, 1)
    })
  })
})

type Listed = { id: string }

/** Orders one delivery at each moment; returns them as a list shows them. */
async function ordersAt({ clock }: TestService, shop: TestShop, moments: string[]): Promise<Listed[]> {
  const made: Listed[] = []
  for (const moment of moments) {
    clock.set(moment)
    const { pickupCode, ...delivery } = (await shop.order()).body
    made.push(delivery)
  }
  return made
}

/** Moments from the start on, a minute apart. */
const everyMinute = (count: number): string[] =>
  Array.from({ length: count }, (_, minute) =>
    new Date(Date.parse(testStart) + minute * minuteMs).toISOString(),
  )

async function advance(shop: TestShop, delivery: Listed | undefined, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await shop.post(`/sandbox/deliveries/${delivery?.id}/advance`)
}

async function idsOf(shop: TestShop, query = ''): Promise<string[]> {
  const { status, body } = await shop.get(`/deliveries?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.items.map(({ id }: Listed) => id)
}

/**
 * Orders a delivery at each moment of `at`, then asks for each period: it must hold the deliveries with these
 * numbers, in this order, and no other. Returns the deliveries.
 */
async function assertPeriods(
  service: TestService,
  shop: TestShop,
  { at, periods }: { at: string[]; periods: [query: string, numbers: number[]][] },
): Promise<Listed[]> {
  const made = await ordersAt(service, shop, at)
  for (const [query, numbers] of periods) {
    const { status, body } = await shop.get(`/deliveries?${query}`)
    const found = body.items?.map((item: Listed) => made.findIndex(({ id }) => id === item.id))
    assert.deepEqual([status, found, body.total], [200, numbers, numbers.length], query)
  }
  return made
}

async function assertQueryInvalid(
  service: TestService,
  query: string,
  issues: ExpectedIssue[],
): Promise<void> {
  const shop = await service.openShop()
  await assertInvalid((language) => shop.get(`/deliveries?${query}`, language), issues)
}

function wholeNumber() {
  return { rule: 'type', en: 'must be a whole number', fr: 'doit être un nombre entier' }
}

const unreadable = (field: string): ExpectedIssue => ({
  field,
  rule: 'format',
  en: 'must be a date (2026-11-21) or a date-time with its offset (2026-11-21T10:00:00+01:00)',
  fr: 'doit être une date (2026-11-21) ou une date-heure avec son décalage (2026-11-21T10:00:00+01:00)',
})
