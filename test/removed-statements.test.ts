import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../src/contract/errors.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { openDifference } from '../src/domain/money/statements/reconciling/difference.ts'
import { importProviderStatement } from '../src/domain/money/statements/reconciling/import-provider-statement.ts'
import { removeProviderStatement } from '../src/domain/money/statements/reconciling/remove-provider-statement.ts'
import { settleDifference } from '../src/domain/money/statements/reconciling/settle-difference.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { beginBooks, delivered, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { statementIdOf, statementImports, statementsPath } from './support/statement-imports.ts'
import { until } from './support/until.ts'
import { type Page, textOf } from './support/visitor.ts'

type Opened = {
  service: TestService
  shop: TestShop
  operator: ConsoleVisitor
  imports: ReturnType<typeof statementImports>
  paymentId: string
}

/** A service with one payment of 5,600 FCFA in its books. */
async function openBooks(database: Parameters<typeof openService>[0]): Promise<Opened> {
  const service = await openService(database)
  await beginBooks(service)
  const shop = await service.openShop()
  const operator = await openOperations(service)
  const imports = statementImports(service, operator)
  const { id } = await delivered(service, shop)
  await settleAll(service)
  const { id: paymentId } = await service.services.db
    .selectFrom('payment_requests')
    .select('payment_requests.id')
    .where('payment_requests.delivery_id', '=', id)
    .executeTakeFirstOrThrow()
  return { service, shop, operator, imports, paymentId }
}

/** What refused it, with the reason. */
const refusalOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled'
    ? 'done'
    : outcome.reason instanceof ApiError
      ? [outcome.reason.code, ...Object.values(outcome.reason.params as object)].join(' ')
      : outcome.reason

