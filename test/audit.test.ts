import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Actor, actorText, cliActor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import { type AuditLine, listAudit } from '../src/domain/audit/audit-store.ts'
import { actOnMany } from '../src/domain/board/many/act-on-many.ts'
import { addCourier } from '../src/domain/couriers/add-courier.ts'
import { announceToCouriers } from '../src/domain/couriers/announcements/announce-to-couriers.ts'
import { applyAsCourier } from '../src/domain/couriers/applications/apply-as-courier.ts'
import {
  approveApplication,
  refuseApplication,
} from '../src/domain/couriers/applications/approve-application.ts'
import { changeCourier } from '../src/domain/couriers/change-courier.ts'
import { addDocument } from '../src/domain/couriers/documents/add-document.ts'
import { changeDocument } from '../src/domain/couriers/documents/change-document.ts'
import { removeDocument } from '../src/domain/couriers/documents/remove-document.ts'
import {
  removeCourierPortrait,
  setCourierPortrait,
} from '../src/domain/couriers/portrait/set-courier-portrait.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { changeShift } from '../src/domain/couriers/shifts/change-shift.ts'
import { copyShifts } from '../src/domain/couriers/shifts/copy-shifts.ts'
import { leaveShift } from '../src/domain/couriers/shifts/leave-shift.ts'
import { planShifts } from '../src/domain/couriers/shifts/plan-shifts.ts'
import { removeShift } from '../src/domain/couriers/shifts/remove-shift.ts'
import { listShifts } from '../src/domain/couriers/shifts/shift-store.ts'
import { takeShift } from '../src/domain/couriers/shifts/take-shift.ts'
import { reinstateCourier } from '../src/domain/couriers/standing/reinstate-courier.ts'
import { suspendCourier } from '../src/domain/couriers/standing/suspend-courier.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { extendDeadline } from '../src/domain/deliveries/changing/extend-deadline.ts'
import { unlockCode } from '../src/domain/deliveries/codes/unlock-code.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { setPayRule } from '../src/domain/deliveries/pay/set-pay-rule.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { denyPayment } from '../src/domain/deliveries/payment/deny-payment.ts'
import { askSecondTry } from '../src/domain/deliveries/second-try/ask-second-try.ts'
import { recordLinkShare } from '../src/domain/deliveries/sharing/record-link-share.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { declareBroughtBack } from '../src/domain/deliveries/transitions/declare-brought-back.ts'
import { expireDelivery } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import { handOverWithoutCode } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel, pickUpWithoutCode } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../src/domain/deliveries/transitions/return-parcel.ts'
import { askMapFetch } from '../src/domain/maps/fetching/ask-map-fetch.ts'
import { endMapFetches } from '../src/domain/maps/fetching/end-map-fetches.ts'
import { importMap } from '../src/domain/maps/import-map.ts'
import { removeMap } from '../src/domain/maps/remove-map.ts'
import { assignChosenCourier } from '../src/domain/matching/overseeing/assign-chosen-courier.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { resendMessage } from '../src/domain/messages/resend-message.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { requestTripPayment } from '../src/domain/money/mobile-money/request-trip-payment.ts'
import { settleSurplus } from '../src/domain/money/mobile-money/settle-surplus.ts'
import { createPromoCode } from '../src/domain/money/payments/create-promo-code.ts'
import { endPromoCode } from '../src/domain/money/payments/end-promo-code.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { retryParkedEvent } from '../src/domain/monitoring/retry-parked-event.ts'
import { removeZonePairPrice } from '../src/domain/pricing/remove-zone-pair-price.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { setZonePairPrice } from '../src/domain/pricing/set-zone-pair-price.ts'
import { splitZone } from '../src/domain/pricing/zone-changes/split-zone.ts'
import { changeRule } from '../src/domain/rules/change-rule.ts'
import { advanceDelivery } from '../src/domain/sandbox/advance-delivery.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { rotateSecrets } from '../src/domain/secrets/rotate-secrets.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { removeShopLogo, setShopLogo } from '../src/domain/shops/appearance/set-shop-logo.ts'
import { changePickupAddress } from '../src/domain/shops/change-pickup-address.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { createShop } from '../src/domain/shops/create-shop.ts'
import { applyDuePayoutChanges } from '../src/domain/shops/payout/apply-due-payout-changes.ts'
import { cancelPayoutChange } from '../src/domain/shops/payout/cancel-payout-change.ts'
import { confirmPayoutChange } from '../src/domain/shops/payout/confirm-payout-change.ts'
import type { PayoutDeps } from '../src/domain/shops/payout/payout-deps.ts'
import { requestPayoutChange } from '../src/domain/shops/payout/request-payout-change.ts'
import { removePickupAddress } from '../src/domain/shops/remove-pickup-address.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import type { EndpointKey } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../src/domain/webhooks/webhook-deps.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { changeCity } from '../src/domain/zones/change-city.ts'
import { drawZone } from '../src/domain/zones/changing/draw-zone.ts'
import { renameZone } from '../src/domain/zones/changing/rename-zone.ts'
import { reshapeZone } from '../src/domain/zones/changing/reshape-zone.ts'
import { getCity } from '../src/domain/zones/get-city.ts'
import { importZones } from '../src/domain/zones/import-zones.ts'
import { setCityHours } from '../src/domain/zones/opening/set-city-hours.ts'
import { retireZones } from '../src/domain/zones/retire-zones.ts'
import { setCityTours } from '../src/domain/zones/set-city-tours.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import {
  auditedRules,
  serviceAuditValues,
} from '../src/doors/operations/service/audit/service-audit-wording.ts'
import { insertParkedEvent, type ParkedEvent } from '../src/events/event-log-store.ts'
import { auditChanges } from '../src/web/audit/audit-changes.ts'
import { auditValues } from '../src/web/audit/audit-wording.ts'
import { accountTrials } from './support/account-trials.ts'
import { registerCourier } from './support/courier-work.ts'
import { customerTrials } from './support/customer-trials.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, courier as card, rowOf } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { moneyTrials } from './support/money-trials.ts'
import { east, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { placeFile, writeBytes } from './support/osm-file.ts'
import { plainPng } from './support/pictures.ts'
import { priceTrials } from './support/price-trials.ts'
import { memberOf } from './support/shop-members.ts'
import { transferTrials } from './support/transfer-trials.ts'

/** What a verb is tested on, created anew for each test. */
type Scene = { service: TestService; shop: TestShop; cityId: string; as: TestService['services'] }
type Values = Record<string, unknown>

/** One act of a verb: its preparation, the act itself, and what its audit line must hold. */
type Trial = {
  subjectType: string
  /** Whether the line names the scene's shop. */
  ofShop?: true
  /** The acts of other verbs that it calls, each with a line of its own. */
  alsoRecords?: string[]
  prepare?: (scene: Scene) => Promise<unknown>
  /** Returns the id of what was acted on, or what the act returned. */
  act: (scene: Scene, prepared: never) => Promise<string>
  before: Values | null
  after: Values | null
}

const paper = { kind: 'INSURANCE' as const, expiresOn: '2027-01-31', file: undefined }
const paperOf = async ({ service, as }: Scene) => {
  const courierId = await registerCourier(service)
  return { courierId, id: (await addDocument(as, { ...paper, courierId })).id }
}
const twoOn = (day: string) => {
  const span = { beginsAt: new Date(`${day}T08:00:00.000Z`), endsAt: new Date(`${day}T12:00:00.000Z`) }
  return { zoneIds: [], wanted: 2, spans: [span] as const, span }
}
const shiftOn = async ({ as, cityId }: Scene, day: string) => {
  const { span, ...plan } = twoOn(day)
  await planShifts(as, { cityId, ...plan })
  const [shift] = await listShifts(as.db, { cityId, from: span.beginsAt, until: span.endsAt })
  return shift?.id ?? ''
}
const applicant = async ({ services }: TestService) => {
  named += 1
  const [city] = services.pricing.map.current().cities
  const { id } = await applyAsCourier(services, {
    phone: `+22901${String(58_000_000 + named)}`,
    cityId: city?.id ?? '',
    firstName: 'Codjo',
    lastName: 'Hounsou',
    vehicleType: 'MOTO',
    plateNumber: 'AB 1234 RB',
    language: 'fr',
    photo: plainPng(),
    identity: plainPng(),
  })
  return id
}
const cash = (collection: string) => ({
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection },
})
const place = { lat: 6.37, lng: 2.41, label: 'Dépôt', landmark: null, formatted: null }
const telephoned = 'Le client l’a dit au téléphone'

