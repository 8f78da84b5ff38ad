import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  findDisagreement,
  listDisagreements,
} from '../src/domain/money/mobile-money/disagreements/disagreement-store.ts'
import { floatsOf } from '../src/domain/money/mobile-money/provider-float.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { getProviderStatement } from '../src/domain/money/statements/reconciling/get-provider-statement.ts'
import { importProviderStatement } from '../src/domain/money/statements/reconciling/import-provider-statement.ts'
import { guessColumns } from '../src/domain/money/statements/reconciling/provider-columns.ts'
import { readProviderRows } from '../src/domain/money/statements/reconciling/provider-file.ts'
import { compareStatement } from '../src/domain/money/statements/reconciling/provider-statement-store.ts'
import { begunPosting } from '../src/domain/money/transfers/transfer-posting.ts'
import { newTransfer } from '../src/domain/money/transfers/transfer-row.ts'
import { findTransfer, insertTransfer } from '../src/domain/money/transfers/transfer-store.ts'
import { alertLimitsOf, alertsIn } from '../src/domain/monitoring/alerts/alert-rules.ts'
import { readHealth } from '../src/domain/monitoring/health/read-health.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onServer } from './support/databases.ts'
import { act } from './support/delivery-verbs.ts'
import { openFedapayServer } from './support/fedapay-server.ts'
import { beginBooks, post, settleAll } from './support/money-work.ts'
import { openMtnServer } from './support/mtn-server.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import type { ProviderServer, ToldOtherwise } from './support/provider-server.ts'
import { moneyOrder, type ProviderWork, providerWork } from './support/provider-work.ts'
import { statementHeader } from './support/statement-imports.ts'
import { oweToShop } from './support/transfer-trials.ts'
import { textOf } from './support/visitor.ts'
import { openWaveServer } from './support/wave-server.ts'

const path = '/operations/service/disagreements'
const other = '0192f0c1-7a3e-7c11-9d5b-ffffffffffff'

