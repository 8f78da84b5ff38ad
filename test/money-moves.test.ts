import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { countTill } from '../src/domain/money/settlement/count-till.ts'
import { type MoneyMove, placeOf } from '../src/domain/money/settlement/money-move.ts'
import { moveMoney } from '../src/domain/money/settlement/move-money.ts'
import { confirmProviderBalance } from '../src/domain/money/statements/reconciling/confirm-provider-balance.ts'
import { openDifference } from '../src/domain/money/statements/reconciling/difference.ts'
import { getProviderStatement } from '../src/domain/money/statements/reconciling/get-provider-statement.ts'
import { importProviderStatement } from '../src/domain/money/statements/reconciling/import-provider-statement.ts'
import { compareStatement } from '../src/domain/money/statements/reconciling/provider-statement-store.ts'
import { readMoneyDay } from '../src/domain/money/statements/service/read-money-day.ts'
import { paidPosting } from '../src/domain/money/transfers/transfer-posting.ts'
import type { TransferRow } from '../src/domain/money/transfers/transfer-row.ts'
import { onServer } from './support/databases.ts'
import { beginBooks, beginTransfer, delivered, endTransfer, post, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/books/day'

test('MTN pays out of the account of Disbursement, other providers out of the one that they collect on (decision 260)', () => {
  const accountsOf = (provider: string) =>
    paidPosting(
      { provider, amount_fcfa: 100, fee_fcfa: 1, currency: 'XOF' } as TransferRow,
      new Date(0),
    ).entries.map(({ kind, owner, amountFcfa }) => [kind, owner, amountFcfa])
  assert.deepEqual(accountsOf('mtn'), [
    ['MONEY_SENT', 'mtn', 100],
    ['PROVIDER_FEES', 'mtn-disbursements', 1],
    ['PROVIDER_FLOAT', 'mtn-disbursements', -101],
  ])
  assert.deepEqual(
    accountsOf('wave').map(([, owner]) => owner),
    ['wave', 'wave', 'wave'],
  )
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  const deps = () => ({ ...service.services, actor: { kind: 'CLI' } as const })
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
    shop = await service.openShop()
    await post(service, [
      {
        ...{
          cause: 'test:mtn',
          kind: 'DIFFERENCE_SETTLED',
          currency: 'XOF',
          shopId: null,
          deliveryId: null,
          note: null,
        },
        happenedAt: new Date('2026-11-20T09:00:00Z'),
        entries: [debit('PROVIDER_FLOAT', 50_000, 'mtn'), credit('COMPANY_FUNDS', 50_000)],
      },
    ])
  })
  after(() => service.close())

  const move = (
    change: Partial<Omit<MoneyMove, 'from' | 'to'>> & { from: string; to: string },
  ): MoneyMove => ({
    ...{ id: newId(service.clock.now()), currency: 'XOF', amountFcfa: 10_000, feeFcfa: 0, reference: 'FT-1' },
    ...{ movedAt: service.clock.now(), note: 'Par la comptable', ...change },
    ...{ from: placeOf(change.from), to: placeOf(change.to) },
  })
  const noted = (...given: Parameters<typeof move>) => moveMoney(deps(), move(...given))
  const balances = async () =>
    Object.fromEntries(
      (await listBalances(service.services.db))
        .filter(({ currency }) => currency === 'XOF')
        .map(({ kind, owner, balanceFcfa }) => [owner ? `${kind} ${owner}` : kind, balanceFcfa]),
    )
  const reasonOf = (error: { code?: string; params?: { reason?: string } }) =>
    error.params?.reason ?? error.code
  const refusal = (change: Parameters<typeof move>[0]) => noted(change).then(() => 'DONE', reasonOf)

  test('a top-up, a withdrawal, a move between accounts, cash and bank are booked, with what the provider kept', async () => {
    await noted({ from: 'COMPANY_FUNDS', to: 'BANK', amountFcfa: 100_000, reference: '' })
    await noted({
      from: 'bank',
      to: 'mtn-disbursements',
      amountFcfa: 40_000,
      feeFcfa: 100,
      reference: 'FT-2',
    })
    await noted({ from: 'mtn', to: 'mtn-disbursements', amountFcfa: 20_000, feeFcfa: 50, reference: 'FT-3' })
    await noted({ from: 'mtn', to: 'cash', amountFcfa: 5_000, reference: 'FT-4' })
    await noted({ from: 'cash', to: 'bank', amountFcfa: 2_000, reference: '' })
    assert.deepEqual(await balances(), {
      BANK: 62_000,
      CASH: 3_000,
      COMPANY_FUNDS: -150_000,
      'PROVIDER_FEES mtn': 50,
      'PROVIDER_FEES mtn-disbursements': 100,
      'PROVIDER_FLOAT mtn': 24_950,
      'PROVIDER_FLOAT mtn-disbursements': 59_900,
    })
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('what cannot have been is refused with its reason, and changes nothing', async () => {
    const before = await balances()
    const later = new Date(service.clock.now().getTime() + 1)
    const cases: [Parameters<typeof move>[0], string][] = [
      [{ from: 'CASH', to: 'cash' }, 'PLACES'],
      [{ from: 'mtn', to: 'orange' }, 'PLACES'],
      [{ from: 'mtn', to: 'CASH', amountFcfa: 0 }, 'AMOUNT'],
      [{ from: 'mtn', to: 'CASH', amountFcfa: 0.5 }, 'AMOUNT'],
      [{ from: 'mtn', to: 'CASH', feeFcfa: 10_000 }, 'FEE'],
      [{ from: 'BANK', to: 'CASH', feeFcfa: 1, reference: '' }, 'FEE'],
      [{ from: 'mtn', to: 'CASH', reference: ' ' }, 'REFERENCE'],
      [{ from: 'mtn', to: 'CASH', movedAt: later }, 'FUTURE'],
      [{ from: 'mtn', to: 'CASH', amountFcfa: 24_951 }, 'MONEY_NOT_THERE'],
      [{ from: 'CASH', to: 'BANK', amountFcfa: 3_001, reference: '' }, 'MONEY_NOT_THERE'],
      [{ from: 'mtn', to: 'CASH', note: 'x' }, 'REASON_REQUIRED'],
    ]
    for (const [change, reason] of cases) assert.equal(await refusal(change), reason, JSON.stringify(change))
    assert.deepEqual(await balances(), before)
  })

  test('of a form that is sent twice at once, one counts', async () => {
    const once = move({ from: 'BANK', to: 'CASH', amountFcfa: 1_000, reference: '' })
    await Promise.all([moveMoney(deps(), once), moveMoney(deps(), once)])
    assert.equal((await balances()).CASH, 4_000)
    await assert.rejects(moveMoney(deps(), { ...once, amountFcfa: 2_000 }), { code: 'ALREADY_DONE' })
  })

  test('ten withdrawals at once take no more out of the till than it holds', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        refusal({ from: 'CASH', to: 'BANK', amountFcfa: 1_500, reference: '' }),
      ),
    )
    assert.equal(outcomes.filter((each) => each === 'DONE').length, 2)
    assert.equal((await balances()).CASH, 1_000)
  })

  test('each account is confirmed by its own statement, in which moves are found by their number', async () => {
    const statementOf = async (provider: string, closingFcfa: number, rows: [string, number, number][]) => {
      const { id } = await importProviderStatement(deps(), {
        ...{ provider, currency: 'XOF', fileSha256: provider, closingFcfa },
        rows: rows.map(([reference, amountFcfa, feeFcfa], at) => ({
          ...{ occurredAt: new Date('2026-11-21T10:00:00Z'), reference, otherReference: '', feeFcfa },
          ...{ isIncoming: amountFcfa > 0, amountFcfa: Math.abs(amountFcfa), key: `${reference} ${at}` },
        })),
      })
      const statement = await getProviderStatement(service.services.db, id)
      const items = await compareStatement(service.services.database, statement, { limit: 10 })
      return {
        id,
        open: items
          .filter(({ subject }) => subject)
          .map((item) => [item.statementReference, openDifference(item)]),
      }
    }
    const sending = await statementOf('mtn-disbursements', 59_900, [
      ['FT-2', 40_000, 100],
      ['FT-3', 20_000, 0],
    ])
    const collecting = await statementOf('mtn', 24_950, [
      ['FT-3', -20_000, 50],
      ['FT-4', -4_000, 0],
    ])
    assert.deepEqual(sending.open, [])
    assert.deepEqual(collecting.open, [['FT-4', 1_000]])
    await confirmProviderBalance(deps(), sending.id)
    await assert.rejects(confirmProviderBalance(deps(), collecting.id), { code: 'BALANCE_NOT_CONFIRMABLE' })
    assert.equal(await refusal({ from: 'BANK', to: 'mtn-disbursements', reference: 'FT-9' }), 'CONFIRMED')
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('counting the till books what is missing to suspense, and the day says so', async () => {
    const id = newId(service.clock.now())
    const count = { id, currency: 'XOF', countedFcfa: 900, note: 'Comptée par Awa' } as const
    await Promise.all([countTill(deps(), count), countTill(deps(), count)])
    await assert.rejects(countTill(deps(), { ...count, countedFcfa: 800 }), { code: 'ALREADY_DONE' })
    await assert.rejects(countTill(deps(), { ...count, countedFcfa: -1 }), { code: 'TILL_COUNT_INVALID' })
    const { CASH, SUSPENSE } = await balances()
    assert.deepEqual([CASH, SUSPENSE], [900, 100])
    assert.deepEqual((await checkLedger(service.services)).faults, [])
    const { accounts, gaps, moves } = await readMoneyDay(service.services, '2026-11-21')
    assert.deepEqual(
      accounts.map(({ kind, owner, openingFcfa, inFcfa, outFcfa, closingFcfa }) => [
        owner || kind,
        openingFcfa,
        inFcfa,
        outFcfa,
        closingFcfa,
      ]),
      [
        ['CASH', 0, 6_000, 5_100, 900],
        ['mtn', 50_000, 0, 25_050, 24_950],
        ['mtn-disbursements', 0, 59_900, 0, 59_900],
        ['BANK', 0, 105_000, 41_000, 64_000],
        ['SUSPENSE', 0, 100, 0, 100],
      ],
    )
    assert.deepEqual(
      gaps.map(({ gap }) => gap),
      ['COUNTED_OTHERWISE', 'NOT_CONFIRMED', 'UNEXPLAINED'],
    )
    assert.equal(moves.length, 8)
    const yesterday = await readMoneyDay(service.services, '2026-11-20')
    assert.deepEqual(
      yesterday.accounts.map(({ closingFcfa }) => closingFcfa),
      [0, 50_000, 0, 0, 0],
    )
  })

  test('the operator reads the day and notes moves and counts on its page, a dispatcher does not', async () => {
    const operator = await openOperations(service)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(path)).status, 403)
    const page = await operator.open(path)
    assert.match(textOf(page), /MTN \(envois\) XOF Argent déplacé \(2\) · 59 900 FCFA 0 FCFA 59 900 FCFA/)
    assert.match(textOf(page), /À la caisse, il manquait au comptage · XOF 100 FCFA/)
    const form = {
      from: 'CASH',
      to: 'BANK',
      amount: '400',
      fee: '0',
      currency: 'XOF',
      movedAt: '2026-11-21T11:00',
      note: 'Versé',
    }
    assert.match(
      textOf(await operator.submit(page, `${path}/move`, form)),
      /C’est noté\..*De « Caisse » à « Banque »/,
    )
    const refused = await operator.submit(page, `${path}/move`, { ...form, amount: '9 000' })
    assert.deepEqual([refused.status, /il y a là 500 FCFA/.test(textOf(refused))], [409, false])
    const next = await operator.open(`${path}?lang=en`)
    const more = await operator.submit(next, `${path}/move`, { ...form, amount: '9 000' })
    assert.equal(more.status, 422)
    assert.match(textOf(more), /By the books 500 FCFA lie there/)
    const counted = await operator.submit(await operator.open(`${path}?lang=fr`), `${path}/count`, {
      counted: '500',
      currency: 'XOF',
      note: 'Awa',
    })
    assert.match(textOf(counted), /Le comptage est noté/)
    for (const day of ['2026-11-22', '2026-02-30', '2026-08-01', 'x'])
      assert.equal((await operator.open(`${path}?day=${day}`)).status, 422, day)
    assert.equal((await operator.open(`${path}?day=2026-08-20`)).status, 200)
  })

  test('moves and counts are noted at the terminal', async () => {
    const run = (...argv: string[]) => runCommandLine(argv, { services: async () => deps(), folder: '.' })
    const done = await run(
      'ledger',
      'move',
      '--from',
      'bank',
      '--to',
      'cash',
      '--amount',
      '250',
      '--reason',
      'Monnaie',
    )
    assert.deepEqual([done.exitCode, done.stdout], [0, '250 XOF from bank to cash is noted.\n'])
    const counted = await run('ledger', 'count', '--amount', '750', '--reason', 'Awa')
    assert.deepEqual([counted.exitCode, counted.stdout], [0, '750 XOF in the till are noted.\n'])
    const refused = await run(
      'ledger',
      'move',
      '--from',
      'bank',
      '--to',
      'nowhere',
      '--amount',
      '1',
      '--reason',
      'Essai',
    )
    assert.equal(refused.exitCode, 1)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('nothing is moved in a month that is closed, and a move that nobody noted is a fault', async () => {
    await delivered(service, shop)
    await settleAll(service)
    const payout = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_900, provider: 'mtn' })
    await endTransfer(service, payout, 'PAID', { feeFcfa: 0 })
    service.clock.set('2026-12-02T10:00:00Z')
    await closeMonth(deps(), '2026-11')
    assert.equal(
      await refusal({ from: 'BANK', to: 'CASH', reference: '', movedAt: new Date(testStart) }),
      'CLOSED',
    )
    await post(service, [
      {
        ...{
          cause: 'move:unknown',
          kind: 'MONEY_MOVED',
          currency: 'XOF',
          shopId: null,
          deliveryId: null,
          note: null,
        },
        happenedAt: service.clock.now(),
        entries: [debit('CASH', 5), credit('BANK', 5)],
      },
    ])
    assert.deepEqual((await checkLedger(service.services)).faults, [
      { rule: 'MOVES', subject: 'move:unknown', expectedFcfa: 0, foundFcfa: 5 },
    ])
    await assert.rejects(
      sql`update money_moves set amount_fcfa = 1`.execute(service.services.db),
      /append-only/,
    )
  })
})