onEachDatabase((open) => {
  let books: Opened
  beforeEach(async () => {
    books = await openBooks(await open())
  })
  afterEach(() => books.service.close())

  const remove = (page: Page) => books.operator.post(`${statementsPath}/${statementIdOf(page)}/remove`, {})
  const removalOf = (page: Page) => textOf(page).match(/Retirer cet import.*$/)?.[0] ?? ''
  async function settle(page: Page, at = 0) {
    const item = (await books.imports.differencesOf(page))[at]
    assert.ok(item)
    return books.operator.post(`${statementsPath}/${statementIdOf(page)}/settle`, {
      ...{ subject: item.subject, difference: String(openDifference(item)), into: 'SUSPENSE' },
      reason: 'Vu avec l’opérateur',
    })
  }
  const countRows = async () => {
    const { rows } = await sql<{ statements: number; rows: number }>`
      select (select count(*) from provider_statements)::integer as statements,
        (select count(*) from provider_statement_rows)::integer as rows
    `.execute(books.service.services.db)
    return rows[0]
  }

  test('an import that was wrong is removed with its rows, and the same file is imported anew', async () => {
    const { imports, operator, paymentId, service } = books
    const rows = [
      `2026-11-21T10:00:00Z;MP-1;${paymentId};in;5600;0;`,
      '2026-11-21T10:04:00Z;MP-2;;out;700;0;',
    ]
    const wrong = await imports.importFile(rows, '', { otherReference: '' })
    assert.match(textOf(wrong), /Écarts à régler : 3\./)
    assert.match(
      removalOf(wrong),
      /^Retirer cet import Lignes à retirer : 2, du 21 nov\., 11:00 au 21 nov\., 11:04\. Elles ne seront plus comparées ; les comptes ne changent pas, et le même fichier peut être importé à nouveau\. Retirer ces lignes$/,
    )
    const known = await imports.importFile(rows, '4900')
    assert.match(
      textOf(known),
      /Ce fichier avait déjà été importé : rien n’a changé\. Pour l’importer autrement, retirez d’abord cet import, en bas de cette page\./,
    )

    const list = await remove(wrong)
    assert.equal(list.path.split('?')[0], statementsPath)
    assert.match(
      textOf(list),
      /L’import est retiré : ses lignes ne sont plus comparées\..* Aucun relevé importé/,
    )
    assert.deepEqual(await countRows(), { statements: 0, rows: 0 })
    assert.equal((await operator.open(`${statementsPath}/${statementIdOf(wrong)}`)).status, 404)
    assert.equal((await remove(wrong)).status, 404)

    service.clock.forward(600_000)
    const right = await imports.importFile(rows, '4900')
    assert.match(textOf(right), /Le relevé est importé\. .*Écarts à régler : 1\. Opérations comparées : 2/)
    await settle(right)
    assert.match(
      textOf(await operator.post(`${statementsPath}/${statementIdOf(right)}/confirm`, {})),
      /Le solde est confirmé/,
    )
    assert.deepEqual((await checkLedger(books.service.services)).faults, [])
    const { rows: lines } = await sql<{ action: string; before: object | null; after: object | null }>`
      select action, before, after from audit_lines where subject_id = ${statementIdOf(wrong)} order by action
    `.execute(books.service.services.db)
    const kept = { provider: 'simulated', currency: 'XOF', statementRows: 2, newRows: 2, closingFcfa: null }
    assert.deepEqual(lines, [
      { action: 'import-provider-statement', before: null, after: kept },
      { action: 'remove-provider-statement', before: kept, after: null },
    ])
  })

  test('the page says the same in English', async () => {
    const { imports, operator } = books
    const page = await imports.importFile(['2026-11-21T10:04:00Z;MP-2;;out;700;0;'])
    const english = await operator.open(`${statementsPath}/${statementIdOf(page)}?lang=en`)
    assert.match(
      textOf(english),
      /Remove this import Rows to remove: 1, from 21 Nov, 11:04 to 21 Nov, 11:04\. They are compared no more; the books do not change, and the same file can be imported anew\. Remove these rows$/,
    )
    assert.match(textOf(await remove(page)), /The import is removed: its rows are compared no more\./)
  })

  test('an import of which a row is settled stays, and so does one whose balance is confirmed', async () => {
    const { imports, operator, paymentId, service } = books
    service.clock.forward(600_000)
    const row = `2026-11-21T10:00:00Z;A0;${paymentId};in;5500;0;`
    const page = await imports.importFile([row], '5500')
    const settled = await settle(page)
    const said = /Cet import ne se retire plus : un écart d’une de ses lignes est réglé/
    assert.match(removalOf(settled), said)
    const refused = await remove(page)
    assert.deepEqual([refused.status, said.test(textOf(refused))], [409, true])
    assert.deepEqual(await countRows(), { statements: 1, rows: 1 })

    const confirmed = await imports.importFile(['2026-11-21T09:50:00Z;A1;;in;10;0;'])
    await settle(confirmed)
    const agreeing = await imports.importFile([`2026-11-21T10:00:01Z;A2;${paymentId};in;1;0;`], '5511')
    await settle(agreeing)
    await operator.post(`${statementsPath}/${statementIdOf(agreeing)}/confirm`, {})
    const stays = /Cet import ne se retire plus : son solde est confirmé/
    assert.match(removalOf(await operator.open(`${statementsPath}/${statementIdOf(agreeing)}`)), stays)
    assert.match(textOf(await remove(agreeing)), stays)
  })

  test('what was settled as missing from a file keeps nothing, and is found once the file is read right', async () => {
    const { imports, paymentId } = books
    const row = `2026-11-21T10:00:00Z;MP-1;${paymentId};in;5600;0;`
    const wrong = await imports.importFile([row], '', { otherReference: '' })
    const items = await imports.differencesOf(wrong)
    await settle(
      wrong,
      items.findIndex(({ statementReference }) => statementReference === null),
    )
    assert.match(textOf(await remove(wrong)), /L’import est retiré/)
    const right = await imports.importFile([row])
    assert.match(textOf(right), /Réglé, puis retrouvé/)
    assert.deepEqual((await imports.differencesOf(right)).map(openDifference), [5_600])
    assert.match(removalOf(right), /Retirer ces lignes$/)
    await settle(right)
    assert.match(textOf(await remove(right)), /un écart d’une de ses lignes est réglé/)
    const [float] = await listBalances(books.service.services.db, { kinds: ['PROVIDER_FLOAT'] })
    assert.equal(float?.balanceFcfa, 5_600)
  })

  test('an import whose rows a later file has too is removed after it', async () => {
    const { imports, operator } = books
    const rows = ['2026-11-21T10:01:00Z;B1;;in;10;0;', '2026-11-21T10:02:00Z;B2;;in;20;0;']
    const earlier = await imports.importFile(rows)
    const later = await imports.importFile([...rows.slice(1), '2026-11-21T10:03:00Z;B3;;in;30;0;'])
    const beside = await imports.importFile(['2026-11-21T10:01:30Z;B9;;in;90;0;'])
    assert.match(
      removalOf(later),
      /Lignes à retirer : 1, du .* Ses autres lignes sont aussi dans un import d’avant, et restent\. Retirer ces lignes$/,
    )
    const said = /Un fichier importé après celui-ci a des lignes en commun avec lui : retirez-le d’abord/
    const refused = await remove(earlier)
    assert.deepEqual([refused.status, said.test(textOf(refused))], [409, true])
    assert.match(removalOf(await operator.open(`${statementsPath}/${statementIdOf(earlier)}`)), said)
    for (const page of [later, earlier, beside]) assert.match(textOf(await remove(page)), /est retiré/)
    assert.deepEqual(await countRows(), { statements: 0, rows: 0 })
    // As the rows are gone, none is left out.
    const anew = await imports.importFile([...rows.slice(1), '2026-11-21T10:03:00Z;B3;;in;30;0;'])
    assert.equal((await imports.differencesOf(anew)).filter(({ booksFcfa }) => booksFcfa === null).length, 2)
  })

  test('whoever may not manage the service removes nothing', async () => {
    const page = await books.imports.importFile(['2026-11-21T10:04:00Z;MP-2;;out;700;0;'])
    const dispatcher = await openOperations(books.service, { role: 'DISPATCHER' })
    const path = `${statementsPath}/${statementIdOf(page)}/remove`
    assert.equal((await dispatcher.post(path, {})).status, 403)
    assert.equal((await books.operator.post(`${statementsPath}/${books.shop.shopId}/remove`, {})).status, 404)
    assert.deepEqual(await countRows(), { statements: 1, rows: 1 })
  })

  test('two who settle and remove at once do one of both', async () => {
    const { imports, service } = books
    const deps = { ...service.services, actor: { kind: 'CLI' } as const }
    let settledOnes = 0
    for (let at = 0; at < 12; at += 1) {
      const page = await imports.importFile([`2026-11-21T10:04:00Z;R${at};;out;${700 + at};0;`])
      const statementId = statementIdOf(page)
      const item = (await imports.differencesOf(page)).find(
        ({ statementReference }) => statementReference === `R${at}`,
      )
      assert.ok(item)
      const both = [
        () =>
          settleDifference(deps, {
            ...{ statementId, subject: item.subject, expectedFcfa: -700 - at, into: 'SUSPENSE' },
            reason: 'Retrait',
          }),
        () => removeProviderStatement(deps, statementId),
      ]
      if (at % 2 === 1) both.reverse()
      const outcomes = await Promise.allSettled(both.map((act) => act()))
      if (at % 2 === 1) outcomes.reverse()
      const [settled, removed] = outcomes.map(refusalOf)
      if (settled === 'done') assert.equal(removed, 'STATEMENT_NOT_REMOVABLE SETTLED')
      else {
        assert.ok(['STATEMENT_NOT_FOUND', 'DIFFERENCE_NOT_OPEN'].includes(String(settled)), String(settled))
        assert.equal(removed, 'done')
      }
      settledOnes += settled === 'done' ? 1 : 0
      const kept = await countRows()
      assert.deepEqual(kept, { statements: settledOnes, rows: settledOnes })
    }
    const { rows } = await sql`
      select from settled_differences
      where subject not in (select 'row:' || id from provider_statement_rows)
    `.execute(service.services.db)
    assert.equal(rows.length, 0)
  })
})