onServer((open) => {
  for (const openServer of [openMtnServer, openFedapayServer, openWaveServer])
    describe(`what ${openServer.name.slice(4, -6)} says otherwise`, () => {
      let server: ProviderServer
      let service: TestService
      let shop: TestShop
      let operator: ConsoleVisitor
      let work: ProviderWork
      let day = 0
      before(async () => {
        server = await openServer()
        service = await openService(await open(), server.env)
        await beginBooks(service)
        shop = await service.openShop()
        operator = await openOperations(service)
      })
      beforeEach(() => {
        day += 1
        service.clock.set(new Date(Date.parse(testStart) + day * 86_400_000).toISOString())
        work = providerWork(service, shop, server)
      })
      after(async () => {
        await service.close()
        await server.close()
      })

      const balances = async () => {
        const { rows } = await sql<{ kind: string; fcfa: number }>`
          select ledger_accounts.kind, sum(ledger_accounts.balance_fcfa)::integer as fcfa from ledger_accounts
          where ledger_accounts.kind in ('PROVIDER_FLOAT', 'SUSPENSE') and ledger_accounts.owner = any(${['', ...floatsOf(server.name)]}::text[])
          group by ledger_accounts.kind
        `.execute(service.services.db)
        return Object.fromEntries(rows.map(({ kind, fcfa }) => [kind, fcfa]))
      }
      /** By how much the float and what is in suspense for others have changed since. */
      const since = async (earlier: Record<string, number>) => {
        const now = await balances()
        const change = (kind: string) => (now[kind] ?? 0) - (earlier[kind] ?? 0)
        return { float: change('PROVIDER_FLOAT'), suspense: 0 - change('SUSPENSE') }
      }
      const faults = async () => (await checkLedger(service.services)).faults
      const of = (subject: string) => findDisagreement(service.services.db, { subject })
      const openOnes = () => listDisagreements(service.services.db, 'OPEN', 100)
      const kinds = async () =>
        alertsIn(
          await readHealth({ ...service.services, watched: [] }),
          alertLimitsOf(service.services.rules.current()),
        ).map(({ kind }) => kind)

      async function askedToPay() {
        const key = await work.pickedUp()
        await work.round()
        return { key, id: (await work.requestOf(key)).id }
      }
      const settle = (id: string, how: string, words = 1, reason = 'Vu dans leur portail') =>
        operator.post(`${path}/${id}`, { how, words: String(words), reason })

      for (const [told, moved] of [
        [{ amount: 1 }, 1],
        [{ amount: 5_601 }, 5_601],
        [{ currency: 'EUR' }, 0],
        [{ reference: other }, 5_600],
      ] as [ToldOtherwise, number][])
        test(`a payment of which ${JSON.stringify(told)} is told is kept, moves no payment, and stands in suspense`, async () => {
          const before = await balances()
          const { key, id } = await askedToPay()
          server.pays(id, told)
          await work.roundAfter(3_000)
          await work.roundAfter(3_000)
          assert.equal(await work.paymentOf(key), 'AWAITING_CUSTOMER')
          const found = (await openOnes()).find(({ subject }) => subject === `payment:${id}`)
          assert.ok(found)
          assert.deepEqual(
            [found.words, found.told.length, found.told[0]?.state, (found.told[0]?.times ?? 0) > 1],
            [1, 1, 'PAID', true],
          )
          assert.deepEqual(await since(before), { float: moved, suspense: moved })
          assert.ok((await kinds()).includes('MONEY_DISAGREES'))
          assert.deepEqual(await faults(), [])
          work.assertDiscreet()

          const done = await settle(found.id, 'REVERSED')
          assert.match(textOf(done), /C’est réglé/)
          assert.deepEqual(await since(before), { float: 0, suspense: 0 })
          assert.equal((await settle(found.id, 'REVERSED')).status, 409)
          await work.roundAfter(15_000)
          assert.notEqual((await of(`payment:${id}`))?.settledAt, null)
          assert.deepEqual(await faults(), [])
        })

      test('a payment that a person counts is confirmed, and only the difference stays in suspense', async () => {
        const before = await balances()
        const { key, id } = await askedToPay()
        server.pays(id, { amount: 5_650 })
        await work.roundAfter(3_000)
        const { id: disagreement } = (await of(`payment:${id}`)) ?? assert.fail()
        for (const wrong of [
          settle(disagreement, 'COUNTS', 1, 'x'),
          settle(disagreement, '', 1),
          settle(disagreement, 'COUNTS', 2),
          settle(disagreement, 'LATER', 1),
          settle('x', 'COUNTS', 1),
        ])
          assert.ok((await wrong).status >= 400)
        assert.match(textOf(await operator.open(path)), /Paiement d’un client · 5 600 FCFA/)
        assert.match(textOf(await settle(disagreement, 'COUNTS')), /C’est réglé/)
        await settleAll(service)
        assert.equal(await work.paymentOf(key), 'PAID')
        assert.deepEqual(await since(before), { float: 5_650, suspense: 50 })
        assert.deepEqual(await faults(), [])
        await act(service, key, 'handOver')
        await settleAll(service)
        assert.deepEqual(await faults(), [])
      })

      test('a provider that comes back to what was asked ends it, and the payment is booked once', async () => {
        const before = await balances()
        const { key, id } = await askedToPay()
        server.pays(id, { amount: 1 })
        await work.roundAfter(3_000)
        server.pays(id, { amount: 7 })
        await work.roundAfter(15_000)
        assert.deepEqual(await since(before), { float: 7, suspense: 7 })
        assert.equal((await of(`payment:${id}`))?.words, 2)
        server.pays(id, { amount: 5_600 })
        await work.roundAfter(15_000)
        await settleAll(service)
        assert.equal(await work.paymentOf(key), 'PAID')
        assert.deepEqual(await since(before), { float: 5_600 - server.keepsFcfa, suspense: 0 })
        assert.ok(!(await openOnes()).some(({ subject }) => subject === `payment:${id}`))
        assert.deepEqual(await faults(), [])
      })

      for (const [how, state, moved] of [
        ['COUNTS', 'PAID', { float: -12_001, suspense: -1 }],
        ['REVERSED', 'REFUSED', { float: 0, suspense: 0 }],
        ['STAYS', 'REFUSED', { float: -12_001, suspense: -12_001 }],
      ] as const)
        test(`a payout of which another amount is told is under way until a person says ${how}`, async () => {
          const { db, clock } = service.services
          const { id } = moneyOrder()
          const { shopId } = await service.openShop()
          await oweToShop(service, shopId, 12_000)
          const about = {
            kind: 'SHOP_PAYOUT',
            shop_id: shopId,
            currency: 'XOF',
            amount_fcfa: 12_000,
            provider: server.name,
            phone: '+2290197000002',
          } as const
          const transfer = newTransfer(about, { id, now: clock.now(), reference: `VRS-${id.slice(-6)}` })
          await db.transaction().execute((trx) => insertTransfer(trx, transfer))
          await post(service, [begunPosting(transfer)])
          const before = await balances()
          await work.transferRound()
          server.arrives(id, { amount: 12_001 })
          await work.transferRound(5_000)
          assert.equal((await findTransfer(db, id))?.state, 'SENT')
          assert.deepEqual(await since(before), { float: -12_001, suspense: -12_001 })
          assert.deepEqual(await faults(), [])
          const { id: disagreement } = (await of(`transfer:${id}`)) ?? assert.fail()
          assert.match(textOf(await settle(disagreement, how)), /C’est réglé/)
          assert.equal((await findTransfer(db, id))?.state, state)
          assert.deepEqual(await since(before), moved)
          assert.deepEqual(await faults(), [])
        })
    })

  describe('a reference that a statement tells again in another way', () => {
    let service: TestService
    let operator: ConsoleVisitor
    before(async () => {
      service = await openService(await open())
      operator = await openOperations(service)
      await post(service, [
        {
          cause: 'test:float',
          kind: 'DIFFERENCE_SETTLED',
          currency: 'XOF',
          shopId: null,
          deliveryId: null,
          happenedAt: service.clock.now(),
          note: null,
          entries: [
            { kind: 'PROVIDER_FLOAT', owner: 'simulated', amountFcfa: 1 },
            { kind: 'SUSPENSE', owner: '', amountFcfa: -1 },
          ],
        },
      ])
    })
    after(() => service.close())

    async function imported(lines: string[]): Promise<string> {
      const header = statementHeader.split(';')
      const rows = lines.map((line, at) => ({ row: at + 2, cells: line.split(';') }))
      const context = { timeZone: 'Africa/Porto-Novo', currency: 'XOF', header }
      const read = readProviderRows(rows, guessColumns(header), context)
      assert.ok('rows' in read)
      const { id } = await importProviderStatement(
        { ...service.services, actor: { kind: 'CLI' } },
        {
          provider: 'simulated',
          currency: 'XOF',
          fileSha256: lines.join(),
          rows: read.rows,
          closingFcfa: null,
        },
      )
      return id
    }
    async function differencesOf(id: string) {
      const { db, database } = service.services
      return compareStatement(database, await getProviderStatement(db, id), { limit: 100 })
    }

    let files = 0
    async function retold(first: string, second: string) {
      files += 1
      const row = (text: string) => `2026-11-2${text.replaceAll('REF', `MP-${files}`)}`
      const filler = (n: number) => row(`0 09:00;F${n}-REF;;payment;1;0;XOF`)
      const one = await imported([row(first), filler(1)])
      const two = await imported([row(second), filler(2)])
      const open = (await listDisagreements(service.services.db, 'OPEN', 100)).filter(
        ({ reference }) => reference === `MP-${files}`,
      )
      /** What the statements say of it beside the books, as one reads the second. */
      const said = async () =>
        (await differencesOf(two))
          .filter(({ statementReference }) => statementReference === `MP-${files}`)
          .map(({ statementFcfa }) => statementFcfa)
      return { open, said, two, first: await differencesOf(one) }
    }
    const base = '0 10:00;REF;;payment;1000;0;XOF'

    for (const [what, second, isFlagged] of [
      ['another amount', '0 10:00;REF;;payment;2000;0;XOF', true],
      ['another fee', '0 10:00;REF;;payment;1000;10;XOF', true],
      ['another time', '0 10:00:30;REF;;payment;1000;0;XOF', true],
      ['nothing else', '0 10:00;REF;;payment;1000;0;XOF', false],
      ['the other way', '0 11:00;REF;;refund;1000;0;XOF', false],
    ] as const)
      test(`${what} is ${isFlagged ? 'flagged, not summed' : 'no disagreement'}`, async () => {
        const { open: found, first } = await retold(base, second)
        assert.equal(found.length, isFlagged ? 1 : 0)
        const [item] = first.filter(({ statementReference }) => statementReference === `MP-${files}`)
        if (isFlagged) assert.equal(item?.statementFcfa, 1_000)
      })

    for (const [how, sums] of [
      ['LATER', [2_000]],
      ['EARLIER', []],
      ['BOTH', [1_000, 2_000]],
    ] as const)
      test(`a person says that ${how} counts`, async () => {
        const { open: found, said, two } = await retold(base, '0 10:00;REF;;payment;2000;0;XOF')
        assert.deepEqual(await said(), [])
        const [row] = found
        const id = row?.id ?? ''
        const submitted = await operator.post(`${path}/${id}`, { how, words: '1', reason: 'Vu avec eux' })
        assert.match(textOf(submitted), /C’est réglé/)
        const sum = (await said()).reduce((total: number, each) => total + (each ?? 0), 0)
        assert.equal(
          sum,
          sums.reduce((total: number, each) => total + each, 0) - (how === 'BOTH' ? 1_000 : 0),
        )
        const removed = await operator.post(`/operations/service/books/statements/${two}/remove`, {})
        assert.ok(removed.status >= 400)
        assert.deepEqual((await checkLedger(service.services)).faults, [])
      })
  })
})