/** An act on a delivery in place of its courier or its shop, which is audited only when somebody says why. */
const intervened = (
  status: DeliveryStatus,
  trial: {
    prepare?: (scene: Scene, key: DeliveryKey) => Promise<void>
    act: (scene: Scene, key: DeliveryKey) => Promise<{ id: string }>
    before: Values
    after: Values
  },
): Trial => ({
  ...trial,
  subjectType: 'DELIVERY',
  ofShop: true,
  prepare: async (scene) => {
    const key = await bringTo(scene.service, scene.shop, 'SEARCHING_COURIER')
    if (status === 'AWAITING_LOCATION') return bringTo(scene.service, scene.shop, status)
    if (status !== 'SEARCHING_COURIER') {
      const courierId = await registerCourier(scene.service)
      await assignCourier(scene.service.services, key, { ...card, id: courierId })
    }
    if (status === 'IN_TRANSIT')
      await pickUpParcel(scene.service.services, key, (await rowOf(scene.service, key)).pickup_code)
    await trial.prepare?.(scene, key)
    return key
  },
  act: async (scene, key: DeliveryKey) => (await trial.act(scene, key)).id,
})

let named = 0
const newName = () => `Ville ${++named}`

/** A city far from those that deliver. */
const addOne = (scene: Scene) =>
  addCity(scene.as, {
    name: newName(),
    country: 'BJ',
    center: { lat: 8.37, lng: 2.41 },
    serviceRadiusMeters: 5_000,
    timeZone: 'Africa/Porto-Novo',
    currency: 'XOF',
  })
const importSmallMap = (as: Scene['as'], cityId: string) =>
  importMap(as, {
    cityId,
    path: writeBytes('ville.geojson', placeFile('Marché', [2.41, 8.37])),
    fileName: 'ville.geojson',
    attribution: '© OpenStreetMap',
  })
const zone = (name: string, west: number) => {
  const shape: ZoneShape = [
    [
      [
        [west, 8.35],
        [west + 0.02, 8.35],
        [west + 0.02, 8.39],
        [west, 8.39],
        [west, 8.35],
      ],
    ],
  ]
  return { name, shape, areaSquareMeters: areaSquareMeters(shape), center: centerOf(shape) }
}
const withoutName = ({ name: _, ...draft }: ReturnType<typeof zone>) => draft
async function cityOfTwoZones(scene: Scene): Promise<string> {
  const cityId = await addOne(scene)
  const drafts = [zone('Ganhi', 2.4), zone('Akpakpa', 2.42)]
  await importZones(scene.as, { cityId, drafts, priority: 0, replaceOthers: false, isDryRun: false })
  return cityId
}

/** Webhook services that never call the server of a shop. */
const hooks = ({ as }: Scene): WebhookDeps => ({
  ...as.webhooks,
  actor: cliActor,
  resolve: async () => ['93.184.215.14'],
  send: async () => ({ httpStatus: 200, failure: null, isSuccess: true, durationMs: 3, excerpt: null }),
})
async function endpointOf(scene: Scene): Promise<EndpointKey> {
  const { shopId } = scene.shop
  const url = 'https://93.184.215.14/hook?token=s3cret'
  const { endpoint } = await addEndpoint(hooks(scene), { shopId, url, eventTypes: null, description: null })
  return { shopId, id: endpoint.id }
}
const onEndpoint = (verb: (services: WebhookDeps, key: EndpointKey) => Promise<unknown>) => ({
  subjectType: 'WEBHOOK_ENDPOINT',
  ofShop: true as const,
  prepare: endpointOf,
  act: async (scene: Scene, key: EndpointKey) => {
    await verb(hooks(scene), key)
    return key.id
  },
})

