import assert from 'node:assert/strict'
import { findCourier } from '../../src/domain/couriers/courier-store.ts'
import { reportPosition } from '../../src/domain/couriers/report-position.ts'
import { setDuty } from '../../src/domain/couriers/set-duty.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { registerCourier, searchOnce } from './courier-work.ts'
import { center, east, type TestService, type TestShop } from './open-service.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** A courier who is signed in on a phone of their own. */
export type SignedIn = { id: string; phone: string; visitor: Visitor }

let signedIn = 0

/** Signs a courier in through the pages, as they do; one who works at the test shop's door without `id`. */
export async function signInCourier(service: TestService, id?: string): Promise<SignedIn> {
  const courierId = id ?? (await courierAtWork(service))
  const { phone } = (await findCourier(service.services.db, courierId)) ?? { phone: '' }
  signedIn += 1
  // A second later than any code before, so that the last one can be recognised.
  service.clock.forward(1_000)
  const visitor = openVisitor(service, `10.3.${Math.floor(signedIn / 250)}.${signedIn % 250}`)
  const asking = await visitor.submit(await visitor.open('/courier'), '/courier/sign-in', { phone })
  assert.equal(asking.path, '/courier/sign-in/code', asking.html)
  const code = await codeSentTo(service, phone)
  assert.ok(code, `No code was sent to ${phone}.`)
  const home = await visitor.submit(asking, '/courier/sign-in/code', { code })
  assert.equal(home.path, '/courier', home.html)
  return { id: courierId, phone, visitor }
}

/** The last code that was sent to a phone; undefined when none was. */
export async function codeSentTo({ services }: Pick<TestService, 'services'>, phone: string) {
  const sent = await services.db
    .selectFrom('messages')
    .select('messages.content')
    .where('messages.kind', '=', 'SIGN_IN_CODE')
    .where('messages.recipient', '=', phone)
    .orderBy('messages.created_at', 'desc')
    .executeTakeFirst()
  return sent && (sent.content as { code: string }).code
}

async function courierAtWork({ services }: TestService): Promise<string> {
  const id = await registerCourier({ services })
  await setDuty(services, id, true)
  await reportPosition(services, id, { ...center, accuracyMeters: 12 })
  return id
}

/** Orders a delivery whose place is known, and offers it to the couriers nearby. */
export async function offerTrip(
  service: TestService,
  shop: TestShop,
  input: object = {},
): Promise<DeliveryKey> {
  const made = await shop.order({ dropoff: { ...east, landmark: 'Portail bleu' }, ...input })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await searchOnce(service)
  return { shopId: shop.shopId, id: made.body.id }
}
