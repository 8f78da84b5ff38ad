import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { amountText } from '../src/base/kernel/figure-text.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { creditNoteNumber } from '../src/domain/money/statements/invoices/credit-note.ts'
import { listCreditNotes } from '../src/domain/money/statements/invoices/credit-note-store.ts'
import type { Invoice } from '../src/domain/money/statements/invoices/invoice.ts'
import { issueCreditNote } from '../src/domain/money/statements/invoices/issue-credit-note.ts'
import { issueInvoices } from '../src/domain/money/statements/invoices/issue-invoices.ts'
import { openConsole } from './support/console-work.ts'
import { onServer } from './support/databases.ts'
import { assertVerbRefused } from './support/delivery-verbs.ts'
import { company } from './support/invoiced-company.ts'
import { beginBooks, delivered, secure, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { pdfPages, skipPdf } from './support/printed-pdf.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/books/invoices'
const borne = { payment: { ...secure.payment, feePayer: 'MERCHANT' } }

onServer((open) => {
  let service: TestService
  let shop: TestShop
  let invoice: Invoice
  before(async () => {
    service = await openService(await open(), company)
    await beginBooks(service)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    service.clock.set('2026-11-21T10:00:00Z')
    for (let made = 0; made < 3; made++) await delivered(service, shop, {})
    await delivered(service, shop, borne)
    await settleAll(service)
    service.clock.set('2026-12-02T10:00:00Z')
    await closeMonth(deps(), '2026-11')
    const [issued] = await issueInvoices(deps(), '2026-11')
    assert.ok(issued)
    // 3 × 600 prepaid, 600 on the shop, 100 for collecting.
    assert.equal(issued.totalFcfa, 2_500)
    invoice = issued
  })
  after(() => service.close())

  const deps = () => ({ ...service.services, actor: { kind: 'CLI' } as const })
  const notes = () => listCreditNotes(service.services.db, { invoiceIds: [invoice.id] })
  const balance = async (kind: string) =>
    (await listBalances(service.services.db)).find((each) => each.kind === kind)?.balanceFcfa ?? 0
  const credited = (amountFcfa: number, id = newId(service.clock.now())) => ({
    ...{ id, invoiceId: invoice.id, reason: 'Deux courses facturées deux fois' },
    lines: [{ service: 'TRIPS_PREPAID' as const, amountFcfa }],
  })

  test('a credit note has its own number, takes tax and earnings back, and lowers what the shop owes', async () => {
    const [vat, trips, owed] = [
      await balance('VAT_COLLECTED'),
      await balance('TRIP_REVENUE'),
      await balance('SHOP_FEES'),
    ]
    const asked = credited(1_200)
    const { note } = await issueCreditNote(deps(), asked)
    assert.deepEqual([creditNoteNumber(note), note.vatFcfa], ['A-2026-000001', 183])
    assert.deepEqual(
      [await balance('VAT_COLLECTED'), await balance('TRIP_REVENUE'), await balance('SHOP_FEES')],
      [vat + 183, trips + 1_017, owed - 1_200],
    )
    // The form that was sent twice issued it once.
    assert.equal((await issueCreditNote(deps(), asked)).note.serial, 1)
    assert.equal((await notes()).length, 1)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('no more than is left of a line is taken off', async () => {
    for (const lines of [
      [],
      [{ service: 'TRIPS_PREPAID' as const, amountFcfa: 601 }],
      [{ service: 'TRIPS_PREPAID' as const, amountFcfa: -5 }],
      [{ service: 'RETURN_FEES' as const, amountFcfa: 1 }],
      [
        { service: 'TRIPS_PREPAID' as const, amountFcfa: 400 },
        { service: 'TRIPS_PREPAID' as const, amountFcfa: 400 },
      ],
    ])
      await assertVerbRefused(issueCreditNote(deps(), { ...credited(1), lines }), {
        status: 422,
        code: 'CREDIT_NOTE_INVALID',
        en: `Say how much is taken off which line, from 1 FCFA on: ${amountText(1_300, 'en')} of this invoice is left.`,
        fr: `Dites combien retirer de quelle ligne, à partir de 1 FCFA : il reste ${amountText(1_300, 'fr')} sur cette facture.`,
      })
    assert.equal((await notes()).length, 1)
  })

  test('whoever credits at the same time leaves no gap and never takes too much', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => issueCreditNote(deps(), credited(250))),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.deepEqual(
      (await notes()).map(({ serial }) => serial),
      [3, 2, 1],
    )
  })

  test('the database keeps the series, the sum and what was issued', async () => {
    const { db } = service.services
    const copy = (change: string) =>
      sql`insert into credit_notes select gen_random_uuid(), year, serial + ${sql.raw(change)}, invoice_id, issued_at, issued_on,
        seller, buyer, lines, 2000, 0, reason from credit_notes order by serial desc limit 1`.execute(db)
    await assert.rejects(copy('2'), /numbered without gaps/)
    await assert.rejects(copy('1'), /not credited with more/)
    for (const change of [sql`update credit_notes set total_fcfa = 1`, sql`delete from credit_notes`])
      await assert.rejects(change.execute(db), /neither changed nor removed/)
  })

  test('what the shop does not owe any more is paid to it with its sales', async () => {
    const owed = await balance('SHOP_FEES')
    const sales = await balance('SHOP_SALES')
    const operator = await openOperations(service)
    const href = `${path}/${invoice.id}`
    const page = await operator.open(href)
    assert.match(textOf(page), /Boutique Ganhi .* Avoir A-2026-000003 .* Au plus 100 FCFA, TVA comprise/)
    const tooMuch = await operator.submit(page, `${href}/credit`, { COLLECTION_FEES: '101', reason: 'Geste' })
    assert.equal(tooMuch.status, 422)
    assert.match(textOf(tooMuch), /il reste 800 FCFA/)
    const done = await operator.submit(page, `${href}/credit`, {
      TRIPS_PREPAID: '100',
      TRIPS_ON_SHOP: '600',
      COLLECTION_FEES: '100',
      reason: 'Geste commercial',
    })
    assert.match(textOf(done), /L’avoir est établi\. .* Tout a déjà été retiré de cette facture/)
    // All of the invoice is taken back, with all of its tax.
    const all = await notes()
    assert.equal(
      all.reduce((sum, { vatFcfa }) => sum + vatFcfa, 0),
      invoice.vatFcfa,
    )
    assert.equal(await balance('SHOP_FEES'), 0)
    assert.equal(await balance('SHOP_SALES'), sales - (800 - owed))
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('the shop prints its credit notes, and reads them on its statement and in its audit', {
    skip: skipPdf,
  }, async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    const other = await openConsole(service, { shopId: (await service.openShop()).shopId })
    const href = `/console/shops/${shop.shopId}`
    assert.match(
      textOf(await owner.open(`${href}/invoices`)),
      /Avoirs Avoir A-2026-000004 .* Geste commercial/,
    )
    const [last] = await notes()
    const pdf = `/invoices/${invoice.id}/credit-notes/${last?.id}/pdf`
    assert.equal((await other.open(`/console/shops/${shop.shopId}${pdf}`)).status, 404)
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { rawPayload } = await service.app.inject({ url: `${href}${pdf}?lang=fr`, headers: { cookie } })
    assert.match(
      (await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' '),
      /Avoir A-2026-000004 .* Sur la facture 2026-000001 .* Motif : Geste commercial .* Total de l’avoir 800 FCFA/,
    )
    assert.match(
      textOf(await owner.open(`${href}/statement?from=2026-12-01&to=2026-12-31`)),
      /Avoir sur facture A-2026-000001 : Deux courses facturées deux fois/,
    )
    assert.match(textOf(await owner.open(`${href}/settings/audit`)), /Avoir établi/)
  })

  test('an operator credits an invoice at the terminal', async () => {
    await delivered(service, shop, {})
    await settleAll(service)
    service.clock.set('2027-01-05T10:00:00Z')
    await closeMonth(deps(), '2026-12')
    await issueInvoices(deps(), '2026-12')
    const run = (...argv: string[]) =>
      runCommandLine(argv, { services: async () => service.services, folder: '.' })
    const credit = (number: string) =>
      run('invoices', 'credit', number, '--service', 'TRIPS_PREPAID', '--amount', '600', '--reason', 'Erreur')
    assert.equal(
      (await credit('2027-000001')).stdout,
      'A-2027-000001  on 2027-000001  Boutique Ganhi  600 XOF\n',
    )
    assert.match((await credit('2027-000009')).stderr, /no invoice|There is no/)
  })
})
