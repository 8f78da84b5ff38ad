import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const path = '/courier/goal'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  const goals = () => service.services.db.selectFrom('courier_goals').selectAll().execute()

  /** A trip of the courier that ends now. */
  async function earn(courierId: string): Promise<void> {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const { db } = service.services
    await db.updateTable('deliveries').set({ courier_id: courierId }).where('id', '=', key.id).execute()
    await act(service, key, 'handOver')
  }

  test('a courier sets a goal and sees how far they are, until it is reached', async () => {
    const { id, visitor } = await signInCourier(service)
    assert.doesNotMatch(textOf(await visitor.open('/courier')), /Objectif/)
    const set = await visitor.submit(await visitor.open(path), path, { amount: '700', period: 'DAY' })
    assert.match(textOf(set), /Objectif du jour : 0 FCFA sur 700 FCFA/)
    await earn(id)
    const home = await visitor.open('/courier')
    assert.match(textOf(home), /Objectif du jour : (\d+) FCFA sur 700 FCFA/)
    assert.match(home.html, /<progress max="700" value="[1-9]\d*"/)
    await earn(id)
    assert.match(textOf(await visitor.open('/courier/trips')), /Objectif atteint : \d+ FCFA sur 700 FCFA/)
    service.clock.forward(24 * 60 * 60_000)
    assert.match(textOf(await visitor.open('/courier')), /Objectif du jour : 0 FCFA sur 700 FCFA/)
  })

  test('a goal is changed to that of a week, in another language, and taken back', async () => {
    const { id, visitor } = await signInCourier(service)
    await visitor.post(path, { amount: '15k', period: 'WEEK' })
    const says = async (language: string) =>
      textOf(await visitor.open('/courier', { 'accept-language': language }))
    assert.match(await says('en'), /Goal of the week: 0 FCFA of 15,000 FCFA/)
    assert.match(await says('pt'), /Objetivo da semana/)
    const kept = (await goals()).filter(({ courier_id }) => courier_id === id)
    assert.deepEqual(
      kept.map(({ period, amount_fcfa }) => [period, amount_fcfa]),
      [['WEEK', 15_000]],
    )
    const removed = await visitor.submit(await visitor.open(path), `${path}/remove`)
    assert.doesNotMatch(textOf(removed), /Objectif de la semaine/)
    assert.ok(!(await goals()).some(({ courier_id }) => courier_id === id))
  })

  test('what is no amount is refused beside its field, and kept as it was typed', async () => {
    const { id, visitor } = await signInCourier(service)
    for (const amount of ['', '99', '1000001', 'beaucoup', '-500', '1500.000', '9'.repeat(2_000)]) {
      const page = await visitor.post(path, { amount, period: 'WEEK' })
      assert.equal(page.status, 422, amount)
      assert.match(textOf(page), /Un montant de 100 FCFA à 1 000 000 FCFA\./)
    }
    assert.equal((await visitor.post(path, { amount: '500', period: 'YEAR' })).status, 422)
    assert.ok(!(await goals()).some(({ courier_id }) => courier_id === id))
  })

  test('nobody else sees a goal, and it goes when its courier leaves', async () => {
    const [one, other] = [await signInCourier(service), await signInCourier(service)]
    await one.visitor.post(path, { amount: '5000', period: 'DAY' })
    assert.doesNotMatch(textOf(await other.visitor.open(path)), /5 000/)
    await retireCourier(service.services, one.id)
    assert.ok(!(await goals()).some(({ courier_id }) => courier_id === one.id))
  })
})
