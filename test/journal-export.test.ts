import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { runCommandLine } from '../src/cli/command-line.ts'
import { debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { proposedAccounts } from '../src/domain/money/statements/journal/account-plan.ts'
import { onServer } from './support/databases.ts'
import { company } from './support/invoiced-company.ts'
import { beginBooks, delivered, post, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/books/journal'

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open(), company)
    await beginBooks(service)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    service.clock.set('2026-11-21T10:00:00Z')
    await delivered(service, shop)
    await delivered(service, shop, {})
    // The last half hour of November in Cotonou, and the first of December.
    service.clock.set('2026-11-30T22:45:00Z')
    await delivered(service, shop, {})
    service.clock.set('2026-11-30T23:15:00Z')
    await delivered(service, shop, {})
    await settleAll(service)
    service.clock.set('2026-12-02T10:00:00Z')
  })
  after(() => service.close())

  async function read(query: string): Promise<string[][]> {
    const operator = await openOperations(service)
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { statusCode, body } = await service.app.inject({
      url: `${path}.csv?${query}`,
      headers: { cookie },
    })
    assert.equal(statusCode, 200, body.slice(0, 200))
    return parse(body, { bom: true, delimiter: ';' })
  }
  const sum = (rows: string[][], column: number) => rows.reduce((all, row) => all + Number(row[column]), 0)

  test('a month for Sage has every entry once, and balances to the franc', async () => {
    const [header, ...rows] = await read('month=2026-11&format=SAGE')
    assert.deepEqual(
      header?.join(';'),
      'Code journal;Date;N° pièce;Référence;Compte général;Compte tiers;Libellé;Débit;Crédit',
    )
    assert.ok(rows.length >= 12)
    assert.equal(sum(rows, 7), sum(rows, 8))
    for (const piece of Map.groupBy(rows, (row) => row[2] ?? '').values())
      assert.equal(sum(piece, 7), sum(piece, 8))
    const [vat] = rows.filter((row) => row[4] === '4432')
    assert.deepEqual(vat?.slice(0, 2), ['COL', '21/11/2026'])
    assert.match(vat?.[6] ?? '', /^Course /)
    const owed = rows.filter((row) => row[4] === '4111')
    assert.deepEqual(
      owed.map((row) => row[7]),
      // At night a trip costs more.
      ['600', '850'],
    )
    assert.equal(owed[0]?.[5], `C${shop.shopId.replaceAll('-', '').slice(-12).toUpperCase()}`)
    // What happened after midnight in Cotonou is of December.
    assert.deepEqual(owed.at(-1)?.[1], '30/11/2026')
    const december = await read('month=2026-12&format=SAGE')
    assert.deepEqual(
      december.filter((row) => row[4] === '4111').map((row) => [row[1], row[7]]),
      [['01/12/2026', '850']],
    )
    // Both months together are the books.
    const all = [...rows, ...december.slice(1)]
    for (const { kind, balanceFcfa } of await listBalances(service.services.db)) {
      const number: string = proposedAccounts[kind]
      if (number === '7061') continue
      const ofAccount = all.filter((row) => row[4] === number)
      assert.equal(sum(ofAccount, 7) - sum(ofAccount, 8), balanceFcfa, kind)
    }
  })

  test('a month for Odoo has the head of each posting on its first line', async () => {
    const [header, ...rows] = await read('month=2026-11&format=ODOO')
    assert.deepEqual(
      header?.join(','),
      'journal_id,date,ref,line_ids/account_id,line_ids/partner_id,line_ids/name,line_ids/debit,line_ids/credit',
    )
    assert.equal(sum(rows, 6), sum(rows, 7))
    const heads = rows.filter((row) => row[0] !== '')
    assert.deepEqual(heads[0]?.slice(0, 2), ['COL', '2026-11-21'])
    const sage = await read('month=2026-11&format=SAGE')
    assert.equal(heads.length, new Set(sage.slice(1).map((row) => row[2])).size)
    assert.ok(rows.some((row) => row[3] === '4111' && row[4] === 'Boutique Ganhi'))
  })

  test('the operator sets the accounts, which the audit keeps; a wrong one is refused as it was typed', async () => {
    const operator = await openOperations(service)
    const page = await operator.open(path)
    assert.match(textOf(page), /Proposé : 4432/)
    const refused = await operator.submit(page, `${path}/accounts`, { VAT_COLLECTED: '44-31' })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /« 44-31 » n’est pas un compte/)
    assert.match(refused.html, /value="44-31"/)
    const saved = await operator.submit(page, `${path}/accounts`, {
      VAT_COLLECTED: '4431 00',
      'PROVIDER_FLOAT simulated': '5521',
      JOURNAL: 'mm',
    })
    assert.match(textOf(saved), /Les comptes sont enregistrés/)
    const numbers = new Set((await read('month=2026-11&format=SAGE')).map((row) => row[4]))
    assert.ok(numbers.has('443100') && numbers.has('5521') && !numbers.has('4432') && !numbers.has('552'))
    assert.equal((await read('month=2026-11&format=ODOO'))[1]?.[0], 'MM')
    assert.match(textOf(await operator.open('/operations/service/audit')), /Plan de comptes changé/)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(`${path}.csv?month=2026-11`)).status, 403)
  })

  test('a text of a shop is no formula, and a long month is read in parts', async () => {
    const evil = await service.openShop({ name: '=HYPERLINK("x")' })
    const at = service.clock.now()
    await post(
      service,
      Array.from({ length: 1_203 }, (_, number) => ({
        cause: `test:${number}`,
        kind: 'DIFFERENCE_SETTLED' as const,
        currency: 'XAF' as const,
        shopId: evil.shopId,
        deliveryId: null,
        happenedAt: at,
        note: '=1+1',
        entries: [debit('SUSPENSE', 7), { kind: 'SHOP_SALES' as const, owner: evil.shopId, amountFcfa: -7 }],
      })),
    )
    const [, ...rows] = await read('month=2026-12&format=ODOO&currency=XAF')
    assert.deepEqual([rows.length, sum(rows, 6), sum(rows, 7)], [2_406, 8_421, 8_421])
    assert.ok(rows.every((row) => !row.some((cell) => /^[=+@-]/.test(cell))))
  })

  test('the terminal writes the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colis-journal-'))
    try {
      const { exitCode, stdout } = await runCommandLine(
        ['ledger', 'journal', '--month', '2026-11', '--format', 'ODOO', '--out', 'november.csv'],
        { services: async () => service.services, folder },
      )
      assert.equal(exitCode, 0, stdout)
      const written = parse(readFileSync(join(folder, 'november.csv'), 'utf8'), { bom: true, delimiter: ';' })
      assert.deepEqual(written, await read('month=2026-11&format=ODOO'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
