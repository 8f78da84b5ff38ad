import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, eventsOf } from './support/delivery-verbs.ts'
import {
  type Answer,
  center,
  east,
  openService,
  outskirts,
  parakou,
  productionSettings,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { assertInvalid, assertRefused, type Refusal } from './support/refusal.ts'

const koffi = {
  firstName: 'Koffi',
  phone: '+2290197000000',
  vehicleType: 'MOTO',
  plateNumber: 'AB 1234 RB',
}

const reasonWithoutFailure = {
  field: '/failureReason',
  rule: 'onlyWithFailed',
  en: 'is only taken with the outcome FAILED',
  fr: 'n’est accepté qu’avec outcome à FAILED',
}

/** Where each request leads from each status (spec section 3, decision 25); a dot where there is no such step. */
// biome-ignore format: the table is read by column
const leads = {
  //                    no outcome           DELIVERED    FAILED    RETURNED    EXPIRED
  AWAITING_LOCATION: ['SEARCHING_COURIER', 'DELIVERED', 'FAILED', 'RETURNED', 'EXPIRED'],
  SEARCHING_COURIER: ['ASSIGNED',          'DELIVERED', 'FAILED', 'RETURNED', 'EXPIRED'],
  ASSIGNED:          ['IN_TRANSIT',        'DELIVERED', 'FAILED', 'RETURNED', '.'],
  IN_TRANSIT:        ['DELIVERED',         'DELIVERED', 'FAILED', 'RETURNED', '.'],
  DELIVERED:         ['.',                 '.',         '.',      '.',        '.'],
  FAILED:            ['.',                 '.',         '.',      'RETURNED', '.'],
  RETURNED:          ['.',                 '.',         '.',      '.',        '.'],
  CANCELLED:         ['.',                 '.',         '.',      '.',        '.'],
  EXPIRED:           ['.',                 '.',         '.',      '.',        '.'],
} as const satisfies Record<DeliveryStatus, readonly (DeliveryStatus | '.')[]>

const endings = ['DELIVERED', 'FAILED', 'RETURNED', 'EXPIRED'] as const

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const advance = (shop: TestShop, id: string, body?: unknown, headers = {}): Promise<Answer> =>
    shop.post(`/sandbox/deliveries/${id}/advance`, body, headers)

  const read = async (shop: TestShop, id: string) => (await shop.get(`/deliveries/${id}`)).body

  describe('the four steps (spec section 3)', () => {
    test('the four steps of the sandbox are the customer’s position, the courier, the pickup and the hand-over', async () => {
      const shop = await service.openShop()
      const { pickupCode, ...made } = (await shop.order()).body

      const located = {
        ...made,
        status: 'SEARCHING_COURIER',
        dropoff: {
          label: 'Position de test',
          landmark: 'Position donnée par le bac à sable',
          lat: 6.37,
          lng: 2.43,
        },
        price: 600,
        priceIsEstimate: false,
      }
      const assigned = { ...located, status: 'ASSIGNED', courier: koffi }
      for (const expected of [
        located,
        assigned,
        { ...assigned, status: 'IN_TRANSIT', courierArrivedAt: made.createdAt },
        { ...assigned, status: 'DELIVERED', courierArrivedAt: made.createdAt },
      ]) {
        const { status, body } = await advance(shop, made.id)
        assert.deepEqual({ status, body }, { status: 200, body: expected })
        assert.deepEqual(await read(shop, made.id), expected)
      }
    })

    test('the steps of the sandbox begin with the courier where the position is known, which is kept', async () => {
      const shop = await service.openShop()
      const { pickupCode, ...made } = (await shop.order({ dropoff: { ...center, label: 'Maison' } })).body

      const answers = await inTurn(3, () => advance(shop, made.id))

      const assigned = { ...made, courier: koffi }
      assert.deepEqual(
        answers.map(({ body }) => body),
        [
          { ...assigned, status: 'ASSIGNED' },
          { ...assigned, status: 'IN_TRANSIT', courierArrivedAt: made.createdAt },
          { ...assigned, status: 'DELIVERED', courierArrivedAt: made.createdAt },
        ],
      )
    })

    for (const [mode, feePayer, goodsAmount, statuses, emitted] of [
      ['PREPAID', 'CUSTOMER', 5000, ['NOT_DUE', 'NOT_DUE', 'NOT_DUE', 'NOT_DUE'], []],
      ['CASH_ON_DELIVERY', 'MERCHANT', 0, ['NOT_DUE', 'NOT_DUE', 'NOT_DUE', 'NOT_DUE'], []],
      [
        'CASH_ON_DELIVERY',
        'CUSTOMER',
        5000,
        ['NOT_REQUESTED', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'PAID'],
        ['payment.confirmed'],
      ],
      [
        'CASH_ON_DELIVERY',
        'CUSTOMER',
        0,
        ['NOT_REQUESTED', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'PAID'],
        ['payment.confirmed'],
      ],
    ] as const) {
      for (const collection of ['SECURE', 'DIRECT'] as const) {
        const payment = { mode, feePayer, goodsAmount, collection }
        test(`the payment of ${mode} ${collection} goods of ${goodsAmount} with the fee on ${feePayer} ends as ${statuses[3]} (decision 25)`, async () => {
          const shop = await service.openShop()
          const { id } = (await shop.order({ payment })).body
          service.clock.set('2026-11-21T10:30:00.000Z')

          const answers = await inTurn(4, () => advance(shop, id))

          assert.deepEqual(
            answers.map(({ body }) => body.payment.status),
            statuses,
          )
          const isPaid = statuses[3] === 'PAID'
          assert.equal(answers[3]?.body.payment.paidAt, isPaid ? '2026-11-21T10:30:00.000Z' : null)
          const events = await eventsOf(service, { shopId: shop.shopId, id })
          assert.deepEqual(
            events.map(({ type }) => type).sort(),
            [
              'delivery.created',
              'delivery.location_confirmed',
              'delivery.courier_assigned',
              'delivery.courier_arrived',
              'delivery.picked_up',
              'delivery.delivered',
              ...emitted,
            ].sort(),
          )
        })
      }
    }

    for (const [where, pickup, dropoff, price] of [
      ['in a zone is at the centre of the nearest other zone', east, center, 600],
      ['in no zone is at the centre of the nearest zone', outskirts, center, 1100],
      ['in a city without zones is at the pickup itself', parakou, parakou, 500],
    ] as const) {
      test(`the sandbox customer of a pickup ${where}`, async () => {
        const shop = await service.openShop()
        const { id } = (await shop.order({ pickup })).body

        const { body } = await advance(shop, id)

        const { lat, lng } = body.dropoff
        assert.deepEqual([{ lat, lng }, body.price, body.priceIsEstimate], [dropoff, price, false])
      })
    }

    test('steps requested at once are each made once, and no more than there are (decision 25)', async () => {
      const shop = await service.openShop()
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }
      const { id } = (await shop.order({ payment })).body

      const answers = await Promise.all(Array.from({ length: 6 }, () => advance(shop, id)))

      const reached = answers.map(({ body }) => body.code ?? body.status).sort()
      assert.deepEqual(reached, [
        'ASSIGNED',
        'DELIVERED',
        'IN_TRANSIT',
        'NO_NEXT_STEP',
        'NO_NEXT_STEP',
        'SEARCHING_COURIER',
      ])
      assert.equal((await shop.get(`/deliveries/${id}/events`)).body.length, 5)
      assert.equal((await eventsOf(service, { shopId: shop.shopId, id })).length, 7)
    })
  })

  describe('every status and every ending (decision 25)', () => {
    for (const [from, row] of Object.entries(leads)) {
      for (const [column, outcome] of [undefined, ...endings].entries()) {
        const to = row[column]
        const asked = outcome ? `${from} towards ${outcome}` : from
        const body = outcome && { outcome }

        if (to === '.') {
          test(`no step of the sandbox leads from ${asked}`, async () => {
            const shop = await service.openShop()
            const { id } = await bringTo(service, shop, from as DeliveryStatus)
            const before = await read(shop, id)

            await assertRefused((language) => advance(shop, id, body, language), noNextStep(from, outcome))

            assert.deepEqual(await read(shop, id), before)
          })
        } else {
          test(`the step of the sandbox from ${asked} leads to ${to}`, async () => {
            const shop = await service.openShop()
            const { id } = await bringTo(service, shop, from as DeliveryStatus)

            const answer = await advance(shop, id, body)

            assert.deepEqual([answer.status, answer.body.status], [200, to])
            assert.deepEqual(await read(shop, id), answer.body)
          })
        }
      }
    }
  })

  describe('the way to an ending (decision 25)', () => {
    for (const [outcome, payments, emitted] of [
      ['DELIVERED', ['payment.confirmed'], ['delivery.delivered']],
      ['FAILED', [], ['delivery.failed']],
      ['RETURNED', [], ['delivery.failed', 'delivery.returned']],
    ] as const) {
      test(`the way to ${outcome} makes every step with its line of history and its event`, async () => {
        const shop = await service.openShop()
        const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }
        const { id } = (await shop.order({ payment })).body

        assert.equal((await advance(shop, id, { outcome })).body.status, outcome)

        const statuses = (await shop.get(`/deliveries/${id}/events`)).body.map(
          ({ status }: { status: string }) => status,
        )
        assert.deepEqual(statuses, [
          'AWAITING_LOCATION',
          'SEARCHING_COURIER',
          'ASSIGNED',
          'IN_TRANSIT',
          ...(outcome === 'RETURNED' ? ['FAILED'] : []),
          outcome,
        ])
        const events = await eventsOf(service, { shopId: shop.shopId, id })
        assert.deepEqual(
          events.map(({ type }) => type).sort(),
          [
            'delivery.created',
            'delivery.location_confirmed',
            'delivery.courier_assigned',
            'delivery.courier_arrived',
            'delivery.picked_up',
            ...payments,
            ...emitted,
          ].sort(),
        )
      })
    }

    test('the reason of a failure is kept however far away the failure was', async () => {
      const shop = await service.openShop()
      const { id } = (await shop.order()).body
      const { body } = await advance(shop, id, { outcome: 'FAILED', failureReason: 'REFUSED' })
      assert.equal(body.failureReason, 'Colis refusé par le client')
    })

    test('of several calls for one ending at once each returns the delivery at that ending', async () => {
      const shop = await service.openShop()
      const { id } = (await shop.order()).body

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => advance(shop, id, { outcome: 'FAILED' })),
      )

      const reached = new Set(answers.map(({ body }) => body.code ?? body.status))
      assert.ok(reached.has('FAILED'))
      // One that begins after the others have ended finds nothing left to do.
      assert.deepEqual(
        [...reached].filter((each) => each !== 'FAILED' && each !== 'NO_NEXT_STEP'),
        [],
      )
      assert.equal((await shop.get(`/deliveries/${id}/events`)).body.length, 5)
    })
  })

  describe('a failed hand-over', () => {
    for (const [failureReason, en, fr] of [
      [undefined, 'Customer absent', 'Client absent'],
      ['CUSTOMER_ABSENT', 'Customer absent', 'Client absent'],
      ['REFUSED', 'Parcel refused by the customer', 'Colis refusé par le client'],
      ['ADDRESS_NOT_FOUND', 'Address not found', 'Adresse introuvable'],
      ['CUSTOMER_UNREACHABLE', 'Customer unreachable', 'Client injoignable'],
      ['PARCEL_DAMAGED', 'Parcel damaged', 'Colis endommagé'],
      ['PAYMENT_REFUSED', 'Payment refused', 'Paiement refusé'],
      ['OTHER', 'Another reason', 'Autre raison'],
      ['Rue inondée', 'Rue inondée', 'Rue inondée'],
      ['refused', 'refused', 'refused'],
    ] as const) {
      test(`a hand-over that failed with ${failureReason ?? 'no reason given'} reads "${en}"`, async () => {
        const shop = await service.openShop()
        const { id } = await bringTo(service, shop, 'IN_TRANSIT')

        const failed = await advance(
          shop,
          id,
          { outcome: 'FAILED', ...(failureReason && { failureReason }) },
          { 'accept-language': 'en' },
        )

        assert.equal(failed.body.failureReason, en)
        assert.equal((await read(shop, id)).failureReason, fr)
      })
    }

    test('a failed hand-over withdraws the payment, and the return is charged (decision 22)', async () => {
      const shop = await service.openShop()
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }
      const { id } = await bringTo(service, shop, 'IN_TRANSIT', { payment })

      const { body: failed } = await advance(shop, id, { outcome: 'FAILED' })
      const { body: returned } = await advance(shop, id, { outcome: 'RETURNED' })

      assert.deepEqual([failed.payment.status, failed.returnFee], ['NOT_REQUESTED', 0])
      assert.deepEqual(returned, { ...failed, status: 'RETURNED', returnFee: 500 })
    })
  })

  describe('the body', () => {
    for (const [what, body, headers] of [
      ['missing', undefined, {}],
      ['empty with a JSON Content-Type', undefined, { 'content-type': 'application/json' }],
      ['an empty object', {}, {}],
    ] as const) {
      test(`the body of an advance may be ${what}`, async () => {
        const shop = await service.openShop()
        const { id } = (await shop.order()).body

        const answer = await advance(shop, id, body, headers)

        assert.deepEqual([answer.status, answer.body.status], [200, 'SEARCHING_COURIER'])
      })
    }

    for (const [body, issue] of [
      [
        { outcome: 'CANCELLED' },
        {
          field: '/outcome',
          rule: 'enum',
          en: 'must be one of DELIVERED, FAILED, RETURNED, EXPIRED',
          fr: 'doit être l’une des valeurs DELIVERED, FAILED, RETURNED, EXPIRED',
        },
      ],
      [
        { outcom: 'FAILED' },
        {
          field: '/outcom',
          rule: 'additionalProperties',
          en: 'is not a known field; did you mean outcome?',
          fr: 'n’est pas un champ connu ; vouliez-vous dire outcome ?',
        },
      ],
      [
        { outcome: 'FAILED', failureReason: 'x'.repeat(201) },
        {
          field: '/failureReason',
          rule: 'maxLength',
          en: 'must have at most 200 characters',
          fr: 'doit avoir au plus 200 caractères',
        },
      ],
      ...[{ failureReason: 'REFUSED' }, { outcome: 'EXPIRED', failureReason: 'Rue inondée' }].map(
        (body) => [body, reasonWithoutFailure] as const,
      ),
      [[], { field: '', rule: 'type', en: 'must be a JSON object', fr: 'doit être un objet JSON' }],
    ] as const) {
      test(`the body ${JSON.stringify(body).slice(0, 60)} is refused, and the delivery is not advanced`, async () => {
        const shop = await service.openShop()
        const { id } = (await shop.order()).body

        await assertInvalid((language) => advance(shop, id, body, language), [issue])
        assert.equal((await read(shop, id)).status, 'AWAITING_LOCATION')
      })
    }

    test('the body null is refused, and the delivery is not advanced', async () => {
      const shop = await service.openShop()
      const { id } = (await shop.order()).body
      const json = { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' }
      const url = `/sandbox/deliveries/${id}/advance`

      await assertInvalid(
        (language) =>
          service.call({ method: 'POST', url, headers: { ...json, ...language }, payload: 'null' }),
        [{ field: '', rule: 'type', en: 'is missing: send {}', fr: 'est absent : envoyez {}' }],
      )
      assert.equal((await read(shop, id)).status, 'AWAITING_LOCATION')
    })
  })

  test('an unknown, malformed or foreign id is not found, and the foreign delivery stays unchanged (decision 5)', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const { id: theirs } = (await other.order()).body

    for (const id of ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', 'COL-7K2M9Q', theirs]) {
      await assertRefused((language) => advance(shop, id, undefined, language), {
        status: 404,
        code: 'DELIVERY_NOT_FOUND',
        en: 'Your shop has no delivery with this id or reference.',
        fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
      })
    }
    assert.equal((await read(other, theirs)).status, 'AWAITING_LOCATION')
  })

  describe('in production (decision 2)', () => {
    let production: TestService
    before(async () => {
      production = await openService(await open(), productionSettings)
    })
    after(() => production.close())

    test('in production, the sandbox operation does not exist for anybody', async () => {
      const shop = await production.openShop()
      const { body: made } = await shop.order()
      const path = `/api/v1/partner/sandbox/deliveries/${made.id}/advance`
      const unknown = {
        status: 404,
        code: 'ROUTE_NOT_FOUND',
        en: `There is no operation POST ${path}.`,
        fr: `L’opération POST ${path} n’existe pas.`,
      }

      await assertRefused((language) => advance(shop, made.id, undefined, language), unknown)
      await assertRefused((headers) => production.call({ method: 'POST', url: `/${path}`, headers }), unknown)
      assert.equal((await read(shop, made.id)).status, 'AWAITING_LOCATION')
    })

    test('in production, the OpenAPI description does not mention the sandbox operation', async () => {
      const sandboxPathsOf = async ({ call }: TestService) =>
        Object.keys((await call({ url: '//openapi.json' })).body.paths).filter((path) =>
          path.includes('sandbox'),
        )

      assert.deepEqual(await sandboxPathsOf(production), [])
      assert.deepEqual(await sandboxPathsOf(service), [
        '/api/v1/partner/sandbox/reset',
        '/api/v1/partner/sandbox/deliveries/{id}/advance',
      ])
    })
  })
})

function noNextStep(status: string, outcome: (typeof endings)[number] | undefined): Refusal {
  const column = outcome === undefined ? 0 : endings.indexOf(outcome) + 1
  const from = Object.entries(leads).flatMap(([each, row]) => (row[column] === '.' ? [] : [each]))
  const [en, fr] = outcome
    ? [`cannot become ${outcome}`, `ne peut pas passer à ${outcome}`]
    : ['has no next step', 'n’a pas d’étape suivante']
  const listed = (or: string) => from.join(', ').replace(/, (\w+)$/, ` ${or} $1`)
  return {
    status: 409,
    code: 'NO_NEXT_STEP',
    en: `A delivery with the status ${status} ${en}. This works from ${listed('or')}.`,
    fr: `Une livraison au statut ${status} ${fr}. Cela marche depuis ${listed('ou')}.`,
    details: { status, from },
  }
}

/** Does something `times` times, one after the other. */
async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let time = 0; time < times; time += 1) results.push(await act())
  return results
}
