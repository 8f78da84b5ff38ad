import { discardTariffDraft } from '../../src/domain/pricing/drafting/discard-tariff-draft.ts'
import { putDraftInForce } from '../../src/domain/pricing/drafting/put-draft-in-force.ts'
import { restoreTariff } from '../../src/domain/pricing/drafting/restore-tariff.ts'
import { saveTariffDraft } from '../../src/domain/pricing/drafting/save-tariff-draft.ts'
import { withdrawTariff } from '../../src/domain/pricing/drafting/withdraw-tariff.ts'
import { changeZonePairPrices } from '../../src/domain/pricing/pairs/change-zone-pair-prices.ts'
import { getPairMatrix } from '../../src/domain/pricing/pairs/get-pair-matrix.ts'
import { firstTariff, setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { switchDemand } from '../../src/domain/zones/switch-demand.ts'
import type { TestService, TestShop } from './open-service.ts'

type Scene = { shop: TestShop; as: TestService['services'] }
type NewCity<S extends Scene> = (scene: S) => Promise<string>

/** What the verbs on prices write to the audit; the two functions make cities, without zones and with two. */
export const priceTrials = <S extends Scene>(addOne: NewCity<S>, cityOfTwoZones: NewCity<S>) => {
  const terms = { ...firstTariff, baseFcfa: 700 }
  const drafted = async (scene: S) => {
    const cityId = await addOne(scene)
    await setTariff(scene.as, cityId, { baseFcfa: 600 })
    const { revision } = await saveTariffDraft(scene.as, { cityId, shownRevision: null, terms })
    return { cityId, revision }
  }
  const put = ({ as }: S, { cityId, revision }: { cityId: string; revision: string }, from: Date | null) =>
    putDraftInForce(as, { cityId, shownVersion: 1, shownRevision: revision, from })
  const tomorrow = new Date('2026-11-22T10:00:00.000Z')
  return {
    'save-tariff-draft': {
      subjectType: 'CITY',
      prepare: addOne,
      act: async ({ as }: S, cityId: string) => {
        await saveTariffDraft(as, { cityId, shownRevision: null, terms })
        return cityId
      },
      before: null,
      after: { baseFcfa: 700, perKmFcfa: 125 },
    },
    'discard-tariff-draft': {
      subjectType: 'CITY',
      prepare: drafted,
      act: async ({ as }: S, { cityId, revision }: { cityId: string; revision: string }) => {
        await discardTariffDraft(as, { cityId, shownRevision: revision })
        return cityId
      },
      before: { baseFcfa: 700 },
      after: null,
    },
    'put-draft-in-force': {
      subjectType: 'CITY',
      prepare: drafted,
      act: async (scene: S, draft: { cityId: string; revision: string }) => {
        await put(scene, draft, tomorrow)
        return draft.cityId
      },
      before: { version: 1, baseFcfa: 600 },
      after: { version: 2, baseFcfa: 700, scheduledFor: tomorrow.toISOString() },
    },
    'withdraw-tariff': {
      subjectType: 'CITY',
      prepare: async (scene: S) => {
        const draft = await drafted(scene)
        await put(scene, draft, tomorrow)
        return draft.cityId
      },
      act: async ({ as }: S, cityId: string) => {
        await withdrawTariff(as, { cityId, version: 2 })
        return cityId
      },
      before: { version: 2, baseFcfa: 700, scheduledFor: tomorrow.toISOString() },
      after: null,
    },
    'restore-tariff': {
      subjectType: 'CITY',
      prepare: async (scene: S) => {
        const draft = await drafted(scene)
        await put(scene, draft, null)
        return draft.cityId
      },
      act: async ({ as }: S, cityId: string) => {
        await restoreTariff(as, { cityId, shownVersion: 2, version: 1 })
        return cityId
      },
      before: { version: 2, baseFcfa: 700 },
      after: { version: 3, baseFcfa: 600, restoresVersion: 1 },
    },
    'change-zone-pair-prices': {
      subjectType: 'CITY',
      prepare: cityOfTwoZones,
      act: async ({ as }: S, cityId: string) => {
        const { zones } = await getPairMatrix(as.db, cityId)
        const [to, from] = zones.map(({ id }) => id)
        const pair = { fromZoneId: from ?? '', toZoneId: to ?? '' }
        await changeZonePairPrices(as, cityId, [{ ...pair, shownFcfa: null, baseFcfa: 900 }])
        return cityId
      },
      before: { 'Ganhi → Akpakpa': null },
      after: { 'Ganhi → Akpakpa': 900 },
    },
    'switch-demand': {
      subjectType: 'CITY',
      prepare: addOne,
      act: async ({ as }: S, cityId: string) =>
        (await switchDemand(as, { cityId, demand: 'RAIN' }, { act: 'START', minutes: 60 })).id,
      before: { raining: false, rainingUntil: null },
      after: { raining: true, rainingUntil: '2026-11-21T11:00:00.000Z' },
    },
  }
}