/** Every verb whose acts are audited, by the name of its action. */
const trials: Record<string, Trial> = {
  ...accountTrials,
  ...customerTrials,
  ...transferTrials,
  'change-rule': {
    subjectType: 'SERVICE',
    act: async ({ as }) => {
      await changeRule(as, 'PAYOUT_HOUR', '8')
      return 'PAYOUT_HOUR'
    },
    before: { PAYOUT_HOUR: '19' },
    after: { PAYOUT_HOUR: '8' },
  },
  'rotate-secrets': {
    subjectType: 'SERVICE',
    act: async ({ as }) => {
      const keysOf = (purpose: string) => [...as.keysOf(purpose), Buffer.alloc(32, 9)] as const
      await rotateSecrets({ ...as, keysOf })
      return 'secrets'
    },
    before: { signingSecrets: 0, secondFactors: 0, keptKeys: 0 },
    after: { signingSecrets: 0, secondFactors: 0, keptKeys: 4 },
  },
  ...priceTrials<Scene>(addOne, cityOfTwoZones),
  ...moneyTrials<Scene>(),
  'create-shop': {
    subjectType: 'SHOP',
    act: async ({ as }) => {
      const shop = { name: 'Chez Afi', country: 'BJ', payoutPhone: '97000099', discountPercent: 5 }
      return (await createShop(as, shop)).id
    },
    before: null,
    after: {
      name: 'Chez Afi',
      payoutPhone: '+2290197000099',
      defaultCollection: 'SECURE',
      discountPercent: 5,
    },
  },
  'change-shop': {
    subjectType: 'SHOP',
    ofShop: true,
    act: async ({ as, shop }) => (await changeShop(as, shop.shopId, { payoutPhone: '0197000055' })).id,
    before: { name: 'Boutique Test', payoutPhone: '+2290197000099' },
    after: { name: 'Boutique Test', payoutPhone: '+2290197000055' },
  },
  'request-payout-change': {
    subjectType: 'SHOP',
    ofShop: true,
    act: async (scene) => (await requestPayoutChange(payouts(scene), payoutOf(scene))).shop_id,
    before: null,
    after: { from: '…0099', to: '…0042', takesEffectAt: null },
  },
  'confirm-payout-change': {
    subjectType: 'SHOP',
    ofShop: true,
    prepare: async (scene) => {
      const codes: string[] = []
      await requestPayoutChange(payouts(scene, codes), payoutOf(scene))
      return codes[0]
    },
    act: async (scene, code: string) =>
      (await confirmPayoutChange(payouts(scene), { ...payoutOf(scene), code })).shop_id,
    before: { from: '…0099', to: '…0042', takesEffectAt: null },
    after: { from: '…0099', to: '…0042', takesEffectAt: '2026-11-22T10:00:00.000Z' },
  },
  'apply-payout-change': {
    subjectType: 'SHOP',
    ofShop: true,
    prepare: async (scene) => {
      const codes: string[] = []
      const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') }
      await requestPayoutChange({ ...payouts(scene, codes), clock }, payoutOf(scene))
      await confirmPayoutChange({ ...payouts(scene), clock }, { ...payoutOf(scene), code: codes[0] ?? '' })
    },
    act: async (scene) => {
      await applyDuePayoutChanges(payouts(scene))
      return scene.shop.shopId
    },
    before: { payoutPhone: '…0099' },
    after: { payoutPhone: '…0042' },
  },
  'cancel-payout-change': {
    subjectType: 'SHOP',
    ofShop: true,
    prepare: (scene) => requestPayoutChange(payouts(scene), payoutOf(scene)),
    act: async ({ as, shop }) => (await cancelPayoutChange(as, shop.shopId)).shop_id,
    before: { from: '…0099', to: '…0042' },
    after: null,
  },
  'set-shop-logo': {
    subjectType: 'SHOP',
    ofShop: true,
    act: async ({ as, shop }) => (await setShopLogo(as, shop.shopId, plainPng())).id,
    before: { logoSha256: null },
    after: { logoSha256: createHash('sha256').update(plainPng()).digest('hex') },
  },
  'remove-shop-logo': {
    subjectType: 'SHOP',
    ofShop: true,
    prepare: ({ as, shop }) => setShopLogo(as, shop.shopId, plainPng()),
    act: async ({ as, shop }) => (await removeShopLogo(as, shop.shopId)).id,
    before: { logoSha256: createHash('sha256').update(plainPng()).digest('hex') },
    after: { logoSha256: null },
  },
  'record-link-share': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: ({ service, shop }) => bringTo(service, shop, 'AWAITING_LOCATION'),
    act: async ({ as }, key: DeliveryKey) => {
      await recordLinkShare(as, key, 'WHATSAPP')
      return key.id
    },
    before: null,
    after: { channel: 'WHATSAPP', number: 1 },
  },
  'create-api-key': {
    subjectType: 'API_KEY',
    ofShop: true,
    act: async ({ as, shop }) =>
      (await createApiKey(as, { shopId: shop.shopId, scopes: ['quotes:read'], label: 'Caisse' })).keyId,
    before: null,
    after: { label: 'Caisse', scopes: ['quotes:read'], revokedAt: null },
  },
  'revoke-api-key': {
    subjectType: 'API_KEY',
    ofShop: true,
    act: async ({ as, shop }) => {
      await revokeApiKey(as, shop)
      return shop.keyId
    },
    before: { revokedAt: null },
    after: { revokedAt: testStart },
  },
  'add-pickup-address': {
    subjectType: 'PICKUP_ADDRESS',
    ofShop: true,
    act: async ({ as, shop }) => (await addPickupAddress(as, { shopId: shop.shopId, ...place })).id,
    before: null,
    after: { label: 'Dépôt', lat: 6.37, lng: 2.41, isDefault: false },
  },
  'change-pickup-address': {
    subjectType: 'PICKUP_ADDRESS',
    ofShop: true,
    prepare: ({ as, shop }) => addPickupAddress(as, { shopId: shop.shopId, ...place }),
    act: async ({ as, shop }, { id }: { id: string }) =>
      (await changePickupAddress(as, { shopId: shop.shopId, id }, { label: 'Atelier', isDefault: true })).id,
    before: { label: 'Dépôt', isDefault: false },
    after: { label: 'Atelier', isDefault: true },
  },
  'remove-pickup-address': {
    subjectType: 'PICKUP_ADDRESS',
    ofShop: true,
    prepare: ({ as, shop }) => addPickupAddress(as, { shopId: shop.shopId, ...place }),
    act: async ({ as, shop }, { id }: { id: string }) => {
      await removePickupAddress(as, { shopId: shop.shopId, id })
      return id
    },
    before: { label: 'Dépôt' },
    after: null,
  },
  'add-city': {
    subjectType: 'CITY',
    act: (scene) => addOne(scene),
    before: null,
    after: { country: 'BJ', serviceRadiusMeters: 5_000, currency: 'XOF', lat: 8.37 },
  },
  'change-city': {
    subjectType: 'CITY',
    prepare: addOne,
    act: async ({ as }, cityId: string) =>
      (await changeCity(as, cityId, { raining: true, serviceRadiusMeters: 6_000 })).id,
    before: { raining: false, highDemand: false, serviceRadiusMeters: 5_000 },
    after: { raining: true, highDemand: false, serviceRadiusMeters: 6_000 },
  },
  'import-zones': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      const drafts = [zone('Ganhi', 2.4), zone('Cadjèhoun', 2.38)]
      await importZones(as, { cityId, drafts, priority: 1, replaceOthers: true, isDryRun: false })
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: { zones: ['Cadjèhoun', 'Ganhi'], added: ['Cadjèhoun'], replaced: ['Ganhi'], retired: ['Akpakpa'] },
  },
  'import-map': {
    subjectType: 'CITY',
    prepare: addOne,
    act: async ({ as }, cityId: string) => (await importSmallMap(as, cityId)).cityId,
    before: null,
    after: { fileName: 'ville.geojson', attribution: '© OpenStreetMap', landmarkCount: 1, lineCount: 0 },
  },
  'remove-map': {
    subjectType: 'CITY',
    prepare: async (scene) => (await importSmallMap(scene.as, await addOne(scene))).cityId,
    act: async ({ as }, cityId: string) => {
      await removeMap(as, cityId)
      return cityId
    },
    before: { fileName: 'ville.geojson', landmarkCount: 1 },
    after: null,
  },
  'act-on-many': {
    subjectType: 'SERVICE',
    prepare: ({ service, shop }) => bringTo(service, shop, 'SEARCHING_COURIER'),
    act: ({ as }, { id }: DeliveryKey) => actOnMany(as, [id], { kind: 'EXPIRE', reason: telephoned }),
    alsoRecords: ['expire-delivery'],
    before: null,
    after: { act: 'EXPIRE', reason: telephoned, refused: [] },
  },
  'ask-map-fetch': {
    subjectType: 'SERVICE',
    act: async ({ as }) => {
      await askMapFetch(as, 'BJ')
      return 'BJ'
    },
    before: null,
    after: { country: 'BJ' },
  },
  'end-map-fetches': {
    subjectType: 'SERVICE',
    prepare: async ({ as }) => askMapFetch(as, 'TG'),
    act: async ({ as }) => {
      await endMapFetches(as, 'TG')
      return 'TG'
    },
    before: { country: 'TG' },
    after: null,
  },
  'retire-zones': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      await retireZones(as, cityId, ['ganhi'])
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: { zones: ['Akpakpa'] },
  },
  'draw-zone': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      await drawZone(as, { cityId, draft: zone('Cadjèhoun', 2.38), priority: 2 })
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: { zones: ['Akpakpa', 'Cadjèhoun', 'Ganhi'], added: ['Cadjèhoun'], priority: 2 },
  },
  'reshape-zone': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      await reshapeZone(as, { cityId, zone: 'Ganhi', draft: withoutName(zone('Ganhi', 2.39)) })
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: { zones: ['Akpakpa', 'Ganhi'], replaced: ['Ganhi'] },
  },
  'rename-zone': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      await renameZone(as, { cityId, zone: 'ganhi', name: 'Ganhi-Centre', priority: 1 })
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: { zones: ['Akpakpa', 'Ganhi-Centre'], replaced: ['Ganhi-Centre'], priority: 1 },
  },
  'split-zone': {
    subjectType: 'CITY',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      const parts = [zone('Ganhi Ouest', 2.39), zone('Ganhi Est', 2.4)] as const
      await splitZone(as, { cityId, zone: 'Ganhi', parts })
      return cityId
    },
    before: { zones: ['Akpakpa', 'Ganhi'] },
    after: {
      zones: ['Akpakpa', 'Ganhi Est', 'Ganhi Ouest'],
      added: ['Ganhi Est'],
      replaced: ['Ganhi Ouest'],
    },
  },
  'set-city-hours': {
    subjectType: 'CITY',
    prepare: addOne,
    act: async ({ as }, cityId: string) => {
      const specialDays = [
        { date: '2020-01-01', name: 'Jour passé', spans: [] },
        { date: '2026-12-25', name: 'Noël', spans: [] },
      ]
      await setCityHours(as, cityId, { hours: null, specialDays, refusesWhenClosed: true })
      return cityId
    },
    before: { openingHours: null, specialDays: [], refusesWhenClosed: false },
    after: {
      openingHours: null,
      specialDays: [{ date: '2026-12-25', name: 'Noël', spans: [] }],
      refusesWhenClosed: true,
    },
  },
  'set-city-tours': {
    subjectType: 'CITY',
    prepare: addOne,
    act: async ({ as }, cityId: string) => (await setCityTours(as, cityId, { rideMinutes: 5 })).id,
    before: { tourLaterMinutes: null, tourRideMinutes: null },
    after: { tourLaterMinutes: null, tourRideMinutes: 5 },
  },
  'set-tariff': {
    subjectType: 'CITY',
    prepare: addOne,
    act: async ({ as }, cityId: string) => {
      await setTariff(as, cityId, { baseFcfa: 700 })
      return cityId
    },
    before: null,
    after: { version: 1, baseFcfa: 700, perKmFcfa: 125 },
  },
  'set-zone-pair-price': {
    subjectType: 'ZONE_PAIR',
    prepare: cityOfTwoZones,
    act: async ({ as }, cityId: string) => {
      const pair = await setZonePairPrice(as, { cityId, from: 'Ganhi', to: 'Akpakpa' }, 900)
      return `${pair.fromZoneId}:${pair.toZoneId}`
    },
    before: { from: 'Ganhi', to: 'Akpakpa', baseFcfa: null },
    after: { from: 'Ganhi', to: 'Akpakpa', baseFcfa: 900 },
  },
  'remove-zone-pair-price': {
    subjectType: 'ZONE_PAIR',
    prepare: async (scene) => {
      const pair = { cityId: await cityOfTwoZones(scene), from: 'Ganhi', to: 'Akpakpa' }
      await setZonePairPrice(scene.as, pair, 900)
      return pair
    },
    act: async ({ as }, pair: Parameters<typeof removeZonePairPrice>[1]) => {
      const { fromZoneId, toZoneId } = await removeZonePairPrice(as, pair)
      return `${fromZoneId}:${toZoneId}`
    },
    before: { baseFcfa: 900 },
    after: { baseFcfa: null },
  },
  'create-promo-code': {
    subjectType: 'PROMO_CODE',
    act: async ({ as }) => (await createPromoCode(as, { code: newName(), percent: 10 })).id,
    before: null,
    after: { percent: 10, amountFcfa: null, endsAt: null },
  },
  'end-promo-code': {
    subjectType: 'PROMO_CODE',
    prepare: ({ as }) => createPromoCode(as, { code: newName(), amountFcfa: 500 }),
    act: async ({ as }, { code }: { code: string }) => (await endPromoCode(as, code)).id,
    before: { amountFcfa: 500, endsAt: null },
    after: { amountFcfa: 500, endsAt: testStart },
  },
  'add-courier': {
    subjectType: 'COURIER',
    act: async ({ as, cityId }) =>
      (
        await addCourier(as, {
          firstName: 'Afi',
          lastName: 'Dossou',
          phone: '97045678',
          vehicleType: 'MOTO',
          plateNumber: 'AB 1234 RB',
          cityIds: [cityId],
        })
      ).id,
    before: null,
    after: { phone: '…5678', vehicleType: 'MOTO', plateNumber: 'AB 1234 RB', onDutySince: null },
  },
  'change-courier': {
    subjectType: 'COURIER',
    prepare: ({ service }) => registerCourier(service, { plateNumber: 'AB 1234 RB' }),
    act: async ({ as }, id: string) => (await changeCourier(as, id, { plateNumber: 'CD 5678 RB' })).id,
    before: { plateNumber: 'AB 1234 RB' },
    after: { plateNumber: 'CD 5678 RB' },
  },
  'set-duty': {
    subjectType: 'COURIER',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, id: string) => (await setDuty(as, id, true)).id,
    before: { onDutySince: null },
    after: { onDutySince: testStart },
  },
  'retire-courier': {
    subjectType: 'COURIER',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, id: string) => (await retireCourier(as, id)).id,
    before: { retiredAt: null },
    after: { retiredAt: testStart },
  },
  'suspend-courier': {
    subjectType: 'COURIER',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, id: string) => (await suspendCourier(as, id, 'Plainte')).id,
    before: { vehicleType: 'MOTO' },
    after: { suspendedAt: testStart, suspensionReason: 'Plainte' },
  },
  'reinstate-courier': {
    subjectType: 'COURIER',
    prepare: async ({ service, as }) => {
      const id = await registerCourier(service)
      await suspendCourier(as, id, 'Plainte')
      return id
    },
    act: async ({ as }, id: string) => (await reinstateCourier(as, id)).id,
    before: { suspendedAt: testStart, suspensionReason: 'Plainte' },
    after: { vehicleType: 'MOTO' },
  },
  'set-pay-rule': {
    subjectType: 'PAY_RULE',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, id: string) => {
      await setPayRule(as, id, { percent: 75, minimumFcfa: 300, bonuses: [] })
      return id
    },
    before: null,
    after: { percent: 75, minimumFcfa: 300, bonuses: [] },
  },
  'approve-application': {
    subjectType: 'COURIER_APPLICATION',
    alsoRecords: ['add-courier'],
    prepare: async ({ service }) => applicant(service),
    act: async ({ as }, id: string) => {
      await approveApplication(as, id)
      return id
    },
    before: { status: 'WAITING' },
    after: { status: 'APPROVED' },
  },
  'refuse-application': {
    subjectType: 'COURIER_APPLICATION',
    prepare: async ({ service }) => applicant(service),
    act: async ({ as }, id: string) => {
      await refuseApplication(as, id, 'Photo floue')
      return id
    },
    before: { status: 'WAITING' },
    after: { status: 'REFUSED', reason: 'Photo floue' },
  },
  'plan-shifts': {
    subjectType: 'CITY',
    act: async ({ as, cityId }) => {
      await planShifts(as, { cityId, ...twoOn('2026-12-01') })
      return cityId
    },
    before: null,
    after: { shifts: ['2026-12-01T08:00:00.000Z'], wanted: 2, zoneIds: [] },
  },
  'copy-shifts': {
    subjectType: 'CITY',
    prepare: (scene) => shiftOn(scene, '2027-01-05'),
    act: async ({ as, cityId }) => {
      await copyShifts(as, { cityId, monday: '2027-01-11' })
      return cityId
    },
    before: null,
    after: { week: '2027-01-11', planned: 1 },
  },
  'change-shift': {
    subjectType: 'CITY',
    prepare: (scene) => shiftOn(scene, '2026-12-05'),
    act: async ({ as }, id: string) => {
      const span = {
        beginsAt: new Date('2026-12-05T09:00:00.000Z'),
        endsAt: new Date('2026-12-05T12:00:00.000Z'),
      }
      return (await changeShift(as, id, { ...span, zoneIds: [], wanted: 3 })).cityId
    },
    before: { shifts: ['2026-12-05T08:00:00.000Z'], wanted: 2 },
    after: { shifts: ['2026-12-05T09:00:00.000Z'], wanted: 3 },
  },
  'remove-shift': {
    subjectType: 'CITY',
    prepare: (scene) => shiftOn(scene, '2026-12-02'),
    act: async ({ as }, id: string) => (await removeShift(as, id)).cityId,
    before: { shifts: ['2026-12-02T08:00:00.000Z'], wanted: 2 },
    after: null,
  },
  'take-shift': {
    subjectType: 'COURIER',
    prepare: async (scene) => ({
      shiftId: await shiftOn(scene, '2026-12-03'),
      courierId: await registerCourier(scene.service),
    }),
    act: async ({ as }, key: { shiftId: string; courierId: string }) => {
      await takeShift(as, key)
      return key.courierId
    },
    before: null,
    after: { shifts: ['2026-12-03T08:00:00.000Z'] },
  },
  'leave-shift': {
    subjectType: 'COURIER',
    prepare: async (scene) => {
      const courierId = await registerCourier(scene.service)
      const key = { shiftId: await shiftOn(scene, '2026-12-04'), courierId }
      await takeShift(scene.as, key)
      return key
    },
    act: async ({ as }, key: { shiftId: string; courierId: string }) => {
      await leaveShift(as, key)
      return key.courierId
    },
    before: { shifts: ['2026-12-04T08:00:00.000Z'] },
    after: null,
  },
  'announce-to-couriers': {
    subjectType: 'CITY',
    act: async ({ as, cityId }) => {
      await announceToCouriers(as, { cityId, text: 'Forte pluie à Akpakpa' })
      return cityId
    },
    before: null,
    after: { announcement: 'Forte pluie à Akpakpa' },
  },
  'add-document': {
    subjectType: 'COURIER_DOCUMENT',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, courierId: string) => (await addDocument(as, { ...paper, courierId })).id,
    before: null,
    after: { kind: 'INSURANCE', expiresOn: '2027-01-31', contentType: null },
  },
  'change-document': {
    subjectType: 'COURIER_DOCUMENT',
    prepare: paperOf,
    act: async ({ as }, key: { courierId: string; id: string }) => {
      await changeDocument(as, key, '2028-01-31')
      return key.id
    },
    before: { expiresOn: '2027-01-31' },
    after: { expiresOn: '2028-01-31' },
  },
  'remove-document': {
    subjectType: 'COURIER_DOCUMENT',
    prepare: paperOf,
    act: async ({ as }, key: { courierId: string; id: string }) => {
      await removeDocument(as, key)
      return key.id
    },
    before: { kind: 'INSURANCE' },
    after: null,
  },
  'set-courier-portrait': {
    subjectType: 'COURIER',
    prepare: ({ service }) => registerCourier(service),
    act: async ({ as }, id: string) => {
      await setCourierPortrait(as, id, plainPng())
      return id
    },
    before: { portraitSha256: null },
    after: { portraitSha256: createHash('sha256').update(plainPng()).digest('hex') },
  },
  'remove-courier-portrait': {
    subjectType: 'COURIER',
    prepare: async ({ service, as }) => {
      const id = await registerCourier(service)
      await setCourierPortrait(as, id, plainPng())
      return id
    },
    act: async ({ as }, id: string) => {
      await removeCourierPortrait(as, id)
      return id
    },
    before: { portraitSha256: createHash('sha256').update(plainPng()).digest('hex') },
    after: { portraitSha256: null },
  },
  'reassign-courier': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, card)
      return key
    },
    act: async ({ as, service }, key: Parameters<typeof reassignCourier>[1]) =>
      (await reassignCourier(as, key, await registerCourier(service))).id,
    before: { status: 'ASSIGNED', courierId: null },
    after: { status: 'ASSIGNED' },
  },
  'assign-chosen-courier': intervened('SEARCHING_COURIER', {
    act: async ({ as, service }, key) =>
      assignChosenCourier(as, key, await registerCourier(service), telephoned),
    before: { status: 'SEARCHING_COURIER', courierId: null },
    after: { status: 'ASSIGNED', reason: telephoned },
  }),
  'arrive-at-pickup': intervened('ASSIGNED', {
    act: ({ as }, key) => arriveAtPickup(as, key, telephoned),
    before: { status: 'ASSIGNED', arrivedAt: null },
    after: { status: 'ASSIGNED', arrivedAt: testStart, reason: telephoned },
  }),
  'pick-up-without-code': intervened('ASSIGNED', {
    act: ({ as }, key) => pickUpWithoutCode(as, key, telephoned),
    before: { status: 'ASSIGNED' },
    after: { status: 'IN_TRANSIT', reason: telephoned },
  }),
  'hand-over-without-code': intervened('IN_TRANSIT', {
    act: ({ as }, key) => handOverWithoutCode(as, key, telephoned),
    before: { status: 'IN_TRANSIT' },
    after: { status: 'DELIVERED', reason: telephoned },
  }),
  'fail-delivery': intervened('IN_TRANSIT', {
    act: ({ as }, key) => failDelivery(as, key, { code: 'REFUSED', words: null }, telephoned),
    before: { status: 'IN_TRANSIT' },
    after: { status: 'FAILED', reason: telephoned },
  }),
  'expire-delivery': intervened('AWAITING_LOCATION', {
    act: ({ as }, key) => expireDelivery(as, key, telephoned),
    before: { status: 'AWAITING_LOCATION' },
    after: { status: 'EXPIRED', deadlineAt: null, reason: telephoned },
  }),
  'extend-deadline': intervened('AWAITING_LOCATION', {
    act: ({ as }, key) => extendDeadline(as, key, { minutes: 30, reason: telephoned }),
    before: { status: 'AWAITING_LOCATION', deadlineAt: '2026-11-22T10:00:00.000Z' },
    after: { status: 'AWAITING_LOCATION', deadlineAt: '2026-11-22T10:30:00.000Z', reason: telephoned },
  }),
  'declare-brought-back': intervened('IN_TRANSIT', {
    prepare: async ({ as }, key) => {
      await cancelDelivery(as, key, { reason: null, idempotencyKey: null })
    },
    act: ({ as }, key) => declareBroughtBack(as, key, telephoned),
    before: { status: 'CANCELLED', broughtBackAt: null },
    after: { status: 'CANCELLED', broughtBackAt: testStart, reason: telephoned },
  }),
  'confirm-payment': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: ({ service, shop }) => bringTo(service, shop, 'IN_TRANSIT', cash('DIRECT')),
    act: async ({ as }, key: Parameters<typeof confirmPayment>[1]) => (await confirmPayment(as, key)).id,
    before: { status: 'IN_TRANSIT', paymentStatus: 'AWAITING_CUSTOMER' },
    after: { status: 'IN_TRANSIT', paymentStatus: 'PAID' },
  },
  'ask-second-try': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop, as }) => {
      await changeRule(as, 'SECOND_TRY_PERCENT', '50')
      return bringTo(service, shop, 'FAILED')
    },
    act: async ({ as }, key: DeliveryKey) => {
      const window = { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T16:00:00.000Z' }
      await askSecondTry(as, key, { asker: 'SHOP', window })
      return key.id
    },
    before: { secondTry: null },
    after: {},
  },
  'deny-payment': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', cash('DIRECT'))
      await declarePaid(service.services, key)
      return key
    },
    act: async ({ as }, key: Parameters<typeof denyPayment>[1]) => (await denyPayment(as, key)).id,
    before: { status: 'IN_TRANSIT', paymentStatus: 'AWAITING_MERCHANT' },
    after: { status: 'IN_TRANSIT', paymentStatus: 'AWAITING_CUSTOMER' },
  },
  'cancel-delivery': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: ({ service, shop }) => bringTo(service, shop, 'IN_TRANSIT'),
    act: async ({ as }, key: Parameters<typeof cancelDelivery>[1]) =>
      (await cancelDelivery(as, key, { reason: 'Trop tard', idempotencyKey: null })).id,
    before: { status: 'IN_TRANSIT', cancellationFeeFcfa: 0 },
    after: { status: 'CANCELLED', cancellationFeeFcfa: 300 },
  },
  'return-parcel': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: ({ service, shop }) => bringTo(service, shop, 'FAILED'),
    act: async ({ as }, key: Parameters<typeof returnParcel>[1]) => (await returnParcel(as, key)).id,
    before: { status: 'FAILED', returnFeeFcfa: 0 },
    after: { status: 'RETURNED', returnFeeFcfa: 500 },
  },
  'unlock-code': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      for (const _ of [1, 2, 3, 4, 5]) await assert.rejects(pickUpParcel(service.services, key, 'none'))
      return key
    },
    act: async ({ as }, key: Parameters<typeof unlockCode>[1]) => (await unlockCode(as, key)).delivery.id,
    before: { lockedCodes: ['pickup'] },
    after: { lockedCodes: [] },
  },
  'request-payment-again': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', cash('SECURE'))
      await changePayment(service.services, key, 'refuse')
      return key
    },
    act: async ({ as }, key: Parameters<typeof requestPaymentAgain>[1]) =>
      (await requestPaymentAgain(as, key)).id,
    before: { paymentStatus: 'REFUSED' },
    after: { paymentStatus: 'AWAITING_CUSTOMER' },
  },
  'request-trip-payment': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ as, shop }) => {
      await changeShop(as, shop.shopId, { maxOwedFcfa: 0 })
      as.shops.forget()
      const { body } = await shop.order({ dropoff: east })
      return { shopId: shop.shopId, id: body.id }
    },
    act: async ({ as }, key: DeliveryKey) => (await requestTripPayment(as, key, '0197000050')).id,
    before: { attempts: 0 },
    after: { attempts: 1 },
  },
  'advance-delivery': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ shop }) => (await shop.order()).body.id,
    act: async ({ as, shop }, id) => (await advanceDelivery(as, { shopId: shop.shopId, id }, {})).id,
    before: { status: 'AWAITING_LOCATION' },
    after: { status: 'SEARCHING_COURIER' },
  },
  'reset-shop': {
    subjectType: 'SHOP',
    ofShop: true,
    prepare: async ({ shop }) => void (await shop.order()),
    act: async ({ as, shop }) => {
      await resetShop(as, shop.shopId)
      await resetShop(as, shop.shopId)
      return shop.shopId
    },
    before: null,
    after: { deliveries: 1, events: 1, attempts: 0, isComplete: true },
  },
  'resend-message': {
    subjectType: 'MESSAGE',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await messageWork(service).once()
      return (await messageOf(service, key, 'POSITION_LINK')).id
    },
    act: async ({ as }, id: string) => {
      await resendMessage(as, id)
      return id
    },
    before: { kind: 'POSITION_LINK', state: 'SENT' },
    after: { kind: 'POSITION_LINK', state: 'PENDING', dueAt: testStart },
  },
  'close-month': {
    subjectType: 'LEDGER',
    prepare: async () => '2026-10',
    act: async ({ as }, month: string) => {
      await closeMonth(as, month)
      return month
    },
    before: { closedMonth: null },
    after: { closedMonth: '2026-10' },
  },
  'record-refund': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'FAILED', cash('SECURE'))
      const now = service.clock.now()
      const requestId = newId(now)
      await service.services.db
        .insertInto('payment_requests')
        .values({
          shop_id: key.shopId,
          id: requestId,
          delivery_id: key.id,
          number: 1,
          amount_fcfa: 5600,
          provider: 'scripted',
          state: 'PAID',
          due_at: null,
          deadline_at: now,
          lease_owner: null,
          created_at: now,
          ended_at: now,
          refund_due_at: now,
        })
        .execute()
      return { ...key, requestId }
    },
    act: async ({ as }, { shopId, id, requestId }: DeliveryKey & { requestId: string }) => {
      await recordRefund(as, { shopId, requestId, note: 'Virement 8812' })
      return id
    },
    before: { amountFcfa: 5600, refundDueAt: testStart, refundedAt: null },
    after: { amountFcfa: 5600, refundedAt: testStart, refundNote: 'Virement 8812' },
  },
  'settle-surplus': {
    subjectType: 'DELIVERY',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const key = await bringTo(service, shop, 'FAILED', cash('SECURE'))
      const now = service.clock.now()
      const requestId = newId(now)
      await service.services.db
        .insertInto('payment_requests')
        .values({
          shop_id: key.shopId,
          id: requestId,
          delivery_id: key.id,
          number: 1,
          amount_fcfa: 5600,
          provider: 'scripted',
          state: 'PAID',
          due_at: null,
          deadline_at: now,
          lease_owner: null,
          created_at: now,
          ended_at: now,
          refund_due_at: now,
          refunded_at: now,
          refund_note: 'VIR-0001',
          surplus_fcfa: 5600,
        })
        .execute()
      return { ...key, requestId }
    },
    act: async ({ as }, { shopId, id, requestId }: DeliveryKey & { requestId: string }) => {
      await settleSurplus(as, { shopId, requestId, note: 'Rendu au bureau' })
      return id
    },
    before: { amountFcfa: 5600 },
    after: { amountFcfa: 0, refundNote: 'Rendu au bureau' },
  },
  'retry-parked-event': {
    subjectType: 'EVENT',
    ofShop: true,
    prepare: async ({ service, shop }) => {
      const parked = {
        consumer: 'messages',
        position: 4711,
        shopId: shop.shopId,
        eventId: newId(service.clock.now()),
        type: 'delivery.created',
        failures: 10,
        error: 'TypeError at read',
        parkedAt: service.clock.now(),
      }
      await service.services.db.transaction().execute((trx) => insertParkedEvent(trx, parked))
      return parked
    },
    act: async ({ as }, { consumer, position, eventId }: ParkedEvent) => {
      const consumers = [{ name: consumer, types: [], consume: async () => {} }]
      await retryParkedEvent({ ...as, consumers }, { consumer, position })
      return eventId
    },
    before: { consumer: 'messages', position: 4711, type: 'delivery.created', failures: 10 },
    after: null,
  },
  'add-endpoint': {
    subjectType: 'WEBHOOK_ENDPOINT',
    ofShop: true,
    act: async (scene) => (await endpointOf(scene)).id,
    before: null,
    after: { url: 'https://93.184.215.14/hook?…', eventTypes: null, removedAt: null },
  },
  'change-endpoint': {
    ...onEndpoint((services, key) =>
      changeEndpoint(services, key, { url: 'https://93.184.215.14/hook?token=new', description: 'Caisse' }),
    ),
    before: { url: 'https://93.184.215.14/hook?…', description: null },
    after: { url: 'https://93.184.215.14/hook?…', urlQueryChanged: true, description: 'Caisse' },
  },
  'pause-endpoint': {
    ...onEndpoint(pauseEndpoint),
    before: { pausedAt: null },
    after: { pausedAt: testStart },
  },
  'enable-endpoint': {
    ...onEndpoint(enableEndpoint),
    prepare: async (scene) => {
      const key = await endpointOf(scene)
      await pauseEndpoint(hooks(scene), key)
      return key
    },
    before: { pausedAt: testStart },
    after: { pausedAt: null },
  },
  'remove-endpoint': {
    ...onEndpoint(removeEndpoint),
    before: { removedAt: null },
    after: { removedAt: testStart },
  },
  'regenerate-secret': {
    ...onEndpoint((services, key) => regenerateSecret(services, key, 1)),
    before: { previousSecretUntil: null },
    after: { previousSecretUntil: '2026-11-21T11:00:00.000Z', secretMadeAt: testStart },
  },
  'ping-endpoint': {
    ...onEndpoint(pingEndpoint),
    before: null,
    after: { isSuccess: true, httpStatus: 200, failure: null },
  },
  'resend-dispatches': {
    ...onEndpoint((services, key) => resendDispatches(services, key, { failedSince: new Date(testStart) })),
    before: null,
    after: { failedSince: testStart },
  },
}

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  async function openScene(): Promise<Scene> {
    const { id: cityId } = await getCity(service.services.db, 'Cotonou')
    return { service, shop: await service.openShop(), cityId, as: { ...service.services, actor: cliActor } }
  }

  const allLines = () => listAudit(service.services.db, { limit: 1_000 })

  /** The audit lines that an act adds. */
  async function linesOf(acting: () => Promise<unknown>): Promise<AuditLine[]> {
    const known = new Set((await allLines()).map(({ id }) => id))
    await acting()
    return (await allLines()).filter(({ id }) => !known.has(id))
  }

  const run = async (...argv: string[]) => {
    const { stdout, ...rest } = await runCommandLine(argv, {
      services: async () => service.services,
      folder: process.cwd(),
    })
    assert.deepEqual(rest, { stderr: '', exitCode: 0 })
    return stdout.trimEnd()
  }

  for (const [action, trial] of Object.entries(trials))
    test(`${action} adds one audit line with its actor, its subject and the values before and after`, async () => {
      const scene = await openScene()
      const prepared = (await trial.prepare?.(scene)) as never
      let subjectId = ''
      const lines = await linesOf(async () => {
        subjectId = await trial.act(scene, prepared)
      })

      const [line, ...others] = lines.toSorted((one) => (one.action === action ? -1 : 1)) as [AuditLine]
      assert.deepEqual(
        others.map((other: AuditLine) => other.action),
        trial.alsoRecords ?? [],
      )
      assert.deepEqual(
        [line.action, line.actor, line.subject_type, line.subject_id, line.occurred_at.toISOString()],
        [action, 'CLI', trial.subjectType, subjectId, testStart],
      )
      if (action !== 'create-shop') assert.equal(line.shop_id, trial.ofShop ? scene.shop.shopId : null)
      assert.deepEqual(partOf(line.before, trial.before), trial.before)
      assert.deepEqual(partOf(line.after, trial.after), trial.after)
    })

  test('every value that an act records has a name in both languages', async () => {
    const recorded = new Set<string>()
    const note = (value: unknown): void => {
      if (Array.isArray(value)) for (const each of value) note(each)
      else if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) {
          recorded.add(name)
          note(inner)
        }
    }
    for (const line of await allLines())
      for (const { name, before, after } of auditChanges(line)) {
        recorded.add(name)
        note(before)
        note(after)
      }
    const named = { ...auditValues, ...serviceAuditValues, ...auditedRules }
    assert.deepEqual(
      [...recorded].filter((name) => !Object.hasOwn(named, name) && !name.includes('→')).sort(),
      [],
    )
  })

  test('an act that is refused, is rolled back or changes nothing adds no audit line', async () => {
    const { shop, as } = await openScene()
    assert.deepEqual(
      await linesOf(async () => {
        await assert.rejects(changeShop(as, shop.shopId, { payoutPhone: '12' }), {
          code: 'PAYOUT_PHONE_INVALID',
        })
        await assert.rejects(
          as.db.transaction().execute(async (trx) => {
            await changeShop({ ...as, db: trx }, shop.shopId, { name: 'Ganhi' })
            throw new Error('undone')
          }),
          /undone/,
        )
        await changeShop(as, shop.shopId, { name: 'Boutique Test' })
      }),
      [],
    )
  })

  test('the audit names accounts and API keys, and has no line for couriers, customers and the service', async () => {
    const { shop, as } = await openScene()
    const { id } = await memberOf(service, shop.shopId)
    let changes = 0
    const actorsOf = async (actor: Actor) => {
      changes += 1
      const displayName = `Boutique ${changes}`
      const lines = await linesOf(() => changeShop({ ...as, actor }, shop.shopId, { displayName }))
      return lines.map((line) => line.actor)
    }
    for (const actor of [{ kind: 'ACCOUNT', id }, { kind: 'API_KEY', id }, cliActor] as const)
      assert.deepEqual(await actorsOf(actor), [actorText(actor)])
    for (const actor of [{ kind: 'COURIER', id }, { kind: 'CUSTOMER' }, { kind: 'SYSTEM' }] as const)
      assert.deepEqual(await actorsOf(actor), [])
  })

  test('no audit line holds an API key, a secret, a delivery’s code or a customer’s data', async () => {
    const scene = await openScene()
    const { shop, as } = scene
    const key = await bringTo(service, shop, 'FAILED')
    await endpointOf(scene)
    const { key: apiKey } = await createApiKey(as, {
      shopId: shop.shopId,
      scopes: ['quotes:read'],
      label: null,
    })
    await returnParcel(as, key)
    const row = await rowOf(service, key)
    const text = JSON.stringify(await allLines())
    const values = (await allLines()).flatMap((line) =>
      [line.before, line.after].flatMap((each) => Object.values(each ?? {})),
    )

    for (const secret of [apiKey, shop.key, row.customer_phone, row.customer_last_name])
      assert.equal(text.includes(secret), false)
    for (const code of [row.pickup_code, row.confirmation_code, row.return_code])
      assert.equal(values.includes(code), false)
    assert.doesNotMatch(text, /whsec_|colis_live_|s3cret/)
  })

  test('audit lines can be neither changed nor removed, not even by the service', async () => {
    const { as, shop } = await openScene()
    await changeShop(as, shop.shopId, { name: 'Chez Afi' })
    const count = (await allLines()).length
    const { db } = service.services
    const appendOnly = /The audit is append-only/
    await assert.rejects(db.updateTable('audit_lines').set({ actor: 'CLI' }).execute(), appendOnly)
    await assert.rejects(db.deleteFrom('audit_lines').execute(), appendOnly)
    await assert.rejects(
      service.services.database.withSession((session) => session.runScript('truncate audit_lines')),
      appendOnly,
    )
    assert.equal((await allLines()).length, count)
  })

  describe('colis audit', () => {
    test('colis audit shows the lines of a shop, newest first, with what differs in each', async () => {
      const { shop, as } = await openScene()
      service.clock.forward(60_000)
      await changeShop(as, shop.shopId, { discountPercent: 10, ownerEmail: 'afi@example.com' })
      const later = service.clock.now().toISOString()
      service.clock.set(testStart)
      await addPickupAddress(as, { shopId: shop.shopId, ...place })
      const { keyId } = await createApiKey(as, { shopId: shop.shopId, scopes: ['quotes:read'], label: null })

      const [newest, ...others] = (await run('audit', '--shop', shop.shopId)).split('\n')
      assert.equal(
        newest,
        `${later}  CLI  change-shop  SHOP ${shop.shopId}  discountPercent: 0 -> 10, ownerEmail: none -> "afi@example.com"`,
      )
      assert.deepEqual(others.map((line) => line.split('  ')[2]).sort(), [
        'add-pickup-address',
        'create-api-key',
      ])
      assert.equal(await run('audit', '--shop', shop.shopId, '--since', later), newest)
      assert.equal((await run('audit', '--shop', shop.shopId, '--limit', '2')).split('\n').length, 2)
      assert.match(
        await run('audit', '--subject', keyId.toUpperCase()),
        /^\S+ {2}CLI {2}create-api-key {2}[^\n]+$/,
      )
    })

    test('colis audit prints whole lines with --json, and a sentence when there are none', async () => {
      const { shop, as } = await openScene()
      const { keyId } = await createApiKey(as, { shopId: shop.shopId, scopes: ['quotes:read'], label: null })
      const { audit } = JSON.parse(await run('audit', '--subject', keyId, '--json'))
      const [{ auditLineId, after: made, ...line }] = audit
      assert.equal(typeof auditLineId, 'string')
      assert.deepEqual(made, { label: null, scopes: ['quotes:read'], revokedAt: null })
      assert.deepEqual(line, {
        occurredAt: testStart,
        actor: 'CLI',
        action: 'create-api-key',
        subjectType: 'API_KEY',
        subjectId: keyId,
        shopId: shop.shopId,
        before: null,
      })
      const nobody = newId(service.clock.now())
      assert.equal(await run('audit', '--shop', nobody), 'Nothing was changed.')
    })
  })
})

