import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import type { ParcelSize } from '../src/contract/vocabulary.ts'
import { comparePastPrices } from '../src/domain/deliveries/past-prices/compare-past-prices.ts'
import { createPromoCode } from '../src/domain/money/payments/create-promo-code.ts'
import { compareQuote } from '../src/domain/pricing/drafting/compare-quote.ts'
import { discardTariffDraft } from '../src/domain/pricing/drafting/discard-tariff-draft.ts'
import { putDraftInForce } from '../src/domain/pricing/drafting/put-draft-in-force.ts'
import { restoreTariff } from '../src/domain/pricing/drafting/restore-tariff.ts'
import { saveTariffDraft } from '../src/domain/pricing/drafting/save-tariff-draft.ts'
import { findTariffDraft } from '../src/domain/pricing/drafting/tariff-draft-store.ts'
import { withdrawTariff } from '../src/domain/pricing/drafting/withdraw-tariff.ts'
import { changeZonePairPrices } from '../src/domain/pricing/pairs/change-zone-pair-prices.ts'
import { getPairMatrix } from '../src/domain/pricing/pairs/get-pair-matrix.ts'
import { firstTariff, setTariff } from '../src/domain/pricing/set-tariff.ts'
import type { Tariff, TariffTerms } from '../src/domain/pricing/tariff.ts'
import {
  findTariff,
  findTariffToCome,
  listTariffHistory,
  readPriceList,
} from '../src/domain/pricing/tariff-store.ts'
import { changeCity } from '../src/domain/zones/change-city.ts'
import { switchDemand } from '../src/domain/zones/switch-demand.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import {
  center,
  changeTariff,
  east,
  openService,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'

