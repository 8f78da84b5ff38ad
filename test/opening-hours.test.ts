import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { changePickupAddress } from '../src/domain/shops/change-pickup-address.ts'
import { type OpeningHours, weekdays } from '../src/domain/shops/opening/opening-hours.ts'
import { removePickupAddress } from '../src/domain/shops/remove-pickup-address.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import {
  center,
  east,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const shut = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OpeningHours
/** The tests begin on a Saturday at 11:00 in Cotonou. */
const hours: OpeningHours = { ...shut, saturday: [['08:00', '18:30']] }
const act = (action: string) => `/courier/actions/${action}`

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    const { db } = service.services
    await db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await db.deleteFrom('courier_searches').execute()
    service.clock.set(testStart)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  const addressOf = ({ shopId, pickupAddressId: id }: TestShop) => ({ shopId, id })
  const setHours = async (openingHours: OpeningHours | null) => {
    await changePickupAddress(service.services, addressOf(shop), { openingHours })
    service.services.shops.forget()
  }

  test('couriers see until when the shop is open on the offer and on the way there, and not once they have the parcel', async () => {
    await setHours(hours)
    const { visitor } = await signInCourier(service)
    const key = await offerTrip(service, shop)
    const offered = await visitor.open('/courier')
    assert.match(textOf(offered), /Ouverture Ouvert aujourd’hui jusqu’à 18:30/)
    const accepted = await visitor.submit(offered, act('accept'))
    assert.match(textOf(accepted), /Ouvert aujourd’hui jusqu’à 18:30/)
    const english = await visitor.open('/courier?lang=en')
    assert.match(textOf(english), /Open today until 18:30/)
    const arrived = await visitor.submit(english, act('arrive'))
    const { pickup_code } = await rowOf(service, key)
    const taken = await visitor.submit(arrived, act('pick-up'), { code: pickup_code })
    assert.doesNotMatch(textOf(taken), /Open today/)
  })

  const words: [string, OpeningHours, string, RegExp][] = [
    [
      'opens later',
      { ...shut, saturday: [['14:00', '18:30']] },
      'fr',
      /Fermé pour l’instant, ouvre aujourd’hui à 14:00/,
    ],
    ['has closed', { ...shut, saturday: [['08:00', '10:30']] }, 'fr', /Déjà fermé pour aujourd’hui/],
    ['does not open', shut, 'fr', /Fermé aujourd’hui/],
    ['does not open', shut, 'en', /Closed today/],
    [
      'does not close',
      { ...shut, saturday: [['00:00', '00:00']], sunday: [['00:00', '12:00']] },
      'fr',
      /Ouvert toute la journée/,
    ],
  ]
  for (const [what, openingHours, language, expected] of words)
    test(`couriers read in ${language} that a shop ${what} today`, async () => {
      await setHours(openingHours)
      const { visitor } = await signInCourier(service)
      await offerTrip(service, shop)
      assert.match(textOf(await visitor.open(`/courier?lang=${language}`)), expected)
    })

  test('the courier’s page changes its version when the shop closes', async () => {
    await setHours(hours)
    const { visitor } = await signInCourier(service)
    await offerTrip(service, shop)
    await visitor.submit(await visitor.open('/courier'), act('accept'))
    const versionAt = async (time: string) => {
      service.clock.set(time)
      return /data-version="([^"]+)"/.exec((await visitor.open('/courier')).html)?.[1]
    }
    const morning = await versionAt('2026-11-21T10:10:00.000Z')
    assert.equal(await versionAt('2026-11-21T17:29:59.000Z'), morning)
    assert.notEqual(await versionAt('2026-11-21T17:30:00.000Z'), morning)
  })

  test('nothing is said of opening hours that nobody gave, of a point of its own, or of an address that was removed', async () => {
    const opening = /Ouver|Fermé/
    const { visitor } = await signInCourier(service)
    await offerTrip(service, shop)
    assert.doesNotMatch(textOf(await visitor.open('/courier')), opening)
    await setHours(hours)
    assert.match(textOf(await visitor.open('/courier')), opening)
    await removePickupAddress(service.services, addressOf(shop))
    assert.doesNotMatch(textOf(await visitor.open('/courier')), opening)
  })

  test('a delivery names the registered address at which it is fetched, and no answer to partners does', async () => {
    const other = await addPickupAddress(service.services, {
      shopId: shop.shopId,
      ...east,
      label: 'Dépôt',
      landmark: null,
      formatted: null,
      openingHours: hours,
    })
    service.services.shops.forget()
    const addressIn = async (input: object) =>
      (await rowOf(service, await bringTo(service, shop, 'AWAITING_LOCATION', input))).pickup_address_id
    assert.equal(await addressIn({}), shop.pickupAddressId)
    assert.equal(await addressIn({ pickupAddressId: other.id }), other.id)
    assert.equal(await addressIn({ pickup: { ...center, label: 'Ailleurs' } }), null)
    const made = await shop.order({ pickupAddressId: other.id })
    assert.equal(JSON.stringify(made.body).includes(other.id), false)
    const [listed] = (await shop.get('/pickup-addresses')).body.filter(
      ({ id }: { id: string }) => id === other.id,
    )
    assert.deepEqual(listed, {
      id: other.id,
      label: 'Dépôt',
      landmark: null,
      formatted: null,
      isDefault: false,
      ...east,
    })
  })

  test('opening hours stay when something else of an address is changed, and are taken back with null', async () => {
    const { services } = service
    await setHours(hours)
    const moved = await changePickupAddress(services, addressOf(shop), { label: 'Atelier' })
    assert.deepEqual(moved.opening_hours, hours)
    const without = await changePickupAddress(services, addressOf(shop), { openingHours: null })
    assert.equal(without.opening_hours, null)
  })
})
