import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { post } from './support/money-work.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/books'

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    await sql`update ledger_beginning set began_at = '2026-01-01'`.execute(service.services.db)
  })
  after(() => service.close())

  test('the books are shown, proven and closed on their page', async () => {
    assert.match(textOf(await operator.open(path)), /Rien n’est encore inscrit : cela commence/)
    const shop = await service.openShop()
    await bringTo(service, shop, 'DELIVERED')
    await consumeAll(service.services, settleDeliveries(service.services))
    const page = await operator.open(path)
    assert.match(textOf(page), /Par les boutiques, pour courses et frais XOF 600 FCFA/)
    assert.match(textOf(page), /Courses, avant remises XOF 600 FCFA/)
    const proven = await operator.submit(page, `${path}/check`)
    assert.match(textOf(proven), /Les comptes sont justes : 1 écriture vérifiée/)

    const { db } = service.services
    await sql`update ledger_accounts set balance_fcfa = balance_fcfa + 5 where kind = 'SHOP_FEES'`.execute(db)
    const faulty = await operator.submit(page, `${path}/check`)
    assert.match(
      textOf(faulty),
      /Chaque solde est la somme de ses écritures .* : 600 FCFA attendus, 605 FCFA trouvés/,
    )
    const refused = await operator.submit(page, `${path}/close`, { month: '2026-10' })
    assert.deepEqual([refused.status, /les comptes ont des écarts/.test(textOf(refused))], [409, true])
    await sql`update ledger_accounts set balance_fcfa = balance_fcfa - 5 where kind = 'SHOP_FEES'`.execute(db)

    for (const [month, said] of [
      ['2026-11', /ce mois n’est pas terminé/],
      ['October', /ce mois n’est pas terminé/],
      ['', /ce mois n’est pas terminé/],
    ] as const)
      assert.match(textOf(await operator.submit(page, `${path}/close`, { month })), said)
    assert.match(
      textOf(await operator.submit(page, `${path}/close`, { month: '2026-10' })),
      /Le mois est clos/,
    )
    assert.match(
      textOf(await operator.submit(page, `${path}/close`, { month: '2026-10' })),
      /il est déjà clos/,
    )
    const { rows } = await sql<{
      by: string
    }>`select distinct closed_by as by from ledger_closed_months`.execute(db)
    assert.deepEqual(rows, [{ by: `OPERATOR:${operator.accountId}` }])
  })

  test('what lies with each provider, and what it kept, are told apart', async () => {
    const held = [
      ['mtn', 10_000, 100],
      ['wave', 2_500, 50],
    ] as const
    await post(
      service,
      held.map(([provider, floatFcfa, feeFcfa]) => ({
        cause: `test:${provider}`,
        kind: 'DIFFERENCE_SETTLED',
        currency: 'XOF',
        shopId: null,
        deliveryId: null,
        happenedAt: service.clock.now(),
        note: null,
        entries: [
          debit('PROVIDER_FLOAT', floatFcfa, provider),
          debit('PROVIDER_FEES', feeFcfa, provider),
          credit('SUSPENSE', floatFcfa + feeFcfa),
        ],
      })),
    )
    const page = textOf(await operator.open(path))
    for (const said of [
      'Chez l’opérateur de mobile money MTN · XOF 10 000 FCFA Chez l’opérateur de mobile money Wave · XOF 2 500 FCFA',
      'Frais des opérateurs de mobile money MTN · XOF 100 FCFA Frais des opérateurs de mobile money Wave · XOF 50 FCFA',
    ])
      assert.ok(page.includes(said), `${said} in ${page}`)
  })

  test('dispatchers see no books', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(path)).status, 403)
    assert.equal((await dispatcher.post(`${path}/close`, { month: '2026-09' })).status, 403)
  })
})
