import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { everyNumberBy } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import { recordPayout } from '../src/domain/money/transfers/record-payout.ts'
import { listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { beginBooks } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { withRules } from './support/rules.ts'
import { type ScriptedProvider, scriptedProvider } from './support/scripted-provider.ts'
import { oweToCourier, oweToShop } from './support/transfer-trials.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** On a Monday; payouts of the day are made at 18:00 UTC, those of the week on Fridays. */
const firstEvening = '2026-11-23T18:00:00Z'

/** Whose day or week has come is paid, whatever became of what was sent to them before (decision 291). */
onEachDatabase((open) => {
  let service: TestService
  let provider: ScriptedProvider
  let shop: TestShop
  let courierId: string
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
  })
  beforeEach(async () => {
    const { db } = service.services
    service.clock.set('2026-11-23T10:00:00Z')
    await db
      .updateTable('shops')
      .set({ suspended_at: service.clock.now(), suspension_reason: 'Past.' })
      .execute()
    await db.deleteFrom('payout_runs').execute()
    provider = scriptedProvider()
    shop = await service.openShop()
    courierId = await registerCourier(service)
    await changeShop(acting(), shop.shopId, { payoutRhythm: 'DAILY' })
    await work()
  })
  after(() => service.close())

  const acting = () => ({
    ...service.services,
    actor: { kind: 'CLI' } as const,
    mobileMoney: { providers: everyNumberBy(provider) },
    rules: withRules(service.services, { COURIER_PAYOUTS: 'DAILY', COURIER_PAYOUT_MINIMUM_FCFA: 1_000 }),
    onError: (_: string, error: unknown) => assert.fail(error as Error),
    alertOperator: () => {},
  })

  /** As the loops do it for some minutes. */
  async function work(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await beginDueTransfers(acting())
      await processDueTransfers(acting(), randomUUID())
      service.clock.forward(minuteMs)
    }
  }

  async function workAt(moment: string): Promise<void> {
    service.clock.set(moment)
    await work()
  }

  async function sent(
    to: { shop: string } | { courier: string } = { shop: shop.shopId },
  ): Promise<unknown[]> {
    const transfers = await listTransfersTo(service.services.db, to, 10)
    return transfers.map(({ state, amount_fcfa }) => [state, amount_fcfa])
  }
  const newestId = async () =>
    (await listTransfersTo(service.services.db, { shop: shop.shopId }, 1))[0]?.id ?? ''
  const owe = (fcfa: number) => oweToShop(service, shop.shopId, fcfa)

  /** The first evening's payout was refused, and is tried again an hour later. */
  async function refusedAtFirst(fcfa: number): Promise<string> {
    await owe(fcfa)
    provider.answers('FAILED')
    await workAt(firstEvening)
    assert.deepEqual(await sent(), [['REFUSED', fcfa]])
    return newestId()
  }

  for (const [rhythm, later, next] of [
    ['DAILY', '2026-11-24T12:00:00Z', '2026-11-24T18:00:00Z'],
    ['WEEKLY', '2026-12-01T12:00:00Z', '2026-12-04T18:00:00Z'],
  ] as const)
    test(`a shop paid ${rhythm} that was once refused is paid on its day ever after`, async () => {
      await changeShop(acting(), shop.shopId, { payoutRhythm: rhythm })
      service.clock.set('2026-11-27T10:00:00Z')
      await owe(5_000)
      provider.answers('FAILED')
      await workAt(rhythm === 'DAILY' ? firstEvening : '2026-11-27T18:00:00Z')
      provider.answers('PAID')
      service.clock.forward(hourMs)
      await work()
      assert.deepEqual(await sent(), [
        ['PAID', 5_000],
        ['REFUSED', 5_000],
      ])

      await workAt(later)
      await owe(3_000)
      await work()
      assert.equal((await sent()).length, 2)
      await workAt(next)
      assert.deepEqual((await sent())[0], ['PAID', 3_000])
      await owe(2_000)
      await work()
      assert.equal((await sent()).length, 3)
    })

  test('a courier who was once refused is paid on their day ever after', async () => {
    const to = { courier: courierId }
    await oweToCourier(service, courierId, 2_000)
    provider.answers('FAILED')
    await workAt(firstEvening)
    provider.answers('PAID')
    service.clock.forward(hourMs)
    await work()
    await oweToCourier(service, courierId, 1_500)
    await work()
    assert.deepEqual(await sent(to), [
      ['PAID', 2_000],
      ['REFUSED', 2_000],
    ])
    await workAt('2026-11-24T18:00:00Z')
    assert.deepEqual((await sent(to))[0], ['PAID', 1_500])
  })

  test('a shop whose refusal stays in doubt beyond its moment is paid once it is certain, whatever the day', async () => {
    const id = await refusedAtFirst(5_000)
    provider.answers('PAID')
    service.clock.forward(hourMs)
    await work()
    service.clock.set('2026-11-24T17:00:00Z')
    await owe(3_000)
    provider.changesItsMind(id, 'PENDING')
    await workAt('2026-11-24T18:00:00Z')
    assert.equal((await sent()).length, 2)

    provider.changesItsMind(id, 'FAILED')
    service.clock.forward(hourMs)
    await work()
    assert.deepEqual(await sent(), [
      ['PAID', 3_000],
      ['PAID', 5_000],
      ['REFUSED', 5_000],
    ])
  })

  test('a shop whose payout is under way at its next moment is paid the rest as soon as that was paid', async () => {
    await owe(5_000)
    await workAt(firstEvening)
    service.clock.forward(12 * hourMs)
    await owe(3_000)
    await workAt('2026-11-24T18:00:00Z')
    assert.deepEqual(await sent(), [['SENT', 5_000]])

    provider.answers('PAID')
    service.clock.forward(hourMs)
    await work()
    assert.deepEqual(await sent(), [
      ['PAID', 3_000],
      ['PAID', 5_000],
    ])
    await owe(2_000)
    await work()
    assert.equal((await sent()).length, 2)
  })

  test('less than the minimum beside a payout under way waits for the moment after', async () => {
    await owe(5_000)
    await workAt(firstEvening)
    await owe(500)
    await workAt('2026-11-24T18:00:00Z')
    provider.answers('PAID')
    service.clock.forward(hourMs)
    await owe(3_000)
    await work()
    assert.deepEqual(await sent(), [['PAID', 5_000]])
    await workAt('2026-11-25T18:00:00Z')
    assert.deepEqual((await sent())[0], ['PAID', 3_500])
  })

  test('what was refused over its next moment and paid late is followed by the rest', async () => {
    await owe(5_000)
    provider.answers({ state: 'REFUSED', reason: 'LIMIT_REACHED' })
    await workAt('2026-11-23T18:30:00Z')
    await owe(3_000)
    await workAt('2026-11-24T18:00:00Z')
    assert.deepEqual(await sent(), [['REFUSED', 5_000]])
    provider.changesItsMind(await newestId(), 'PAID')
    provider.answers('PAID')
    service.clock.forward(16 * minuteMs)
    await work()
    assert.deepEqual(await sent(), [
      ['PAID', 3_000],
      ['PAID', 5_000],
    ])
  })

  test('what was paid late with too little beside it leaves that for its day', async () => {
    const id = await refusedAtFirst(5_000)
    await owe(500)
    provider.changesItsMind(id, 'PAID')
    provider.answers('PAID')
    service.clock.forward(16 * minuteMs)
    await work()
    assert.deepEqual(await sent(), [['PAID', 5_000]])
    await workAt('2026-11-24T09:00:00Z')
    await owe(3_000)
    await work()
    assert.equal((await sent()).length, 1)
    await workAt('2026-11-24T18:00:00Z')
    assert.deepEqual((await sent())[0], ['PAID', 3_500])
  })

  test('of what was refused, what is left after a part was paid by hand is tried again at its time', async () => {
    await refusedAtFirst(5_000)
    const payee = { kind: 'SHOP_PAYOUT', id: shop.shopId, currency: 'XOF' } as const
    await recordPayout(acting(), { payee, amountFcfa: 1_800, note: 'Au bureau' })
    provider.answers('PAID')
    await work()
    assert.equal((await sent()).length, 2)
    service.clock.forward(hourMs)
    await work()
    assert.deepEqual(await sent(), [
      ['PAID', 3_200],
      ['PAID', 1_800],
      ['REFUSED', 5_000],
    ])
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })
})
