import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { issueInvoices } from '../src/domain/money/statements/invoices/issue-invoices.ts'
import {
  recountBookedDeliveries,
  recountChangedDeliveries,
} from '../src/domain/reports/recount-deliveries.ts'
import { openConsole } from './support/console-work.ts'
import { onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { openService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import type { Visitor } from './support/visitor.ts'

const cli = { kind: 'CLI' } as const
const company = {
  COMPANY_NAME: 'Colis SARL',
  COMPANY_ADDRESS: '12 rue du Marché',
  COMPANY_RCCM: 'RB/COT/26 B 12345',
  COMPANY_TAX_ID: '3202612345678',
  VAT_RATE: '1800',
}

const spans = { november: ['2026-11-01', '2026-11-30'], december: ['2026-12-01', '2026-12-31'] } as const

/** The rows of a CSV file between two days, without its header. */
async function rowsOf(visitor: Visitor, path: string, [from, to]: readonly string[]): Promise<string[][]> {
  const { status, html } = await visitor.open(`${path}?from=${from}&to=${to}`)
  assert.equal(status, 200, path)
  const lines = html.trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(';'))
}

// The same moments are of two months: the shop is in Cotonou, whose clocks are an hour ahead of Abidjan's.
for (const [timeZone, midnight] of [
  ['Africa/Porto-Novo', '2026-11-30T23:00:00.000Z'],
  ['Africa/Abidjan', '2026-12-01T00:00:00.000Z'],
] as const)
  onServer((open) => {
    test(`a month of ${timeZone} is the same in the books, on invoices, statements, exports and in revenue (decision 259)`, async () => {
      const service = await openService(await open(), { ...company, TIME_ZONE: timeZone })
      try {
        await beginBooks(service)
        const shop = await service.openShop()
        const endedAt = [-3_600_000, -1, 0, 1_800_000].map((ms) => Date.parse(midnight) + ms)
        for (const at of endedAt) await deliveredAt(shop, new Date(at))
        await settleAll(service)
        const deps = { ...service.services, actor: cli }
        service.clock.set(new Date(Date.parse(midnight) - 1).toISOString())
        await assertVerbRefused(closeMonth(deps, '2026-11'), {
          status: 409,
          code: 'MONTH_NOT_CLOSABLE',
          details: { month: '2026-11', reason: 'NOT_OVER' },
          en: '2026-11 cannot be closed: it is not over yet.',
          fr: 'Impossible de clore 2026-11 : ce mois n’est pas terminé.',
        })
        service.clock.set(midnight)
        await closeMonth(deps, '2026-11')
        service.clock.set('2027-01-02T10:00:00Z')
        await closeMonth(deps, '2026-12')
        await consumeAll(deps, recountChangedDeliveries(deps))
        while (await recountBookedDeliveries(deps));

        const operator = await openOperations(service)
        const owner = await openConsole(service, { shopId: shop.shopId })
        for (const [month, span] of Object.entries(spans)) {
          const statements = [
            await rowsOf(owner, `/console/shops/${shop.shopId}/statement.csv`, span),
            await rowsOf(operator, `/operations/shops/${shop.shopId}/statement.csv`, span),
          ]
          for (const rows of statements) {
            assert.equal(rows.filter(([, , reference]) => reference?.startsWith('COL-')).length, 2, month)
            for (const [at = ''] of rows) assert.ok(at >= span[0] && at.slice(0, 10) <= span[1], at)
          }
          const exports = [
            await rowsOf(owner, `/console/shops/${shop.shopId}/deliveries/export.csv`, span),
            await rowsOf(operator, '/operations/deliveries/export.csv', span),
          ]
          assert.deepEqual(
            exports.map((rows) => rows.length),
            [2, 2],
          )
          const revenue = await rowsOf(operator, '/operations/reports/money.csv', span)
          assert.equal(
            revenue.reduce((sum, [, , , deliveries]) => sum + Number(deliveries), 0),
            2,
          )
          const [invoice] = await issueInvoices(deps, span[0].slice(0, 7))
          assert.deepEqual(
            invoice?.lines.map(({ count }) => count),
            [2],
            month,
          )
        }
      } finally {
        await service.close()
      }

      async function deliveredAt(shop: TestShop, at: Date): Promise<void> {
        service.clock.set(at.toISOString())
        await act(service, await bringTo(service, shop, 'IN_TRANSIT'), 'handOver')
      }
    })

    test(`a date alone is a day of ${timeZone} at the terminal`, async () => {
      const service = await openService(await open(), { TIME_ZONE: timeZone })
      try {
        const services = { ...service.services, actor: cli }
        const run = (...argv: string[]) =>
          runCommandLine(argv, { services: async () => services, folder: '.' })
        const made = await run(
          'promo-codes',
          'create',
          '--code',
          'NOEL',
          '--percent',
          '5',
          '--starts-at',
          '2026-12-01',
        )
        assert.equal(made.exitCode, 0, made.stderr)
        const { stdout } = await run('promo-codes', 'list')
        assert.match(stdout, new RegExp(`NOEL.*from ${midnight}`))
        assert.equal(
          (await run('promo-codes', 'create', '--code', 'X', '--percent', '5', '--ends-at', '2026-02-30'))
            .exitCode,
          1,
        )
      } finally {
        await service.close()
      }
    })
  })
