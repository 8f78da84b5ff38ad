import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import type { ListedDelivery } from '../src/domain/deliveries/searching/delivery-search-store.ts'
import { type City, serviceMap, type Zone } from '../src/domain/zones/service-map.ts'
import { deliveryExport, type ExportFormat } from '../src/web/exports/delivery-export.ts'
import { center } from './support/open-service.ts'
import { until } from './support/until.ts'

const cotonou: City = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Cotonou',
  country: 'BJ',
  center,
  serviceRadiusMeters: 15_000,
  timeZone: 'Africa/Porto-Novo',
  currency: 'XOF',
  raining: false,
  highDemand: false,
  opening: null,
}
const ring = [
  [2.4, 6.35],
  [2.42, 6.35],
  [2.42, 6.39],
  [2.4, 6.39],
  [2.4, 6.35],
] as [number, number][]
const west: Zone = {
  id: '00000000-0000-7000-8000-000000000002',
  cityId: cotonou.id,
  name: 'Cadjèhoun',
  shape: [[ring]],
  areaSquareMeters: 1,
  center,
  priority: 0,
}
const map = serviceMap([cotonou], [west])

const delivery: ListedDelivery = {
  shop_id: '019aa5a0-0000-7000-8000-0000000000aa',
  id: '019aa5a0-0000-7000-8000-000000000001',
  reference: 'COL-7K2M9Q',
  external_ref: '0042',
  status: 'FAILED',
  created_at: new Date('2026-11-20T23:30:59.000Z'),
  customer_last_name: 'Dossou; fils',
  customer_first_name: 'Afi "Fifi"',
  customer_phone: '+2290197000001',
  pickup_label: 'Boutique',
  pickup_landmark: null,
  pickup_lat: center.lat,
  pickup_lng: center.lng,
  dropoff_label: 'Maison',
  dropoff_landmark: 'Près de la pharmacie',
  dropoff_lat: center.lat,
  dropoff_lng: center.lng,
  parcel_category: 'FASHION',
  parcel_size: 'SMALL',
  parcel_fragile: false,
  payment_mode: 'CASH_ON_DELIVERY',
  goods_amount_fcfa: 15_000,
  fee_payer: 'CUSTOMER',
  collection: 'DIRECT',
  payment_status: 'PAID',
  paid_at: new Date('2026-11-21T10:00:00.000Z'),
  price_fcfa: 1_100,
  price_is_estimate: false,
  cancellation_fee_fcfa: 0,
  return_fee_fcfa: 500,
  failure_code: 'CUSTOMER_ABSENT',
  failure_note: null,
  courier_first_name: 'Koffi',
  courier_phone: '+2290197000002',
  courier_vehicle_type: 'MOTO',
  courier_plate_number: null,
  currency: 'XOF',
  metadata: null,
  pickup_window_from: null,
  pickup_window_to: null,
  dropoff_window_from: null,
  dropoff_window_to: null,
  arrived_at_pickup_at: null,
  link_version: 1,
  second_try_of: null,
  second_try_id: null,
  ended_at: null,
  city_id: cotonou.id,
  cod_fee_fcfa: 225,
  price_working: { lines: [], discounts: [{ source: 'PROMO_CODE', amountFcfa: 120, bearer: 'SHOP' }] },
  dropoff_source: 'SHOP',
  dropoff_accuracy_meters: null,
}

async function* listed(...changes: Partial<ListedDelivery>[]) {
  for (const change of changes) yield { ...delivery, ...change }
}

const file = (
  format: ExportFormat,
  deliveries: AsyncIterable<ListedDelivery>,
  language: 'fr' | 'en' = 'fr',
) => deliveryExport(format, deliveries, { language, map, timeZone: 'Africa/Porto-Novo' })

const csvRows = async (stream: Readable): Promise<string[][]> =>
  parse(await text(stream), { delimiter: ';', bom: true, record_delimiter: '\r\n' })

/** The cells of the one sheet. */
async function xlsxRows(stream: Readable): Promise<unknown[][]> {
  const { sheets } = await readXlsx(await buffer(stream))
  assert.equal(sheets.length, 1)
  return sheets[0]?.rows ?? []
}

describe('an export in CSV', () => {
  test('has a mark of UTF-8, semicolons, a line of headers and a row for each delivery', async () => {
    const bytes = await buffer(file('csv', listed({})))
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    assert.equal(
      bytes.subarray(3).toString(),
      'Référence;Votre référence;Créée le;Statut;Raison de l’échec;Nom;Prénom;Téléphone;Zone;Lieu;Repère;Catégorie;' +
        'Marchandise (FCFA);Livraison (FCFA);Livraison payée par;À encaisser (FCFA);Paiement;Payée le;' +
        'Frais d’encaissement (FCFA);Frais d’annulation (FCFA);Frais de retour (FCFA);' +
        'Remise promo à la charge de la boutique (FCFA);Livreur;Terminée le;Créneau de remise\r\n' +
        'COL-7K2M9Q;0042;2026-11-21 00:30;Échec, colis en retour;Client absent;"Dossou; fils";"Afi ""Fifi""";' +
        "'+229 01 97 00 00 01;Cadjèhoun;Maison;Près de la pharmacie;FASHION;15000;1100;Client;16100;Payé;" +
        '2026-11-21 11:00;225;0;500;0;Koffi;;\r\n',
    )
  })

  test('is in English too, and leaves out what is unknown', async () => {
    const unknown = {
      dropoff_lat: null,
      dropoff_lng: null,
      dropoff_label: null,
      external_ref: null,
      paid_at: null,
    }
    const rows = await csvRows(file('csv', listed({ ...unknown, status: 'EXPIRED' }), 'en'))
    assert.equal(rows[0]?.[3], 'Status')
    assert.deepEqual(
      [1, 3, 8, 9, 17].map((at) => rows[1]?.[at]),
      ['', 'Expired', '', '', ''],
    )
  })

  test('has what a promo code took off at the cost of the shop, of trips that were made', async () => {
    const rows = await csvRows(file('csv', listed({ status: 'DELIVERED' }, { status: 'RETURNED' })))
    assert.deepEqual(
      rows.map((row) => row[21]),
      ['Remise promo à la charge de la boutique (FCFA)', '120', '0'],
    )
  })

  test('says the window of the drop-off on the clocks of its city, with both days where it has two', async () => {
    const [from, to] = [new Date('2026-11-21T13:00:00.000Z'), new Date('2026-11-21T15:00:59.000Z')]
    const night = new Date('2026-11-22T06:00:00.000Z')
    const windows = [
      { dropoff_window_from: from, dropoff_window_to: to },
      { dropoff_window_from: from, dropoff_window_to: night },
    ]
    for (const [language, heading] of [
      ['fr', 'Créneau de remise'],
      ['en', 'Drop-off window'],
    ] as const) {
      const rows = await csvRows(file('csv', listed(...windows), language))
      assert.deepEqual(
        rows.map((row) => row.at(-1)),
        [heading, '2026-11-21 14:00 - 16:00', '2026-11-21 14:00 - 2026-11-22 07:00'],
      )
    }
  })

  test('of nothing has its headers', async () => {
    assert.equal((await csvRows(file('csv', listed()))).length, 1)
  })
})