/** Changes of payout numbers as in production; `codes` takes the codes that are sent. */
function payouts({ service, as }: Scene, codes: string[] = []): PayoutDeps {
  return {
    ...service.services.payouts,
    actor: as.actor,
    environment: 'production',
    sendPayoutCode: async (_, { code }) => void codes.push(code),
  }
}

const payoutOf = ({ shop }: Scene) => ({ shopId: shop.shopId, phone: '97000042' })

/** Files that take an actor and record nothing themselves: they pass it on, or a delivery’s history names it. */
const recordElsewhere = [
  'audited-act.ts',
  'ask-for-trip.ts',
  'record-act.ts',
  'record-delivery-act.ts',
  'change-zone-pair-price.ts',
  'change-tariffs.ts',
  'import-city-zones.ts',
  'put-zones.ts',
  'propose-zones.ts',
  'confirm-zones.ts',
  'seed-demo.ts',
  'open-known-city.ts',
  // What a heading of a seller's files means to their shop moves no parcel and no money (decision 305).
  'remember-order-columns.ts',
  'delivery-event.ts',
  'move-delivery.ts',
  'change-problem.ts',
  'webhook-deps.ts',
  'payout-deps.ts',
  'store-photo.ts',
]

/** The acts that a file records. */
const actionsIn = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:action: |record(?:DeliveryAct|Intervention)\((?:deps|acting), |changeZonePairPrice\(deps, |changed\(deps, |putZones\((?:deps|inside), )'([a-z-]+)'/g,
    ),
  ].map(([, name]) => name ?? '')

const domain = globSync('src/domain/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

/** Verbs that only read or compute: those that take an actor ask what that one may see. */
const reads = /^(get|list|find|search|read|price|check|measure|compute|probe)-|-store\.ts$/

test('every verb of the domain that takes an actor adds audit lines and is tested in this file', () => {
  const takesActor = domain
    .filter((file) => !recordElsewhere.includes(basename(file)) && !reads.test(basename(file)))
    .filter((file) => /\bAuditedDeps\b|\bactor: Actor\b/.test(readFileSync(file, 'utf8')))
  for (const file of takesActor) assert.ok(actionsIn(file).length > 0, `${file} records nothing`)
  assert.deepEqual(domain.flatMap(actionsIn).sort(), Object.keys(trials).sort())
})

test('every verb that a command of the command line calls adds audit lines', () => {
  for (const command of globSync('src/cli/commands/*-command.ts')) {
    const imported = [
      ...readFileSync(command, 'utf8').matchAll(
        /^import \{(?! type )[^}]*\} from '[./]*((?:domain|events)\/[^']+)'/gm,
      ),
    ].map(([, name]) => `src/${name}`)
    const verbs = imported.filter(
      (file) => !reads.test(basename(file)) && /\b(async|await|Promise)\b/.test(readFileSync(file, 'utf8')),
    )
    for (const file of verbs)
      assert.ok(
        actionsIn(file).length > 0 || recordElsewhere.includes(basename(file)),
        `${command} calls ${file}, which records nothing`,
      )
  }
})

/** Only the values whose names are expected, so that a trial lists only what matters. */
function partOf(values: Values | null, expected: Values | null): Values | null {
  if (!values || !expected) return values
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in expected))
}