/** Numbers that are the same in every run. */
function chanceFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const draftTerms: TariffTerms = {
  baseFcfa: 650,
  includedKm: 1.5,
  perKmFcfa: 90,
  stepFcfa: 50,
  surcharges: {
    LARGE_PARCEL: { flatFcfa: 275, perKmFcfa: 15 },
    NIGHT: { flatFcfa: 100, perKmFcfa: 30 },
    RAIN: { flatFcfa: 60, perKmFcfa: 5 },
  },
  night: { from: '20:00', to: '05:30' },
  collectionFee: { percent: 2, minimumFcfa: 50 },
  cancellationFeeFcfa: 200,
  returnFeeFcfa: 400,
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let cityId: string
  let revision: string | null

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ discountPercent: 7 })
    cityId = service.services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
  })
  beforeEach(async () => {
    // Each test has a day of its own: clocks do not go back.
    day += 1
    service.clock.set(at(10, 0))
    const { db, clock } = service.services
    const toCome = await findTariffToCome(db, cityId, clock.now())
    if (toCome) await withdrawTariff(service.services, { cityId, version: toCome.tariff.version })
    const draft = await findTariffDraft(db, cityId)
    if (draft) await discardTariffDraft(service.services, { cityId, shownRevision: draft.revision })
    revision = null
    for (const demand of ['RAIN', 'HIGH_DEMAND'] as const)
      await switchDemand(service.services, { cityId, demand }, { act: 'END' })
    await service.services.pricing.map.reload()
    await changeTariff(service, { ...testTariff, surcharges: { ...testTariff.surcharges } })
  })
  after(() => service.close())

  const now = () => service.clock.now()
  const inForce = async () => (await findTariff(service.services.db, cityId, now())) as Tariff
  const reload = () => service.services.pricing.priceList.reload()

  async function save(terms: Partial<TariffTerms> = draftTerms): Promise<string> {
    const draft = await saveTariffDraft(service.services, {
      cityId,
      shownRevision: revision,
      terms: { ...firstTariff, ...terms },
    })
    revision = draft.revision
    return draft.revision
  }

  async function putInForce(from: Date | null = null) {
    const shownVersion = (await inForce()).version
    const kept = await putDraftInForce(service.services, {
      cityId,
      shownVersion,
      shownRevision: revision ?? '',
      from,
    })
    revision = null
    await reload()
    return kept
  }

  const quote = async (body: object = {}) => {
    const sent = { parcelSize: 'SMALL', paymentMode: 'PREPAID', pickup: center, dropoff: east, ...body }
    const answer = await shop.post('/quotes', sent)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  describe('the draft of a tariff', () => {
    test('what the draft is said to cost is what quotes cost once it is in force, for random trips', async () => {
      const chance = chanceFrom(7)
      const some = () => ({ lat: 6.33 + chance() * 0.1, lng: 2.36 + chance() * 0.12 })
      await save()
      const draft: Tariff = { ...draftTerms, version: 0 }
      const today = await inForce()
      const trips = Array.from({ length: 40 }, (_, at) => ({
        pickup: some(),
        dropoff: at % 8 === 0 ? undefined : some(),
        parcelSize: (['SMALL', 'MEDIUM', 'LARGE'] as ParcelSize[])[at % 3] ?? 'SMALL',
        fragile: at % 4 === 0,
      }))
      const moment = new Date(at(20, 30))
      const predicted = await Promise.all(
        trips.map((trip) =>
          compareQuote(
            service.services.pricing,
            cityId,
            { today, draft },
            { ...trip, at: moment, switchedOn: { raining: true, highDemand: false }, shopDiscountPercent: 7 },
          ),
        ),
      )
      await changeCity(service.services, cityId, { raining: true })
      await service.services.pricing.map.reload()
      service.clock.set(moment.toISOString())
      try {
        const asked = async (trip: (typeof trips)[number]) => {
          const { dropoff, ...others } = trip
          return (await quote({ ...others, dropoff })).price
        }
        for (const [index, trip] of trips.entries())
          assert.equal(await asked(trip), predicted[index]?.today?.priceFcfa)
        await putInForce()
        for (const [index, trip] of trips.entries())
          assert.equal(await asked(trip), predicted[index]?.draft.priceFcfa)
      } finally {
        await changeCity(service.services, cityId, { raining: false })
        await service.services.pricing.map.reload()
      }
    })

    test('the last delivered trips cost under both tariffs what their quotes cost', async () => {
      const chance = chanceFrom(11)
      const promo = await createPromoCode(service.services, {
        code: `ESSAI${newId(now()).slice(-6)}`,
        percent: 15,
      })
      const orders = Array.from({ length: 12 }, (_, at) => ({
        dropoff: { lat: 6.34 + chance() * 0.08, lng: 2.38 + chance() * 0.1, landmark: 'Portail bleu' },
        parcel: { category: 'FASHION', size: at % 3 === 0 ? 'LARGE' : 'SMALL', fragile: at % 2 === 0 },
        ...(at === 5 && { promoCode: promo.code }),
      }))
      let todayFcfa = 0
      for (const input of orders) {
        const made = await shop.order(input)
        assert.equal(made.status, 201)
        todayFcfa += made.body.price
        await service.services.db
          .updateTable('deliveries')
          .set({ status: 'DELIVERED', ended_at: now() })
          .where('deliveries.id', '=', made.body.id)
          .execute()
      }
      const others = await bringTo(service, shop, 'CANCELLED')
      assert.ok(others.id)
      await save()
      const today = await inForce()
      const draft: Tariff = { ...draftTerms, version: 0 }

      const compared = await comparePastPrices(service.services, cityId, { today, draft })

      await putInForce()
      let draftFcfa = 0
      for (const { dropoff, parcel, promoCode } of orders) {
        const { lat, lng } = dropoff
        const body = { dropoff: { lat, lng }, parcelSize: parcel.size, fragile: parcel.fragile }
        draftFcfa += promoCode
          ? (await shop.order({ dropoff, parcel, promoCode })).body.price
          : (await quote({ ...body, pickup: center })).price
      }
      assert.equal(compared.trips, 12)
      assert.equal(compared.leftOut, 0)
      assert.equal(compared.todayFcfa, todayFcfa)
      assert.equal(compared.draftFcfa, draftFcfa)
      assert.equal(compared.dearer + compared.cheaper + compared.same, 12)
    })

    test('a draft changes no price, and keeps who saved it', async () => {
      const { price } = await quote()
      await save()
      await reload()
      assert.equal((await quote()).price, price)
      const draft = await findTariffDraft(service.services.db, cityId)
      assert.deepEqual(draft?.terms, draftTerms)
      assert.equal(draft?.savedBy, 'SYSTEM')
    })

    test('nobody saves over a draft that they did not see', async () => {
      await save()
      const other = { cityId, shownRevision: null, terms: { ...draftTerms, baseFcfa: 1 } }
      await assert.rejects(saveTariffDraft(service.services, other), { code: 'TARIFF_DRAFT_CHANGED' })
      const stale = revision ?? ''
      await save({ ...draftTerms, baseFcfa: 700 })
      await assert.rejects(
        putDraftInForce(service.services, {
          cityId,
          shownVersion: (await inForce()).version,
          shownRevision: stale,
          from: null,
        }),
        { code: 'TARIFF_DRAFT_CHANGED' },
      )
      await assert.rejects(discardTariffDraft(service.services, { cityId, shownRevision: stale }), {
        code: 'TARIFF_DRAFT_CHANGED',
      })
    })

    test('terms that no tariff may have are refused by name', async () => {
      for (const [terms, names] of [
        [{ baseFcfa: -1 }, ['baseFcfa']],
        [{ baseFcfa: 1.5, stepFcfa: 0 }, ['baseFcfa', 'stepFcfa']],
        [{ includedKm: Number.NaN }, ['includedKm']],
        [{ night: { from: '25:00', to: '06:00' } }, ['night']],
        [{ surcharges: { RAIN: { flatFcfa: 1e9, perKmFcfa: 0 } } }, ['RAIN.flat']],
        [{ collectionFee: { percent: 101, minimumFcfa: 0 } }, ['collectionPercent']],
      ] as [Partial<TariffTerms>, string[]][])
        await assert.rejects(save({ ...draftTerms, ...terms }), {
          code: 'TARIFF_TERMS_REFUSED',
          params: { names },
        })
    })

    test('a tariff that another took the place of meanwhile is not replaced unseen', async () => {
      await save()
      const shownVersion = (await inForce()).version
      await setTariff(service.services, cityId, { baseFcfa: 777 })
      const wish = { cityId, shownVersion, shownRevision: revision ?? '', from: null }
      await assert.rejects(putDraftInForce(service.services, wish), { code: 'TARIFF_CHANGED' })
    })

    test('of two operators who put the same draft in force at once, one does', async () => {
      await save()
      const wish = {
        cityId,
        shownVersion: (await inForce()).version,
        shownRevision: revision ?? '',
        from: null,
      }
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => putDraftInForce(service.services, wish)))
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await inForce()).version, wish.shownVersion + 1)
    })
  })

  describe('a tariff that is to come', () => {
    test('it is in force from its moment on, in every process, without being read again (decision 181)', async () => {
      const before = (await quote()).price
      await save()
      const from = new Date(at(14, 0))
      await putInForce(from)
      const elsewhere = await readPriceList(service.services.db)
      service.clock.set(new Date(from.getTime() - 1).toISOString())
      assert.equal((await quote()).price, before)
      assert.equal(elsewhere.tariffOf(cityId, now())?.baseFcfa, 500)
      service.clock.set(from.toISOString())
      assert.equal((await quote()).base, 850)
      assert.equal(elsewhere.tariffOf(cityId, now())?.baseFcfa, 650)
      assert.equal((await inForce()).baseFcfa, 650)
    })

    test('a window after the change costs what it will cost then (decisions 128 and 181)', async () => {
      await save()
      await putInForce(new Date(at(14, 0)))
      const base = async (from: string, to: string) => (await quote({ pickupWindow: { from, to } })).base
      assert.equal(await base(at(13, 59), at(15, 0)), 600)
      assert.equal(await base(at(14, 0), at(15, 0)), 850)
      assert.equal((await quote()).base, 600)
    })

    test('it is withdrawn until its moment and is the draft again; afterwards it is undone', async () => {
      await save()
      const { tariff } = await putInForce(new Date(at(14, 0)))
      const { version } = tariff
      await withdrawTariff(service.services, { cityId, version })
      await reload()
      service.clock.set(at(14, 0))
      assert.equal((await quote()).base, 600)
      assert.deepEqual((await findTariffDraft(service.services.db, cityId))?.terms, draftTerms)
      await assert.rejects(withdrawTariff(service.services, { cityId, version }), {
        code: 'TARIFF_NOT_SCHEDULED',
      })
    })

    test('at its very moment it can no longer be withdrawn', async () => {
      await save()
      const { tariff } = await putInForce(new Date(at(14, 0)))
      service.clock.set(at(14, 0))
      await assert.rejects(withdrawTariff(service.services, { cityId, version: tariff.version }), {
        code: 'TARIFF_NOT_SCHEDULED',
      })
    })

    test('one tariff comes at a time, and not in the past nor in years', async () => {
      await save()
      for (const moment of [at(10, 0), at(9, 59), at(10 + 367 * 24, 0)])
        await assert.rejects(putInForce(new Date(moment)), { code: 'TARIFF_MOMENT_REFUSED' })
      await putInForce(new Date(at(14, 0)))
      await save()
      await assert.rejects(putInForce(new Date(at(15, 0))), { code: 'TARIFF_ALREADY_SCHEDULED' })
    })

    test('what is put in force at once meanwhile holds until the tariff to come comes', async () => {
      await save()
      await putInForce(new Date(at(14, 0)))
      service.clock.set(at(11, 0))
      await changeTariff(service, { baseFcfa: 900 })
      assert.equal((await quote()).base, 1000)
      service.clock.set(at(14, 0))
      assert.equal((await quote()).base, 850)
      await changeTariff(service, { baseFcfa: 950 })
      assert.equal((await inForce()).baseFcfa, 950)
      assert.equal((await inForce()).perKmFcfa, 90)
    })
  })

  describe('undoing a tariff', () => {
    test('the former prices come back at once, as a new version that names the one it restores', async () => {
      const before = await inForce()
      await save()
      const { tariff } = await putInForce()
      assert.equal((await quote()).base, 850)
      const restored = await restoreTariff(service.services, {
        cityId,
        shownVersion: tariff.version,
        version: before.version,
      })
      await reload()
      assert.equal((await quote()).base, 600)
      assert.deepEqual({ ...restored.tariff, version: before.version }, before)
      const [newest] = await listTariffHistory(service.services.db, cityId, { limit: 1 })
      assert.equal(newest?.restoresVersion, before.version)
      assert.equal(newest?.createdBy, 'SYSTEM')
    })

    test('neither a tariff that never held nor one undone already is restored', async () => {
      const { version } = await inForce()
      await save()
      const toCome = await putInForce(new Date(at(14, 0)))
      const undo = (to: number) =>
        restoreTariff(service.services, { cityId, shownVersion: version, version: to })
      await assert.rejects(undo(toCome.tariff.version), { code: 'TARIFF_VERSION_NOT_FOUND' })
      await assert.rejects(undo(9_999), { code: 'TARIFF_VERSION_NOT_FOUND' })
      await assert.rejects(undo(version), { code: 'TARIFF_VERSION_NOT_FOUND' })
      const outcomes = await Promise.allSettled([1, 2].map(() => undo(version - 1)))
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    })
  })

  describe('rain and high demand with an end', () => {
    const rain = () => ({ cityId, demand: 'RAIN' as const })
    const surcharges = async () => {
      await service.services.pricing.map.reload()
      return (await quote()).surcharges
    }
    const charged = [{ type: 'RAIN', amount: 150 }]

    test('they end by themselves at their moment, without being read again (decision 184)', async () => {
      await switchDemand(service.services, rain(), { act: 'START', minutes: 30 })
      assert.deepEqual(await surcharges(), charged)
      service.clock.forward(30 * 60_000 - 1)
      assert.deepEqual((await quote()).surcharges, charged)
      service.clock.forward(1)
      assert.deepEqual((await quote()).surcharges, [])
    })

    test('they are extended once by two who extend at once, and ended now', async () => {
      const { rainingUntil } = await switchDemand(service.services, rain(), { act: 'START', minutes: 30 })
      const longer = { act: 'EXTEND', minutes: 60, shown: rainingUntil ?? null } as const
      const outcomes = await Promise.allSettled(
        [1, 2].map(() => switchDemand(service.services, rain(), longer)),
      )
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      service.clock.forward(90 * 60_000 - 1)
      assert.deepEqual(await surcharges(), charged)
      await switchDemand(service.services, rain(), { act: 'END' })
      assert.deepEqual(await surcharges(), [])
      await switchDemand(service.services, rain(), { act: 'END' })
    })

    test('they last 15 minutes to 24 hours, and the command line switches without an end', async () => {
      for (const minutes of [14, 24 * 60 + 1])
        await assert.rejects(switchDemand(service.services, rain(), { act: 'START', minutes }), {
          code: 'DEMAND_END_REFUSED',
        })
      await switchDemand(service.services, rain(), { act: 'START', minutes: 15 })
      service.clock.forward(15 * 60_000)
      await changeCity(service.services, cityId, { raining: true })
      service.clock.forward(48 * 3_600_000)
      assert.deepEqual(await surcharges(), charged)
      await changeCity(service.services, cityId, { raining: false })
      assert.deepEqual(await surcharges(), [])
    })
  })

  describe('prices of zone pairs', () => {
    const names = async () => {
      const { zones } = await getPairMatrix(service.services.db, cityId)
      const idOf = (wanted: string) => zones.find(({ name }) => name === wanted)?.id ?? ''
      return { fromZoneId: idOf('West'), toZoneId: idOf('East') }
    }

    test('many are changed in one act, and none when one of them was changed meanwhile', async () => {
      const pair = await names()
      const back = { fromZoneId: pair.toZoneId, toZoneId: pair.fromZoneId }
      const change = (shownFcfa: number | null, baseFcfa: number | null) =>
        changeZonePairPrices(service.services, cityId, [
          { ...pair, shownFcfa, baseFcfa },
          { ...back, shownFcfa: null, baseFcfa: null },
        ])
      assert.equal(await change(null, 1250), 1)
      await reload()
      assert.equal((await quote()).base, 1250)
      await assert.rejects(change(null, 900), {
        code: 'ZONE_PAIRS_CHANGED',
        params: { pairs: ['West → East'], count: 1 },
      })
      const outcomes = await Promise.allSettled([change(1250, 800), change(1250, 850)])
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const matrix = await getPairMatrix(service.services.db, cityId)
      const left = matrix.baseFcfa(pair.fromZoneId, pair.toZoneId)
      assert.equal(await change(left, null), 1)
      await reload()
      assert.equal((await quote()).base, 600)
    })

    test('zones of elsewhere, amounts out of bounds and a pair named twice are refused', async () => {
      const pair = await names()
      const elsewhere = { ...pair, toZoneId: newId(now()) }
      const set = (...changes: object[]) =>
        changeZonePairPrices(
          service.services,
          cityId,
          changes.map((each) => ({ ...pair, shownFcfa: null, baseFcfa: 500, ...each })),
        )
      await assert.rejects(set(elsewhere), { code: 'ZONE_NOT_FOUND' })
      await assert.rejects(set({ baseFcfa: -1 }), { code: 'ZONE_PAIR_PRICE_REFUSED' })
      await assert.rejects(set({ baseFcfa: 1_000_001 }), { code: 'ZONE_PAIR_PRICE_REFUSED' })
      await assert.rejects(set({}, {}), { code: 'ZONE_PAIR_PRICE_REFUSED' })
    })
  })

  test('only operators who may do everything change prices', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const actors: Actor[] = [
      { kind: 'OPERATOR', id: dispatcher.accountId },
      { kind: 'ACCOUNT', id: (await openOperations(service)).accountId },
      { kind: 'API_KEY', id: shop.keyId },
      { kind: 'OPERATOR', id: newId(now()) },
    ]
    for (const actor of actors) {
      const as = { ...service.services, actor }
      const version = (await inForce()).version
      for (const refused of [
        () => saveTariffDraft(as, { cityId, shownRevision: null, terms: draftTerms }),
        () => discardTariffDraft(as, { cityId, shownRevision: newId(now()) }),
        () => putDraftInForce(as, { cityId, shownVersion: version, shownRevision: newId(now()), from: null }),
        () => restoreTariff(as, { cityId, shownVersion: version, version: 1 }),
        () => withdrawTariff(as, { cityId, version }),
        () => setTariff(as, cityId, { baseFcfa: 1 }),
        () => changeZonePairPrices(as, cityId, []),
        () => switchDemand(as, { cityId, demand: 'RAIN' }, { act: 'END' }),
        () => changeCity(as, cityId, { raining: true }),
        () => createPromoCode(as, { code: 'INTERDIT', percent: 5 }),
      ])
        await assert.rejects(refused(), { code: 'ROLE_REQUIRED' })
    }
  })
})

let day = 0
const dayMs = 24 * 3_600_000

/** A time of the day of a test. */
const at = (hour: number, minute: number) =>
  new Date(Date.parse(testStart) + day * dayMs + (hour - 10) * 3_600_000 + minute * 60_000).toISOString()