onServer((open) => {
  let books: Opened
  beforeEach(async () => {
    books = await openBooks(await open())
  })
  afterEach(() => books.service.close())

  const waiting = (many: number) => async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(books.service.services.db)
    return rows.length >= many
  }

  /** Begins two acts, the second while the first is held in the midst of its transaction, and lets both end. */
  async function oneThenTheOther(
    hold: RawBuilder<unknown>,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<unknown[]> {
    const { db } = books.service.services
    const outcomes = await db.transaction().execute(async (trx) => {
      await hold.execute(trx)
      const begun = Promise.allSettled([first()])
      await until(waiting(1), 'the first to wait')
      const after = Promise.allSettled([second()])
      await until(waiting(2), 'the second to wait')
      return [begun, after]
    })
    return (await Promise.all(outcomes)).flat().map(refusalOf)
  }

  async function importOne() {
    const { imports, service } = books
    const page = await imports.importFile(['2026-11-21T10:04:00Z;A9;;out;700;0;'])
    const deps = { ...service.services, actor: { kind: 'CLI' } as const }
    const item = (await imports.differencesOf(page)).find(
      ({ statementReference }) => statementReference === 'A9',
    )
    const statementId = statementIdOf(page)
    const settling = { statementId, subject: item?.subject ?? '', expectedFcfa: -700, reason: 'Retrait' }
    return {
      deps,
      settle: () => settleDifference(deps, { ...settling, into: 'SUSPENSE' }),
      remove: () => removeProviderStatement(deps, statementId),
    }
  }

  test('whoever removes waits for a settlement that has begun, and is refused', async () => {
    const { settle, remove } = await importOne()
    const hold = sql`select from ledger_accounts where kind = 'PROVIDER_FLOAT' for update`
    assert.deepEqual(await oneThenTheOther(hold, settle, remove), ['done', 'STATEMENT_NOT_REMOVABLE SETTLED'])
  })

  test('whoever settles waits for a removal that has begun, and is refused', async () => {
    const { settle, remove } = await importOne()
    const hold = sql`select from provider_statement_rows for key share`
    assert.deepEqual(await oneThenTheOther(hold, remove, settle), ['done', 'STATEMENT_NOT_FOUND'])
  })

  test('a file that shares rows with an import that is being removed is imported whole', async () => {
    const { deps, remove } = await importOne()
    const row = {
      ...{ occurredAt: new Date('2026-11-21T10:04:00Z'), reference: 'A9', otherReference: '' },
      ...{ isIncoming: false, amountFcfa: 700, feeFcfa: 0, key: 'A9  2026-11-21T10:04:00.000Z OUT 700 1' },
    }
    const read = { provider: 'simulated', currency: 'XOF' as const, fileSha256: 'b', closingFcfa: null }
    const imported = () => importProviderStatement(deps, { ...read, rows: [row] })
    const hold = sql`select from provider_statement_rows for key share`
    assert.deepEqual(await oneThenTheOther(hold, remove, imported), ['done', 'done'])
    const { rows } = await sql`
      select from provider_statement_rows join provider_statements on provider_statements.id = statement_id
      where file_sha256 = 'b'`.execute(deps.db)
    assert.equal(rows.length, 1)
  })

  test('an import is not removed while a file that shares rows with it is being imported', async () => {
    const { deps, remove } = await importOne()
    const at = new Date('2026-11-21T10:04:00Z')
    const about = { occurredAt: at, otherReference: '', isIncoming: false, amountFcfa: 700, feeFcfa: 0 }
    const key = 'A9  2026-11-21T10:04:00.000Z OUT 700 1'
    const rows = [
      { ...about, reference: 'A9', key },
      { ...about, reference: 'Z', key: 'Z' },
    ]
    const read = { provider: 'simulated', currency: 'XOF' as const, fileSha256: 'b', closingFcfa: null }
    const { db } = deps
    const outcomes = await db.transaction().execute(async (trx) => {
      // Its last row waits for one that may come to be.
      await sql`
        insert into provider_statement_rows (
          id, statement_id, provider, currency, row_key, occurred_at, reference, is_incoming, amount_fcfa)
        select gen_random_uuid(), id, provider, currency, 'Z', ${at}, 'Z', false, 1 from provider_statements
      `.execute(trx)
      const importing = Promise.allSettled([importProviderStatement(deps, { ...read, rows })])
      await until(waiting(1), 'the import to wait')
      const removing = Promise.allSettled([remove()])
      await until(waiting(2), 'the removal to wait')
      await sql`delete from provider_statement_rows where row_key = 'Z'`.execute(trx)
      return [importing, removing]
    })
    assert.deepEqual((await Promise.all(outcomes)).flat().map(refusalOf), [
      'done',
      'STATEMENT_NOT_REMOVABLE SHARED',
    ])
  })
})