describe('an export in XLSX', () => {
  test('has texts, whole amounts and times of the city as such', async () => {
    const [headers, row] = await xlsxRows(file('xlsx', listed({})))
    assert.deepEqual(headers?.slice(0, 3), ['Référence', 'Votre référence', 'Créée le'])
    assert.deepEqual(row, [
      'COL-7K2M9Q',
      '0042',
      new Date('2026-11-21T00:30:00.000Z'),
      'Échec, colis en retour',
      'Client absent',
      'Dossou; fils',
      'Afi "Fifi"',
      '+229 01 97 00 00 01',
      'Cadjèhoun',
      'Maison',
      'Près de la pharmacie',
      'FASHION',
      15_000,
      1_100,
      'Client',
      16_100,
      'Payé',
      new Date('2026-11-21T11:00:00.000Z'),
      225,
      0,
      500,
      0,
      'Koffi',
      null,
      null,
    ])
  })
})

describe('no cell of an export begins a formula', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    const hostile = `${sign}HYPERLINK("https://evil.test","Afi")`

    test(`not with ${JSON.stringify(sign)} in CSV`, async () => {
      const texts = {
        customer_last_name: hostile,
        dropoff_landmark: hostile,
        external_ref: hostile,
        failure_note: hostile,
      }
      const [, row] = await csvRows(file('csv', listed({ ...texts, failure_code: 'OTHER' })))
      assert.deepEqual(
        [1, 5, 10].map((at) => row?.[at]),
        Array(3).fill(`'${hostile}`),
      )
      for (const cell of row ?? []) assert.doesNotMatch(cell, /^[=+\-@\t\r＝＋－＠]/)
    })

    test(`not with ${JSON.stringify(sign)} in XLSX, where it is a cell of text`, async () => {
      const { sheets } = await readXlsx(await buffer(file('xlsx', listed({ customer_last_name: hostile }))), {
        readStyles: true,
      })
      const cell = sheets[0]?.cells?.get('1,5')
      assert.deepEqual(
        [sheets[0]?.rows[1]?.[5], cell?.formula, cell?.style?.numFmt],
        [hostile, undefined, '@'],
      )
    })
  }
})

for (const format of ['csv', 'xlsx'] as const) {
  describe(`an export in ${format.toUpperCase()} is streamed`, () => {
    test('20,000 deliveries are read as fast as they are taken, and few are in memory at once', async () => {
      let read = 0
      async function* many() {
        for (; read < 20_000; read += 1) yield { ...delivery, reference: `COL-${read}` }
      }
      const stream = file(format, many())
      for (let turns = 0; turns < 200; turns += 1) await turn()
      assert.ok(read < 2_000, `${read} were read before anything was taken`)
      let bytes = 0
      let largest = 0
      const between = countBetweenTurns(() => read)
      for await (const chunk of stream) {
        bytes += chunk.length
        largest = Math.max(largest, chunk.length)
      }
      assert.equal(read, 20_000)
      assert.ok(between.end() <= 100, `${between.end()} were read before anything else had its turn`)
      assert.ok(bytes > 500_000 && largest < 1_000_000, `${bytes} bytes, ${largest} at once`)
    })

    test('whoever stops taking the file ends the reading', async () => {
      let isEnded = false
      async function* endless() {
        try {
          for (;;) yield delivery
        } finally {
          isEnded = true
        }
      }
      const stream = file(format, endless())
      for await (const _ of stream) break
      assert.ok(stream.destroyed)
      await until(() => isEnded, 'the end of the reading')
    })

    test('an error while reading breaks the file off', async () => {
      async function* failing() {
        yield delivery
        throw new Error('The database is gone.')
      }
      await assert.rejects(buffer(file(format, failing())), /The database is gone/)
    })
  })
}

/** The largest step of a count from one turn of the event loop to the next. */
function countBetweenTurns(count: () => number): { end(): number } {
  let [last, largest, isEnded] = [count(), 0, false]
  const look = () => {
    largest = Math.max(largest, count() - last)
    last = count()
    if (!isEnded) setImmediate(look)
  }
  setImmediate(look)
  return {
    end: () => {
      isEnded = true
      return largest
    },
  }
}
